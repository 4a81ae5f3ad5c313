import type { VisitOutcomes } from '../../../client/client.ts'
import type { Place } from '../../shared/page-location.ts'
import type { Period } from '../../shared/time/period.ts'
import { withoutFilters } from '../visits/visits-place.ts'
import type { By } from './use-figures.ts'

/** A number of the outcomes, such as `over.no_show`. */
type NumberName = `over.${keyof VisitOutcomes['over']}` | `to_come.${keyof VisitOutcomes['to_come']}`

/** The visits that a number counts. */
export interface Counted {
  period: Period
  name: NumberName
  doctor?: string | undefined
  /** The group; without a value, the one whose value is unknown. */
  group?: { by: By; value: string | undefined }
  /** The time until which visits counted as over, if it is not now. */
  until?: string | undefined
}

/** Returns the place of the list that has exactly these visits. */
export const numberPlace = ({ period, name, doctor, group, until }: Counted): Place => ({
  ...withoutFilters,
  tab: 'visits',
  view: 'period',
  date: undefined,
  find: undefined,
  from: period.from,
  to: period.to,
  counted: name,
  counted_by: group?.by,
  group: group?.value,
  until,
  doctor,
})
