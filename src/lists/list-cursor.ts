import type { Position } from '../database/keyset-range.ts'

/** The start of a page, and the snapshot of all pages of the list. */
export interface ListCursor extends Position<number> {
  snapshot: number
}

/** The `after` parameter: opaque to clients. */
export const writeListCursor = ({ at, key, snapshot }: ListCursor) =>
  Buffer.from(`${at} ${key} ${snapshot}`).toString('base64url')

/** Returns undefined for a text that `writeListCursor` did not write. */
export function readListCursor(text: string): ListCursor | undefined {
  const numbers = Buffer.from(text, 'base64url').toString('latin1').split(' ').map(Number)
  const [at, key, snapshot] = numbers as [number, number, number]
  const cursor = { at, key, snapshot }
  const isOurs = writeListCursor(cursor) === text && numbers.every(Number.isSafeInteger) && snapshot >= 0
  return isOurs ? cursor : undefined
}
