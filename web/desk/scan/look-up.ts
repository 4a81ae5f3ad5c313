import { type Client, ProblemError } from '../../../client/client.ts'
import { replacedOrWithdrawnStates } from '../../../client/states.ts'
import type { Session } from '../../shared/access/session.ts'
import { type KnownDay, successorOf, visitById, visitFromService, visitOfCode } from '../day/known-day.ts'
import { judge, judgeOnDevice } from '../verdict/judge.ts'
import {
  type Outcome,
  revocations,
  type ScannedCode,
  type ScanTarget,
  type Verdict,
  verdictOf,
} from '../verdict/verdict.ts'
import { readingsOf } from './readings.ts'

// Each attempt uses the credential's budget of failed lookups.
const maxElsewhere = 3

/** The clinic of the page, and all those of the device. */
type Clinics = Pick<Session, 'entity' | 'entities'>

/** Looks up a code or a visit. Without a connection, this device judges a visit that it has. In the waiting room, there is no
 *  `day`: the page shows nothing about a visit that its code does not open.
 *  @throws ProblemError invalid-token if the device's token is no longer valid; AbortError */
export async function lookUp(client: Client, session: Clinics, target: ScanTarget, day: KnownDay | undefined) {
  const verdict =
    'code' in target ? await lookUpScan(client, session, target, day) : await lookUpVisit(client, session, target, day)
  if (verdict.outcome !== 'no-connection' || !day) return verdict
  const visit = await visitOnDevice(target, day)
  return visit ? judgeOnDevice(visit, session.entity, Date.now()) : verdict
}

async function visitOnDevice(target: ScanTarget, day: KnownDay) {
  if (!('code' in target)) return day.visits.get(target.id)?.visit ?? target.visit
  for (const reading of readingsOf(target)) {
    const visit = await visitOfCode(day, reading)
    if (visit) return visit
  }
  return undefined
}

/** Looks the readings of a scan up, until one is known. */
async function lookUpScan(client: Client, session: Clinics, target: ScannedCode, day: KnownDay | undefined) {
  for (const code of readingsOf(target)) {
    const verdict = await lookUpCode(client, session, code, day)
    if (verdict.outcome !== 'unknown') return code === target.code ? verdict : { ...verdict, code }
  }
  return { outcome: 'unknown' } as const
}

async function lookUpCode(client: Client, session: Clinics, code: string, day: KnownDay | undefined): Promise<Verdict> {
  const { entity } = session
  try {
    const record = await client.checkin(entity.id, code)
    return { ...judge(await client.arrival(entity.id, { token: code })), record }
  } catch (error) {
    const isEnded = error instanceof ProblemError && error.status === 410
    if (isEnded && day) return lookUpEndedCode(client, entity.id, error, day).catch(verdictOf)
    const verdict = verdictOf(error)
    return verdict.outcome === 'unknown' ? await lookElsewhere(client, session, code).catch(verdictOf) : verdict
  }
}

async function lookUpVisit(
  client: Client,
  { entity }: Clinics,
  target: Exclude<ScanTarget, { code: string }>,
  day: KnownDay | undefined,
): Promise<Verdict> {
  const record = day?.visits.get(target.id)?.visit ?? target.visit
  try {
    return { ...judge(await client.arrival(entity.id, { id: target.id })), record }
  } catch (error) {
    const isEnded = error instanceof ProblemError && error.code === 'notification-ended'
    if (isEnded && day) return lookUpEnded(client, entity.id, target.id, day, 'ended').catch(verdictOf)
    return { ...verdictOf(error), record }
  }
}

/** Looks for the code at the other clinics of the device, if they are few. */
async function lookElsewhere(client: Client, { entity, entities }: Clinics, code: string): Promise<Verdict> {
  const others = entities.filter(({ id }) => id !== entity.id)
  for (const { id, name } of others.length > maxElsewhere ? [] : others) {
    const problem = await client.checkin(id, code).then(
      () => undefined,
      (error) => error,
    )
    const isThere = problem === undefined || (problem instanceof ProblemError && problem.status === 410)
    if (isThere) return { outcome: 'elsewhere', clinic: name }
    if (!(problem instanceof ProblemError && problem.status === 404)) throw problem
  }
  return { outcome: 'unknown' }
}

/** The outcomes of a visit that the contact still wants. */
const wanted: Outcome[] = ['expected', 'too-early', 'too-late']

/** Returns the verdict about the visit of a code that is no longer valid: the same as for the visit chosen by name. But the
 *  contact is never expected, and an arrival needs a reason.
 *  @throws the client's errors */
async function lookUpEndedCode(
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
async function lookUpEnded(
  client: Client,
  entityId: string,
  id: string,
  day: KnownDay,
  otherwise: 'moved' | 'ended',
): Promise<Verdict> {
  const known = day.visits.get(id)?.visit
  const filters = known ? { external_id: [known.external_id] } : { state: replacedOrWithdrawnStates }
  const old = await visitFromService(client, entityId, day, id, filters)
  if (old?.state === 'withdrawn') return { outcome: 'cancelled', record: old }
  if (!old && otherwise === 'ended') return { outcome: 'ended', record: known }
  const successor = await successorOf(client, entityId, day, id, old)
  const name = old?.contact.name
  return { outcome: 'moved', successor, record: successor, at: successor?.starts_at, name }
}

function undefinedIfEnded(error: unknown): undefined {
  if (!(error instanceof ProblemError && error.code === 'notification-ended')) throw error
}
