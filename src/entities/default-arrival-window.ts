/** When arrivals can be marked at a clinic that has not set its window, in minutes before and after the start of the visit.
 *  The tables have the same defaults, and docs/using/arrivals.md states them. */
export const defaultArrivalWindow = { arrive_early: 120, arrive_late: 60 } as const
