import { Problem } from '../errors.ts'
import type { VisitPosition } from './visit-range.ts'

/** The `after` parameter: opaque to clients. */
export const writeVisitCursor = ({ at, id }: VisitPosition) => Buffer.from(`${at} ${id}`).toString('base64url')

/** @throws Problem invalid-parameter for a text that `writeVisitCursor` did not write */
export function readVisitCursor(text: string): VisitPosition {
  const [at, id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const cursor = { at: Number(at), id }
  if (writeVisitCursor(cursor) !== text || !Number.isSafeInteger(cursor.at)) throw invalidCursor('malformed')
  return cursor
}

export const invalidCursor = (reason: string) =>
  new Problem('invalid-parameter', { errors: [{ parameter: 'after', reason }] })
