import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import type { Pages } from '../../shared/loading/use-pages.ts'
import { LocationContext } from '../../shared/page-location.ts'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { useNow } from '../../shared/time/use-now.ts'
import { stateOf } from '../../shared/visits/listed-visit.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { VisitRowContent } from '../../shared/visits/visit-row.tsx'
import { type Group, isHeading, type Row, type Visit } from './visit-rows.ts'
import type { VisitsPlace } from './visits-place.ts'
import { writtenLongDay } from './written-days.ts'

interface Props {
  rows: Row[]
  list: Pages<Visit>
  place: VisitsPlace
  /** What follows the rows. */
  children: ComponentChildren
}

/** The rows in a box that scrolls, with a button for more of them. */
export function RowList({ rows, list, place: { view, by }, children }: Props) {
  const say = useWords('visits')
  const { more } = useWords('console')
  const now = useNow()
  const { go } = useContext(LocationContext)
  const isWithDay = by === 'doctor' && view !== 'day'
  return (
    <div class={isWithDay ? 'rows with-days' : 'rows'}>
      <div class="row-list">
        <ol aria-label={say.list}>
          {rows.map((row) => (
            <li key={row.key} class={isHeading(row) ? 'group' : undefined}>
              {isHeading(row) ? (
                <GroupHeading {...row} hasMore={list.hasMore} />
              ) : (
                <VisitButton
                  visit={row.visit}
                  now={now}
                  isWithDay={isWithDay}
                  isBelowDoctor={by === 'doctor'}
                  onOpen={({ id }) => go({ visit: id })}
                />
              )}
            </li>
          ))}
        </ol>
        {list.hasMore && (
          <button type="button" class="more-rows" onClick={list.more} disabled={list.state === 'reading'}>
            {more}
          </button>
        )}
      </div>
      {children}
    </div>
  )
}

interface VisitButtonProps {
  visit: Visit
  now: number
  isWithDay: boolean
  /** Whether the visit is below the name of its doctor. */
  isBelowDoctor: boolean
  onOpen: (visit: Visit) => void
}

/** A visit, as the desk shows it, with the facts that tell contacts of the same name apart. */
function VisitButton({ visit, now, isWithDay, isBelowDoctor, onOpen }: VisitButtonProps) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('work')
  const plugins = useWords('plugins')
  const { test } = useWords('console')
  const { birth_date, external_id } = visit.contact
  const details = shortDetailsOf(visit, plugins).filter((one) => !isBelowDoctor || one !== visit.params.doctor)
  return (
    <button type="button" class="visit" onClick={() => onOpen(visit)}>
      <VisitRowContent
        visit={visit}
        state={stateOf(visit, now)}
        detail={details.join(' · ')}
        at={isWithDay ? time.moment(visit.starts_at) : time.time(visit.starts_at)}
      >
        <span class="namesake">
          {visit.test && <span class="test">{test}</span>}
          {birth_date && <span>{fill(say.born, { day: writtenDay(birth_date, locale, 'medium') })}</span>}
          <span>{fill(say.key, { key: external_id })}</span>
        </span>
      </VisitRowContent>
    </button>
  )
}

/** The heading of a group. Its count is known when the list has no more visits. */
function GroupHeading({ kind, group, count, hasMore }: Group & { hasMore: boolean }) {
  const { say, locale } = useTexts('visits')
  return (
    <h3>
      <span dir="auto">
        {kind === 'day' && writtenLongDay(group, locale)}
        {kind === 'doctor' && (group || say.noDoctor)}
        {kind === 'past' && say.past}
      </span>{' '}
      {!hasMore && <span class="count">{count.toLocaleString(locale)}</span>}
    </h3>
  )
}
