import type { ArrivalStatus } from '../../client/client.ts'
import type { Outcome } from './verdict.ts'

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
