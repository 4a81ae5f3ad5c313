import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { isListed } from '../../shared/visits/listed-visit.ts'
import { type DeskVisit, deskVisit } from './desk-visit.ts'

const maxVisits = 20
// The service accepts at most this many words. A whole name with its prefixes may be pasted.
const maxWords = 8

/** Finds visits of the day before and the day after, for a contact who comes on the wrong day. The scope of the desk does
 *  not reach further.
 *  @throws ProblemError, TypeError without a connection */
export async function findNearVisits(
  { token, entity }: Session,
  today: string,
  words: string,
  signal: AbortSignal,
): Promise<DeskVisit[]> {
  const q = words.trim().split(/\s+/).slice(0, maxWords).join(' ')
  const client = connect(token, { retries: 0, timeoutMs: 8_000, signal })
  const near: DeskVisit[] = []
  for (const day of [addDays(today, -1), addDays(today, 1)]) {
    for await (const visit of client.visits(entity.id, day, day, { q, test: 'false' })) {
      if (isListed(visit) && near.push(deskVisit(visit)) === maxVisits) return near
    }
  }
  return near
}
