/** The states of the editor of one message. */
export type EditorState = 'loading' | 'unreadable' | 'clean' | 'changed' | 'saving' | 'refused'

/** What happens to the editor. `typed` makes the words differ from the stored ones, `reverted` makes them the same again. */
export type EditorEvent = 'open' | 'loaded' | 'failed' | 'typed' | 'reverted' | 'save' | 'saved' | 'refuse'

/** The next state by state and event. An event that is not here changes nothing. */
const table: Record<EditorState, Partial<Record<EditorEvent, EditorState>>> = {
  loading: { loaded: 'clean', failed: 'unreadable' },
  unreadable: { open: 'loading' },
  clean: { open: 'loading', typed: 'changed', save: 'saving' },
  changed: { open: 'loading', reverted: 'clean', save: 'saving' },
  saving: { saved: 'clean', refuse: 'refused' },
  refused: { open: 'loading', typed: 'changed', reverted: 'clean', save: 'saving' },
}

export const nextState = (state: EditorState, event: EditorEvent): EditorState => table[state][event] ?? state

/** Whether somebody can type. */
export const isEditable = (state: EditorState) => 'typed' in table[state] || state === 'changed'
