/** The states of an upload, and the state after each event. Other events change nothing. */
const transitions = {
  empty: { choose: 'reading' },
  reading: { read: 'mapping', ask: 'asking', failed: 'unread' },
  // A workbook has several sheets.
  asking: { choose: 'reading' },
  unread: { choose: 'reading' },
  mapping: { choose: 'reading', edit: 'mapping', check: 'checking' },
  checking: { checked: 'checked', failed: 'mapping' },
  checked: { choose: 'reading', edit: 'mapping', check: 'checking', send: 'sending' },
  sending: { sent: 'sent', failed: 'checked' },
  sent: { choose: 'reading' },
} as const satisfies Record<string, Partial<Record<UploadEvent, string>>>

export type UploadEvent = 'choose' | 'read' | 'ask' | 'edit' | 'check' | 'checked' | 'send' | 'sent' | 'failed'
export type UploadState = keyof typeof transitions

export const afterEvent = (state: UploadState, event: UploadEvent): UploadState =>
  (transitions[state] as Partial<Record<UploadEvent, UploadState>>)[event] ?? state

/** Whether somebody who leaves the page loses work. */
export const isMidway = (state: UploadState) => !['empty', 'unread', 'asking', 'sent'].includes(state)
