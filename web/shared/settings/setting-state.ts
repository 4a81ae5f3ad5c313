/** The states of a setting on the page, and the state after each event. Other events change nothing. */
const transitions = {
  loading: { loaded: 'ready', failed: 'unreadable', conflicted: 'conflict' },
  unreadable: { load: 'loading' },
  ready: { save: 'saving' },
  saving: { saved: 'saved', failed: 'unsaved', conflicted: 'conflict' },
  saved: { edit: 'ready', save: 'saving' },
  unsaved: { edit: 'ready', discard: 'ready', save: 'saving' },
  /** Somebody else has changed the same meanwhile. */
  conflict: { discard: 'ready', save: 'saving' },
} as const satisfies Record<string, Partial<Record<SettingEvent, string>>>

export type SettingEvent = 'load' | 'loaded' | 'failed' | 'edit' | 'discard' | 'save' | 'saved' | 'conflicted'
export type SettingState = keyof typeof transitions

export const afterEvent = (state: SettingState, event: SettingEvent): SettingState =>
  (transitions[state] as Partial<Record<SettingEvent, SettingState>>)[event] ?? state
