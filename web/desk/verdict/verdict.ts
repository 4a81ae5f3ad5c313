import { type ArrivalStatus, type CheckinRecord, ProblemError } from '../../../client/client.ts'
import type { DeskVisit } from '../day/desk-visit.ts'

/** The outcomes of a lookup, with their tones. `go`: the contact is expected, and nothing else is to be said. `wait`: staff
 *  decide, or wait. `stop`: there is no arrival to mark. */
export const outcomes = {
  expected: 'go',
  arrived: 'go',
  listed: 'wait',
  // The arrival window is open, but the visit is not today.
  'another-day': 'wait',
  unsent: 'wait',
  'already-arrived': 'wait',
  'cancelled-by-contact': 'wait',
  'another-time': 'wait',
  'too-early': 'wait',
  'too-late': 'wait',
  expired: 'wait',
  outdated: 'wait',
  moved: 'wait',
  cancelled: 'stop',
  ended: 'stop',
  unknown: 'stop',
  elsewhere: 'stop',
  'person-required': 'wait',
  'no-connection': 'wait',
  busy: 'wait',
  'not-allowed': 'stop',
  'not-this-clinic': 'stop',
  failed: 'stop',
} as const satisfies Record<string, 'go' | 'wait' | 'stop'>
export type Outcome = keyof typeof outcomes

/** How staff can mark the arrival of a visit after an outcome: as the first thing to do, as the second, or anyway, which
 *  needs a reason. */
export const marking: Partial<Record<Outcome, 'first' | 'second' | 'anyway'>> = {
  expected: 'first',
  listed: 'first',
  'another-day': 'first',
  // A device with a full disk cannot keep the arrival.
  'no-connection': 'first',
  'cancelled-by-contact': 'second',
  'another-time': 'second',
  'too-early': 'anyway',
  'too-late': 'anyway',
  expired: 'anyway',
  outdated: 'anyway',
}

/** A visit that the receptionist chose. Of an unsent arrival, the device may know only the name. */
interface ChosenVisit {
  /** The id of the notification. */
  id: string
  name: string
  visit?: DeskVisit
}

/** A code that was scanned or typed. A scanner that acts as a keyboard also has other readings of its keys. */
export interface ScannedCode {
  code: string
  readings?: string[] | undefined
}

/** The target of a lookup: a scanned code, or a visit. */
export type ScanTarget = ScannedCode | ChosenVisit

export const targetOf = (visit: DeskVisit): ChosenVisit => ({ id: visit.id, name: visit.contact.name, visit })

/** Identifies a target: the code, or the id of the notification. */
export const keyOf = (target: ScanTarget) => ('code' in target ? target.code : target.id)

/** The appointment that the verdict shows. `id` is the notification's. */
export type Appointment = Pick<CheckinRecord, 'id' | 'category' | 'target' | 'contact' | 'params'>

export interface Verdict {
  outcome: Outcome
  record?: Appointment | undefined
  /** The reading of the scan that is the code, if it is not the first one. */
  code?: string
  /** The name of the contact, without a record. */
  name?: string | undefined
  /** The visit that took the place of one that the clinic moved. `record` shows it. */
  successor?: DeskVisit | undefined
  /** The time of the arrival, the start or end of the arrival window, or the new start of a moved visit. */
  at?: string | undefined
  /** Why the service refused to record an arrival without a person. */
  reason?: string | undefined
  /** Whether the service marks this arrival only with a reason. */
  needsReason?: boolean
  /** Whether only this device judged the visit, without a connection. */
  isFromDevice?: boolean
  /** The name of the clinic that issued the code. */
  clinic?: string
  /** Seconds until a retry makes sense; undefined for a final verdict. */
  retryAfterSeconds?: number | undefined
}

/** Returns the visit that a verdict is about, if it is known. */
export function visitOf(target: ScanTarget, { record }: Verdict): { id: string; name: string } | undefined {
  if (record) return { id: record.id, name: record.contact.name }
  return 'code' in target ? undefined : { id: target.id, name: target.name }
}

const undoForMs = 10 * 60_000

/** Whether the receptionist may still reverse the arrival. */
export const canUndo = ({ outcome, at }: Verdict, now: number): boolean =>
  (outcome === 'arrived' || outcome === 'already-arrived') && at !== undefined && now - Date.parse(at) < undoForMs

/** The outcome for each problem code. */
const outcomeOfProblem: Record<string, Outcome> = {
  'checkin-not-found': 'unknown',
  'checkin-expired': 'expired',
  'already-arrived': 'already-arrived',
  'too-early': 'too-early',
  'too-late': 'too-late',
  'person-required': 'person-required',
  'insufficient-scope': 'not-allowed',
  'entity-not-found': 'not-this-clinic',
  'notification-not-found': 'unknown',
  'notification-ended': 'ended',
  'rate-limited': 'busy',
  overloaded: 'busy',
  'database-unavailable': 'busy',
}

interface Revocation {
  /** The state of the visit. Imported history does not contain it. */
  state: ArrivalStatus['notification_state']
  /** The outcome for a page that does not know the visit. */
  outcome: Outcome
}

const moved: Revocation = { state: 'superseded', outcome: 'moved' }

/** What the reason of a revoked code says about its visit. */
export const revocations: Partial<Record<string, Revocation>> = {
  cancelled: { state: 'cancelled', outcome: 'cancelled' },
  'another-time': { state: 'rescheduling', outcome: 'another-time' },
  moved,
  superseded: moved,
}

export const minRetryAfterSeconds = 2

/** @throws ProblemError invalid-token; AbortError */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof ProblemError) return verdictOfProblem(error)
  const { name } = error as Error
  if (name === 'AbortError') throw error
  return name === 'TypeError' || name === 'TimeoutError'
    ? { outcome: 'no-connection', retryAfterSeconds: minRetryAfterSeconds }
    : { outcome: 'failed' }
}

function verdictOfProblem(problem: ProblemError): Verdict {
  const { code, reason, members, status } = problem
  if (status === 401) throw problem
  // Proxies do not send problem details.
  if ([502, 503, 504].includes(status) && code === 'unknown')
    return { outcome: 'no-connection', retryAfterSeconds: minRetryAfterSeconds }
  const outcome = code === 'checkin-revoked' ? revocations[reason ?? '']?.outcome : outcomeOfProblem[code]
  const at = (members.arrived_at ?? members.window_opens_at ?? members.window_closed_at) as string | undefined
  if (outcome === 'busy') return { outcome, retryAfterSeconds: Math.max(minRetryAfterSeconds, problem.retryAfter ?? 0) }
  if (outcome === 'person-required') return { outcome, reason }
  return { outcome: outcome ?? 'failed', at, ...(marking[outcome ?? 'failed'] === 'anyway' && { needsReason: true }) }
}
