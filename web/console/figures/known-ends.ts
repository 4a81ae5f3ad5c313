import type { VisitOutcomes } from '../../../client/client.ts'

export type Over = VisitOutcomes['over']

/** The outcomes with a percentage. */
export const endNames = [
  ...(['arrived', 'no_show', 'cancelled_in_time', 'cancelled_late', 'another_time'] as const),
] satisfies (keyof Over)[]
export type EndName = (typeof endNames)[number]

/** Below this number, chance alone may explain a difference (docs/decisions/0060). */
export const minVisits = 30

/** The visits that the percentages are of: those that are over, and whose end is known. */
export const knownEnds = ({ visits, unknown }: Over): number => visits - unknown

export const isSmall = (over: Over): boolean => knownEnds(over) > 0 && knownEnds(over) < minVisits
