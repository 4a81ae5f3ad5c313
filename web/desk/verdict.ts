import { type ActionRecord, type CheckinRecord, type Client, createClient, ProblemError } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'
import type { DeskVisit } from './today.ts'

/** The outcomes of a lookup. `expected` allows marking the arrival, `arrived` confirms it, and all others reject the
 *  code. */
export const outcomes = {
  expected: 'go',
  arrived: 'go',
  'already-arrived': 'wait',
  'too-early': 'wait',
  'too-late': 'wait',
  cancelled: 'stop',
  moved: 'stop',
  superseded: 'stop',
  expired: 'stop',
  unknown: 'stop',
  elsewhere: 'stop',
  'no-connection': 'wait',
  busy: 'wait',
  'not-allowed': 'stop',
  'not-this-clinic': 'stop',
  failed: 'stop',
  kept: 'wait',
} as const satisfies Record<string, 'go' | 'wait' | 'stop'>
export type Outcome = keyof typeof outcomes

/** The subject of a lookup: a scanned code, or a visit that the receptionist chose from a list. */
export type Subject = { code: string } | { visit: DeskVisit }

/** Identifies a subject: the code, or the id of the notification. */
export const keyOf = (subject: Subject) => ('code' in subject ? subject.code : subject.visit.id)

/** The appointment that the verdict shows. `id` is the notification's. */
export type Appointment = Pick<CheckinRecord, 'id' | 'category' | 'target' | 'contact' | 'params'>

export interface Verdict {
  outcome: Outcome
  record?: Appointment
  /** The time of the arrival, or the start or end of the arrival window. */
  at?: string | undefined
  /** The name of the clinic that issued the code. */
  clinic?: string
  /** Seconds until a retry makes sense; undefined for a final verdict. */
  again?: number
}

/** The outcome for each problem code. */
const outcomeOfProblem: Record<string, Outcome> = {
  'checkin-not-found': 'unknown',
  'checkin-expired': 'expired',
  'already-arrived': 'already-arrived',
  'too-early': 'too-early',
  'too-late': 'too-late',
  'insufficient-scope': 'not-allowed',
  'entity-not-found': 'not-this-clinic',
  'notification-not-found': 'unknown',
  'rate-limited': 'busy',
  overloaded: 'busy',
  'database-unavailable': 'busy',
}

const revoked: Record<string, Outcome> = {
  ...{ cancelled: 'cancelled', 'another-time': 'moved', moved: 'moved', superseded: 'superseded' },
}

const retryAfterSeconds = 2
// Each attempt uses the credential's budget of failed lookups.
const maxElsewhere = 3

/** The format of imported and issued tokens. A URL path cannot contain `.` or `..` as a segment. */
const isCode = (text: string) => /^[\x21-\x7e]{1,256}$/.test(text) && text !== '.' && text !== '..'

/** Looks up a code or a visit.
 *  @throws ProblemError invalid-token if the device's token is no longer valid; AbortError */
export function lookUp(session: Session, subject: Subject, signal: AbortSignal): Promise<Verdict> {
  const client = createClient({ url: serviceUrl, token: session.token, retries: 0, timeoutMs: 8_000, signal })
  return 'code' in subject ? lookUpCode(client, session, subject.code) : lookUpVisit(client, session, subject.visit)
}

async function lookUpCode(client: Client, session: Session, code: string): Promise<Verdict> {
  if (!isCode(code)) return { outcome: 'unknown' }
  const { entity } = session
  try {
    const record = await client.checkin(entity.id, code)
    return { record, ...statusOf(await client.arrival(entity.id, code)) }
  } catch (error) {
    const verdict = verdictOf(error)
    return verdict.outcome === 'unknown' ? await lookElsewhere(client, session, code).catch(verdictOf) : verdict
  }
}

async function lookUpVisit(client: Client, { entity }: Session, visit: DeskVisit): Promise<Verdict> {
  try {
    return { record: visit, ...statusOf(await client.arrivalById(entity.id, visit.id)) }
  } catch (error) {
    const isEnded = error instanceof ProblemError && error.code === 'notification-ended'
    if (isEnded) return { record: visit, outcome: visit.state === 'withdrawn' ? 'cancelled' : 'moved' }
    return { record: visit, ...verdictOf(error) }
  }
}

function statusOf({ state, ...times }: Awaited<ReturnType<Client['arrival']>>): Verdict {
  if (state === 'possible') return { outcome: 'expected' }
  const outcome = state === 'arrived' ? 'already-arrived' : state
  const at = {
    'already-arrived': times.arrived_at,
    'too-early': times.window_opens_at,
    'too-late': times.window_closes_at,
  }
  return { outcome, at: at[outcome] }
}

/** Looks for the code at the other clinics of the device, if they are few. */
async function lookElsewhere(client: Client, { entity, entities }: Session, code: string): Promise<Verdict> {
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

/** An arrival to mark. All requests with its key mark it once. */
interface Marked {
  key: string
  entityId: string
  subject: Subject
  record: Appointment
}

/** Marks the arrival. A late attempt has an instant in RFC 3339.
 *  @throws ProblemError invalid-token */
export async function markArrival(
  token: string,
  { key, entityId, subject, record }: Marked,
  at?: string,
): Promise<Verdict> {
  const client = createClient({ url: serviceUrl, token, retries: 2, maxWaitMs: 2_000, timeoutMs: 8_000 })
  const attempt = { key, ...(at !== undefined && { at }) }
  try {
    const action: ActionRecord =
      'code' in subject
        ? await client.arrive(entityId, subject.code, attempt)
        : await client.arriveById(entityId, subject.visit.id, attempt)
    return { outcome: 'arrived', record, at: action.date }
  } catch (error) {
    // The first attempt, without an instant, did reach the service.
    if (error instanceof ProblemError && error.code === 'idempotency-key-reused') return { outcome: 'arrived', record }
    return { ...verdictOf(error), record }
  }
}

/** Reverses an arrival that was marked by mistake. Returns undefined when it is reversed, or the verdict of the failure.
 *  @throws ProblemError invalid-token */
export async function undoArrival(
  { token, entity }: Session,
  subject: Subject,
  reason: string,
): Promise<Verdict | undefined> {
  const client = createClient({ url: serviceUrl, token, retries: 2, maxWaitMs: 2_000, timeoutMs: 8_000 })
  try {
    if ('code' in subject) await client.annul(entity.id, subject.code, reason)
    else await client.annulById(entity.id, subject.visit.id, reason)
  } catch (error) {
    return verdictOf(error)
  }
}

function verdictOf(error: unknown): Verdict {
  if (error instanceof ProblemError) return verdictOfProblem(error)
  const { name } = error as Error
  if (name === 'AbortError') throw error
  return name === 'TypeError' || name === 'TimeoutError'
    ? { outcome: 'no-connection', again: retryAfterSeconds }
    : { outcome: 'failed' }
}

function verdictOfProblem(problem: ProblemError): Verdict {
  const { code, reason, members, status } = problem
  if (status === 401) throw problem
  // Proxies do not send problem details.
  if ([502, 503, 504].includes(status) && code === 'unknown')
    return { outcome: 'no-connection', again: retryAfterSeconds }
  const outcome = code === 'checkin-revoked' ? revoked[reason ?? ''] : outcomeOfProblem[code]
  const at = (members.arrived_at ?? members.window_opens_at ?? members.window_closed_at) as string | undefined
  if (outcome === 'busy') return { outcome, again: Math.max(retryAfterSeconds, problem.retryAfter ?? 0) }
  return { outcome: outcome ?? 'failed', at }
}
