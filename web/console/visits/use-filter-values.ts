import { useMemo, useRef } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import type { Period } from '../../shared/time/period.ts'
import { pluginOf } from './filters-of.ts'
import type { Visit } from './visit-rows.ts'

/** The values of each filter, in the order of the locale. */
export interface FilterValues {
  plugin: string[]
  doctor: string[]
  place: string[]
}

/** Collects the values of the visits that were loaded so far. If the days have more visits, the service names their doctors.
 *  @param hasMore whether to ask the service */
export function useFilterValues({ from, to }: Period, visits: Visit[], hasMore: boolean, locale: string): FilterValues {
  const { entity } = useSignedIn().session
  const doctors = useLoaded(hasMore ? `${entity.id} ${from} ${to}` : undefined, (client) =>
    client.visitOutcomes(entity.id, from, to, { by: 'doctor' }),
  ).found?.groups
  const known = useRef({ plugin: new Set<string>(), doctor: new Set<string>(), place: new Set<string>() }).current
  return useMemo(() => {
    for (const { category, target, params } of visits) {
      known.plugin.add(pluginOf({ category, target }))
      if (params.doctor) known.doctor.add(params.doctor)
      if (params.place) known.place.add(params.place)
    }
    for (const { value } of doctors ?? []) if (value) known.doctor.add(value)
    const { compare } = new Intl.Collator(locale)
    const sorted = (some: Set<string>) => [...some].sort(compare)
    return { plugin: sorted(known.plugin), doctor: sorted(known.doctor), place: sorted(known.place) }
  }, [visits, doctors, locale])
}
