const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Writes "a, b or c", for messages to the operator and the documentation. */
export const alternatives = (words: Iterable<string>): string => list.format(words)
