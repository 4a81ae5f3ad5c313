import { ProblemError } from '../../client/client.ts'

/** Why an address takes no answer, as the service says. */
const addressFaults = ['opted-out', 'undeliverable', 'address-removed', 'conversation-over'] as const
type AddressFault = (typeof addressFaults)[number]

/** Why the service did not save a change. */
export type ChangeFault =
  | 'no-connection'
  | 'busy'
  | 'signed-out'
  | 'not-allowed'
  | 'ended'
  | 'answered'
  | 'changed'
  | 'too-late'
  | 'not-offered'
  | 'unknown'
  | 'text'
  | AddressFault
  | 'refused'

const faultsOfCodes: Partial<Record<string, ChangeFault>> = {
  'notification-ended': 'ended',
  'not-rescheduling': 'answered',
  'already-arrived': 'changed',
  'not-arrived': 'changed',
  'answered-since': 'changed',
  'clock-not-changed': 'changed',
  'too-late': 'too-late',
  'answer-not-offered': 'not-offered',
  'notification-not-found': 'unknown',
  'reply-not-found': 'unknown',
  'failure-not-found': 'unknown',
  'invalid-body': 'text',
}

export function changeFaultOf(error: unknown): ChangeFault {
  if (!(error instanceof ProblemError)) return 'no-connection'
  const { status, code, reason } = error
  if (status === 401) return 'signed-out'
  if (status === 403) return 'not-allowed'
  if (status === 429 || status >= 500) return 'busy'
  return faultsOfCodes[code] ?? addressFaults.find((one) => one === reason) ?? 'refused'
}
