import { type ActionRecord, type CheckinRecord, type Client, createClient, ProblemError } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'

/** What the desk is told of a code. `expected` can be marked as arrived, and `arrived` was just now; all others refuse. */
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
} as const satisfies Record<string, 'go' | 'wait' | 'stop'>
export type Outcome = keyof typeof outcomes

export interface Verdict {
  outcome: Outcome
  /** Where it is known. */
  record?: CheckinRecord
  /** When it was marked, from when on it can be, or up to when it could. */
  at?: string | undefined
  /** The name of the clinic that the code is of. */
  clinic?: string
  /** After so many seconds it is worth another try; undefined when the verdict stands. */
  again?: number
}

/** What each problem means at the desk. */
const outcomeOfProblem: Record<string, Outcome> = {
  'checkin-not-found': 'unknown',
  'checkin-expired': 'expired',
  'already-arrived': 'already-arrived',
  'too-early': 'too-early',
  'too-late': 'too-late',
  'insufficient-scope': 'not-allowed',
  'entity-not-found': 'not-this-clinic',
  'rate-limited': 'busy',
  overloaded: 'busy',
  'database-unavailable': 'busy',
}

const revoked: Record<string, Outcome> = { cancelled: 'cancelled', moved: 'moved', superseded: 'superseded' }

const retryAfterSeconds = 2
// Each of them costs one of the failed look-ups that a credential has in a minute.
const maxElsewhere = 3

/** What another system's token may be, and ours are. A path cannot hold the last two. */
const isCode = (text: string) => /^[\x21-\x7e]{1,256}$/.test(text) && text !== '.' && text !== '..'

/** What is behind a code.
 *  @throws ProblemError invalid-token when the device may not ask any more; AbortError */
export async function lookUp(session: Session, code: string, signal: AbortSignal): Promise<Verdict> {
  if (!isCode(code)) return { outcome: 'unknown' }
  const { token, entity } = session
  const client = createClient({ url: serviceUrl, token, retries: 0, timeoutMs: 8_000, signal })
  try {
    const record = await client.checkin(entity.id, code)
    const { state, ...times } = await client.arrival(entity.id, code)
    if (state === 'possible') return { outcome: 'expected', record }
    const outcome = state === 'arrived' ? 'already-arrived' : state
    const at = {
      'already-arrived': times.arrived_at,
      'too-early': times.window_opens_at,
      'too-late': times.window_closes_at,
    }
    return { outcome, record, at: at[outcome] }
  } catch (error) {
    const verdict = verdictOf(error)
    return verdict.outcome === 'unknown' ? await lookElsewhere(client, session, code).catch(verdictOf) : verdict
  }
}

/** A device of a few clinics can tell which of them the code is of. */
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

/** Marks the arrival. Sent again when no answer came, it is marked once all the same.
 *  @throws ProblemError invalid-token */
export async function markArrival({ token, entity }: Session, code: string, record: CheckinRecord): Promise<Verdict> {
  const client = createClient({ url: serviceUrl, token, retries: 2, maxWaitMs: 2_000, timeoutMs: 8_000 })
  try {
    const action: ActionRecord = await client.arrive(entity.id, code)
    return { outcome: 'arrived', record, at: action.date }
  } catch (error) {
    return { ...verdictOf(error), record }
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
  // What stands between us and the service speaks no problem details.
  if ([502, 503, 504].includes(status) && code === 'unknown')
    return { outcome: 'no-connection', again: retryAfterSeconds }
  const outcome = code === 'checkin-revoked' ? revoked[reason ?? ''] : outcomeOfProblem[code]
  const at = (members.arrived_at ?? members.window_opens_at ?? members.window_closed_at) as string | undefined
  if (outcome === 'busy') return { outcome, again: Math.max(retryAfterSeconds, problem.retryAfter ?? 0) }
  return { outcome: outcome ?? 'failed', at }
}
