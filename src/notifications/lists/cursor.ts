import type { Position } from '../../database/keyset-range.ts'
import { Problem } from '../../errors.ts'

/** The `after` parameter: opaque to clients. */
export const writeVisitCursor = ({ at, key }: Position<string>) => Buffer.from(`${at} ${key}`).toString('base64url')

/** @throws Problem invalid-parameter for a text that `writeVisitCursor` did not write */
export function readVisitCursor(text: string): Position<string> {
  const [at, key = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const cursor = { at: Number(at), key }
  if (writeVisitCursor(cursor) !== text || !Number.isSafeInteger(cursor.at)) throw invalidCursor('malformed')
  return cursor
}

export const invalidCursor = (reason: string) =>
  new Problem('invalid-parameter', { errors: [{ parameter: 'after', reason }] })
