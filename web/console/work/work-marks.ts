export type Mark = 'done' | 'done-not' | 'read' | 'read-not'

/** The questions of the page before it saves: for the wish, or for a confirmation. */
export type QuestionKind = 'reschedule' | 'cancel' | 'withdraw'

/** The forms of an entry. */
export type Asking = QuestionKind | 'answer' | 'note'
