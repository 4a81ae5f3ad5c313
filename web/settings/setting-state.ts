/** The states of a setting on the page, and the state after each event. Other events change nothing. */
const transitions = {
  loading: { loaded: 'ready', failed: 'unreadable' },
  unreadable: { load: 'loading' },
  ready: { save: 'saving' },
  saving: { saved: 'saved', failed: 'unsaved' },
  saved: { edit: 'ready', save: 'saving' },
  unsaved: { edit: 'ready', save: 'saving' },
} as const satisfies Record<string, Partial<Record<SettingEvent, string>>>

export type SettingEvent = 'load' | 'loaded' | 'failed' | 'edit' | 'save' | 'saved'
export type SettingState = keyof typeof transitions

export const afterEvent = (state: SettingState, event: SettingEvent): SettingState =>
  (transitions[state] as Partial<Record<SettingEvent, SettingState>>)[event] ?? state
