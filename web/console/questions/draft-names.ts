/** The names of the drafts of a visit. */
export const wishDraft = (notificationId: string) => notificationId
export const noteDraft = (notificationId: string) => `note ${notificationId}`

/** The name of the draft of an answer to a text. */
export const answerDraft = (replyId: string) => replyId
