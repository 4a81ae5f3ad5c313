import { randomUUIDv7 } from 'node:crypto'
import type { Instant } from '../time/instant.ts'

let latest = ''

/** Returns a UUID of version 7 for a stored row. Within a millisecond, the ids of a process increase with each call
 *  (docs/decisions/0116). */
export function newId(): string {
  const id = randomUUIDv7()
  const isSameMillisecond = id.slice(0, 13) === latest.slice(0, 13)
  latest = isSameMillisecond && id < latest ? successor(latest) : id
  return latest
}

/** Counts in the last 48 bits. */
function successor(id: string): string {
  const next = (Number.parseInt(id.slice(24), 16) + 1) % 2 ** 48
  return id.slice(0, 24) + next.toString(16).padStart(12, '0')
}

/** Returns when an id was created, to the millisecond. RFC 9562, section 5.7. */
export const createdAtOf = (id: string): Instant => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) * 1_000
