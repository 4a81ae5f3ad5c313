import type { ActionRecord } from '../../../client/client.ts'

/** Applies actions, earliest first, to a list of arrivals, latest first. An annulment removes its arrival. */
export function withActions(arrivals: ActionRecord[], actions: ActionRecord[]): ActionRecord[] {
  const arrived = new Map(arrivals.toReversed().map((arrival) => [arrival.notification_id, arrival]))
  for (const action of actions) {
    arrived.delete(action.notification_id)
    if (action.action === 'arrive') arrived.set(action.notification_id, action)
  }
  return [...arrived.values()].reverse()
}
