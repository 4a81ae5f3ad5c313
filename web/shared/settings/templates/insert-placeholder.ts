/** A text field: what it contains, and what is selected in it. */
export interface Field {
  text: string
  start: number
  end: number
}

const isWordAt = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}}]/u.test(letter)

/** Replaces the selection with a placeholder, apart from the words beside it. The cursor is then after it. */
export function insertPlaceholder({ text, start, end }: Field, name: string): Field {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const space = isWordAt(before.at(-1)) ? ' ' : ''
  const inserted = `${space}{${name}}${/^[\p{L}\p{N}{]/u.test(after) ? ' ' : ''}`
  const at = start + inserted.length
  return { text: before + inserted + after, start: at, end: at }
}
