/** The answers that a contact can give. */
export const answerNames = ['confirm', 'reschedule', 'cancel'] as const
export type AnswerName = (typeof answerNames)[number]
