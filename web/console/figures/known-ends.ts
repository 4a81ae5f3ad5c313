import type { VisitOutcomes } from '../../../client/client.ts'

export type Over = VisitOutcomes['over']

/** The outcomes with a percentage. */
export const endNames = [
  ...(['arrived', 'no_show', 'cancelled_in_time', 'cancelled_late', 'another_time'] as const),
] satisfies (keyof Over)[]
export type EndName = (typeof endNames)[number]

/** The visits that the percentages are of: those that are over, and whose end is known. */
export const knownEnds = ({ visits, unknown }: Over): number => visits - unknown

export interface Share {
  part: number
  whole: number
}

// Of fewer, chance alone may explain a difference (docs/decisions/0060): a percentage would claim too much.
const minVisits = 30

/** Writes a share as a percentage, or as numbers if it is one of few: 7 of 12.
 *  @param of the words for two numbers */
export function writtenShare({ part, whole }: Share, of: (share: Share) => string, locale: string): string {
  if (whole === 0) return '–'
  return whole < minVisits ? of({ part, whole }) : (part / whole).toLocaleString(locale, { style: 'percent' })
}

export const isPercentage = ({ whole }: Share) => whole >= minVisits
