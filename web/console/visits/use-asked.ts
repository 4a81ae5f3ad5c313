import { useContext, useEffect, useState } from 'preact/hooks'
import { searchedWords } from '../../../client/words.ts'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import { LanguageContext } from '../../language.tsx'
import { forService } from '../../visit-list/find.ts'
import type { Period } from '../period.ts'
import { filtersOf, isFiltered } from './filter-visits.ts'
import type { Asked } from './read-visits.ts'
import { useVisits } from './use-visits.ts'
import type { VisitsPlace } from './visits-place.ts'

/** A hospital has up to 20,000 visits a day (docs/decisions/0058). */
export const maxVisits = 20_000
export const maxFound = 1_000

interface Wanted {
  place: VisitsPlace
  period: Period
  today: string
  /** The search, once the typing pauses. */
  settled: string
  generation: number
  /** The start of the first visit in sight. */
  first: { current: string | undefined }
}

/** Asks for all visits of the days, so that the page can filter and count them at once. If they are too many, or on all days, the
 *  service filters them. */
export function useAsked(
  session: Session,
  { place: { view, filters }, period, today, settled, generation, first }: Wanted,
  onRefused: SessionControl['close'],
) {
  const { locale } = useContext(LanguageContext)
  const [cutDays, setCutDays] = useState<string>()
  const days = JSON.stringify(period)
  const isSearch = view === 'all'
  const isWord = searchedWords(settled).length > 0
  const isFilteredByService = isSearch || (cutDays === days && (isFiltered(filters) || isWord))
  const q = isWord ? forService(settled, locale, today) : ''
  const asked: Asked | undefined =
    isSearch && !isWord
      ? undefined
      : { period, filters: isFilteredByService ? filtersOf(filters, q) : {}, max: isSearch ? maxFound : maxVisits }
  const loaded = useVisits(session, asked, generation, () => first.current, onRefused)
  useEffect(() => {
    if (loaded.isCut && !isFilteredByService) setCutDays(days)
  }, [loaded.isCut, isFilteredByService, days])
  return { loaded, isFilteredByService, q }
}
