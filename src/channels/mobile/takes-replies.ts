/** Whether contacts can reply to a sender: to a number, but not to a name. */
export const takesReplies = (from: string | undefined) => from !== undefined && /^\+?\d+$/.test(from)
