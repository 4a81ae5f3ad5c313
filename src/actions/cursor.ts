import type { ListPosition } from './keyset-range.ts'

/** The start of a page, and the snapshot of all pages of the list. */
export interface ListCursor extends ListPosition {
  snapshot: number
}

/** The `after` parameter: opaque to clients. */
export const writeListCursor = ({ at, sequence, snapshot }: ListCursor) =>
  Buffer.from(`${at} ${sequence} ${snapshot}`).toString('base64url')

/** Returns undefined for a text that `writeListCursor` did not write. */
export function readListCursor(text: string): ListCursor | undefined {
  const numbers = Buffer.from(text, 'base64url').toString('latin1').split(' ').map(Number)
  const [at, sequence, snapshot] = numbers as [number, number, number]
  const cursor = { at, sequence, snapshot }
  const isOurs = writeListCursor(cursor) === text && numbers.every(Number.isSafeInteger) && snapshot >= 0
  return isOurs ? cursor : undefined
}
