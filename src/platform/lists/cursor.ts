import { Problem } from '../errors/errors.ts'

/** The lists with pages. A cursor names its list, so that another list rejects it. */
export type ListName =
  | 'access-tokens'
  | 'acknowledgements'
  | 'actions'
  | 'attempts'
  | 'audit'
  | 'audit-of-contact'
  | 'changes'
  | 'entities'
  | 'erasures'
  | 'holds'
  | 'keys'
  | 'opt-outs'
  | 'replies'
  | 'task'
  | 'tasks'
  | 'visits'

type Kinds = readonly ('number' | 'string')[]
type Values<K extends Kinds> = { -readonly [Index in keyof K]: K[Index] extends 'number' ? number : string }

/** Writes a position in a list as the cursor of a page, which is opaque to clients. Encoded, so that addresses are not legible
 *  in the logs of proxies. */
export const writeCursor = (list: ListName, ...position: (number | string)[]) =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url')

/** Reads a position whose values have these types: integers, and texts without control characters.
 *  @throws Problem invalid-parameter for a text that `writeCursor` did not write for this list */
export function readCursor<const K extends Kinds>(cursor: string, list: ListName, ...kinds: K): Values<K> {
  const [name, ...position] = parse(cursor)
  if (name !== undefined && name !== list) throw invalidCursor('of-another-list')
  const isPosition =
    position.length === kinds.length &&
    position.every((value, index) => typeof value === kinds[index] && isStorable(value))
  if (!isPosition || writeCursor(list, ...position) !== cursor) throw invalidCursor('malformed')
  return position as Values<K>
}

export const invalidCursor = (reason: 'malformed' | 'of-another-list') =>
  new Problem('invalid-parameter', { errors: [{ parameter: 'after', reason }] })

function parse(cursor: string): (number | string)[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const isStorable = (value: number | string) =>
  typeof value === 'number' ? Number.isSafeInteger(value) : value.isWellFormed() && !/\p{Cc}/u.test(value)
