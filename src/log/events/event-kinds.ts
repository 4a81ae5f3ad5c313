/** The kinds of events in the log. */
export const eventKinds = ['action', 'notification', 'delivery', 'reply', 'reminder'] as const
