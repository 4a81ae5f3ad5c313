import { Type } from 'typebox'
import { parseInstant } from './instant.ts'

/** The schema of an instant that a client gives. */
export const instantText = (description: string) =>
  Type.Refine(
    Type.String({ maxLength: 64, description }),
    (text) => parseInstant(text) !== undefined,
    () => 'must be an RFC 3339 instant with an offset, such as 2026-03-29T09:00:00+01:00',
  )
