import { type Client, ProblemError } from '../../client/client.ts'
import { replacedOrWithdrawnStates } from '../../client/states.ts'
import { judge } from './judge.ts'
import { type KnownDay, nearVisit, successorOf, visitById } from './known-day.ts'
import { type Outcome, revocations, type Verdict } from './verdict.ts'

/** The outcomes of a visit that the contact still wants. */
const wanted: Outcome[] = ['expected', 'too-early', 'too-late']

/** Returns the verdict about the visit of a code that is no longer valid: the same as for the visit chosen by name. But the
 *  contact is never expected, and an arrival needs a reason.
 *  @throws the client's errors */
export async function lookUpEndedCode(
  client: Client,
  entityId: string,
  { code, reason = '', members }: ProblemError,
  day: KnownDay,
): Promise<Verdict> {
  const id = members.notification_id as string
  const stateAfter = revocations[reason]?.state
  const status = await client.arrival(entityId, { id }).catch(undefinedIfEnded)
  if (!status) return lookUpEnded(client, entityId, id, day, stateAfter === 'superseded' ? 'moved' : 'ended')
  const { notification_state } = status
  const state = notification_state === 'imported' ? (stateAfter ?? 'imported') : notification_state
  if (state === 'superseded') return lookUpEnded(client, entityId, id, day, 'moved')
  const verdict = judge({ ...status, notification_state: state })
  const record = await visitById(client, entityId, day, id, { state: [notification_state] })
  const ofCode = code === 'checkin-expired' ? 'expired' : 'outdated'
  return { ...verdict, outcome: wanted.includes(verdict.outcome) ? ofCode : verdict.outcome, record, needsReason: true }
}

/** Returns the verdict about a visit that the clinic has withdrawn or moved. `otherwise` is the outcome for one that the desk
 *  cannot see.
 *  @throws the client's errors */
export async function lookUpEnded(
  client: Client,
  entityId: string,
  id: string,
  day: KnownDay,
  otherwise: 'moved' | 'ended',
): Promise<Verdict> {
  const known = day.visits.get(id)?.visit
  const filters = known ? { external_id: [known.external_id] } : { state: replacedOrWithdrawnStates }
  const old = await nearVisit(client, entityId, day, id, filters)
  if (old?.state === 'withdrawn') return { outcome: 'cancelled', record: old }
  if (!old && otherwise === 'ended') return { outcome: 'ended', record: known }
  const successor = await successorOf(client, entityId, day, id, old)
  const name = old?.contact.name
  return { outcome: 'moved', successor, record: successor, at: successor?.starts_at, name }
}

function undefinedIfEnded(error: unknown): undefined {
  if (!(error instanceof ProblemError && error.code === 'notification-ended')) throw error
}
