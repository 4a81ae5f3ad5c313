import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { expectedUntil } from '../../visits/plugins/registry.ts'
import type { MessageContext } from '../compose/message-context.ts'
import type { MessageKind } from '../delivery/kind.ts'
import { quietHoursOf, quietUntil } from './quiet-hours.ts'

// News of a visit within this time does not wait.
const soonMicros = hours(12)

/** Which kinds of message wait for the end of quiet hours. News of the clinic waits, unless the visit is soon. A response to
 *  what the contact just did does not wait. */
const waits = {
  notice: 'always',
  reminder: 'always',
  moved: 'unless soon',
  withdrawn: 'unless soon',
  'no-show': 'always',
  confirmation: 'never',
  acknowledgement: 'never',
  clarification: 'never',
  question: 'never',
  answer: 'never',
} as const satisfies Record<MessageKind, string>

type MessageTimes = Pick<MessageContext, 'entity' | 'times' | 'knownTimes'>

/** Returns until when a message waits at `now`, because the hours are quiet; undefined: it does not wait. A message for which the
 *  end of the quiet hours is too late does not wait: nothing is dropped. */
export async function endOfQuietHours(
  database: Kysely<Schema>,
  kind: MessageKind,
  { entity, times, knownTimes }: MessageTimes,
  now: Instant,
): Promise<Instant | undefined> {
  if (waits[kind] === 'never' || !times) return undefined
  const isSoon = [times, knownTimes].some((one) => one && one.startsAt <= now + soonMicros)
  if (waits[kind] === 'unless soon' && isSoon) return undefined
  const ends = [times.answersCloseAt, expectedUntil(times)]
  // Before the end of the quiet hours, a contact would come at the start that they know.
  const known = waits[kind] === 'unless soon' && knownTimes ? knownTimes.startsAt : Number.POSITIVE_INFINITY
  const deadline = Math.min(known, ends.find((end) => now < end) ?? Number.POSITIVE_INFINITY)
  const quiet = { quietHours: await quietHoursOf(database, entity.id), timeZone: entity.time_zone }
  return quietUntil(now, deadline, quiet)
}
