import { useRef } from 'preact/hooks'
import { type Found, pluginOf } from './filter-visits.ts'

/** Collects the values to choose from. Those of the same days stay when the service filters them. */
export function useFilterValues(visits: Found[], days: string, locale: string) {
  const known = useRef({ days: '', visits: [] as Found[], plugin: [''], doctor: [''], place: [''] })
  if (known.current.visits !== visits || known.current.days !== days) {
    const before = known.current.days === days ? known.current : { plugin: [], doctor: [], place: [] }
    const { compare } = new Intl.Collator(locale)
    const all = { plugin: new Set(before.plugin), doctor: new Set(before.doctor), place: new Set(before.place) }
    for (const { visit } of visits) {
      all.plugin.add(pluginOf(visit))
      if (visit.params.doctor) all.doctor.add(visit.params.doctor)
      if (visit.params.place) all.place.add(visit.params.place)
    }
    const sorted = (some: Set<string>) => [...some].filter(Boolean).sort(compare)
    known.current = { days, visits, plugin: sorted(all.plugin), doctor: sorted(all.doctor), place: sorted(all.place) }
  }
  return known.current
}
