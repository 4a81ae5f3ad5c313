import type { Session as PersonSession } from '../../../client/client.ts'

/** The person at a desk:
 *  - `unneeded`: the device records arrivals by its own name;
 *  - `unknown`: the service has not said yet who has signed in;
 *  - `missing`: nobody has signed in, or the session is over;
 *  - `unfit`: the person may not record arrivals at this clinic;
 *  - `present`: arrivals are recorded by the person's name. */
export type Person = { mode: 'unneeded' | 'unknown' | 'missing' } | { mode: 'unfit' | 'present'; name: string }

/** Returns who has signed in, for the desk of a clinic. */
export function personOf({ name, scopes, all_entities, entities = [] }: PersonSession, entityId: string): Person {
  const isFit = scopes.includes('checkin:write') && (all_entities || entities.includes(entityId))
  return { mode: isFit ? 'present' : 'unfit', name }
}

/** How long the session lasts if nobody uses it. Both times are the service's: the clock of a device may be wrong. */
export const remainingMs = ({ used_at, expires_at }: PersonSession) => Date.parse(expires_at) - Date.parse(used_at)

/** `prompt=login`: the provider asks for the password even with a session of its own, because staff share the device. */
export const signInAddress = `sign-in?prompt=login&to=${encodeURIComponent('/desk')}`
