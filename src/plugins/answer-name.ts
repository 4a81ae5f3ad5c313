/** The possible answers of a contact. */
export const answerNames = ['confirm', 'reschedule', 'cancel'] as const
export type AnswerName = (typeof answerNames)[number]
