import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import type { Pages } from '../../shared/loading/use-pages.ts'
import { LocationContext } from '../../shared/page-location.ts'
import { useNow } from '../../shared/time/use-now.ts'
import { GroupHeading, VisitButton } from './visit-row.tsx'
import { isHeading, type Row, type Visit } from './visit-rows.ts'
import type { VisitsPlace } from './visits-place.ts'

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
