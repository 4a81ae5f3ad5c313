/** How long an access token works. */
export const expiries = ['never', 'P90D', 'P1Y', 'day'] as const
export type Expiry = (typeof expiries)[number]

/** Returns when a token expires that is created now; undefined if it does not expire, or not in the future.
 *  @param day the last day on which it works, YYYY-MM-DD, in the zone of this device */
export function expiryOf(expiry: Expiry, day: string, now: Date): Date | undefined {
  const at = new Date(now)
  if (expiry === 'P90D') at.setUTCDate(at.getUTCDate() + 90)
  else if (expiry === 'P1Y') at.setUTCFullYear(at.getUTCFullYear() + 1)
  else if (expiry === 'day') return dayAfter(day, now)
  else return undefined
  return at
}

function dayAfter(day: string, now: Date): Date | undefined {
  const midnight = new Date(`${day}T00:00:00`)
  midnight.setDate(midnight.getDate() + 1)
  return midnight > now ? midnight : undefined
}
