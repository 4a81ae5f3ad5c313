import type { VisitOutcomes } from '../../../client/client.ts'

/** Below so many visits, chance alone may explain a difference (docs/decisions/0104). */
export const minVisits = 30

/** The visits that the percentages are of: those that are over, and whose end is known. */
export const knownEnds = ({ visits, unknown }: VisitOutcomes['over']): number => visits - unknown
