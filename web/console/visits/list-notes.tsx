import { useContext } from 'preact/hooks'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { maxFound, maxVisits } from './use-asked.ts'
import type { Loaded } from './use-visits.ts'

/** The number of listed visits, and of all loaded ones. */
export function Count({ shown, all, loaded }: { shown: number; all: number; loaded: Loaded }) {
  const say = useWords('visits')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const count = shown.toLocaleString(locale)
  const text =
    shown === all ? fill(say.count, { count }) : fill(say.countOf, { count, all: all.toLocaleString(locale) })
  return (
    <p class="hint" role="status">
      {loaded.readAt && text} {loaded.state === 'reading' && say.loading}
    </p>
  )
}

interface NotesProps {
  loaded: Loaded
  time: ClinicTime
  isSearch: boolean
  isFilteredByService: boolean
  onAgain: () => void
}

/** Warns that the list is out of date or incomplete. */
export function Notes({ loaded: { state, readAt, isCut }, time, isSearch, isFilteredByService, onAgain }: NotesProps) {
  const say = useWords('visits')
  const work = useWords('work')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const max = (isSearch ? maxFound : maxVisits).toLocaleString(locale)
  return (
    <>
      {state === 'failed' && (
        <p class="fault" role="alert">
          {work.failing} {readAt && fill(work.asOf, { at: time.time(readAt) })}{' '}
          <button type="button" onClick={onAgain}>
            {work.again}
          </button>
        </p>
      )}
      {isCut && (
        <p class="note">{fill(isSearch ? say.cutSearch : isFilteredByService ? say.cutMore : say.cut, { max })}</p>
      )}
    </>
  )
}
