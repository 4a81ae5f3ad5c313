import { useContext, useEffect, useRef } from 'preact/hooks'
import type { VisitOutcomes } from '../../../client/client.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { Options } from '../../shared/look/options.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { BreakdownRow } from './breakdown-row.tsx'
import { useGroupNames } from './group-names.ts'
import { endNames } from './known-ends.ts'
import { type FiguresQuery, groupings } from './use-figures.ts'
import './breakdown.css'

interface Props {
  query: FiguresQuery
  /** Undefined while they load. */
  outcomes: VisitOutcomes | undefined
}

/** Compares the ends of visits in groups. */
export function Breakdown({ query, outcomes }: Props) {
  const say = useWords('figures')
  const { place, go, amend } = useContext(LocationContext)
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.section !== 'compare') return
    head.current?.scrollIntoView()
    amend({ section: undefined })
  }, [place.section])
  return (
    <section class="card breakdown" aria-labelledby="breakdown">
      <div class="breakdown-head" ref={head}>
        <h2 id="breakdown">
          {say.title}{' '}
          {query.doctor && (
            <span class="clinic" dir="auto">
              {query.doctor}
            </span>
          )}
        </h2>
        <label>
          {say.by}
          <select value={query.by} onChange={({ currentTarget }) => go({ compare: currentTarget.value })}>
            <Options values={groupings} nameOf={(name) => say.names[name]} />
          </select>
        </label>
      </div>
      <BreakdownTable query={query} outcomes={outcomes} />
    </section>
  )
}

/** One row for each group, with a total. */
function BreakdownTable({ query, outcomes }: Props) {
  const { say, fill, locale } = useTexts('figures')
  const nameOf = useGroupNames(query.by)
  // Other groups have only visits to come.
  const groups = outcomes?.groups?.filter(({ over }) => over.visits > 0) ?? []
  const other = outcomes?.other
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a telephone, the arrow keys scroll it */}
      <div class="scrolled" tabIndex={0}>
        <table aria-labelledby="breakdown" aria-busy={!outcomes}>
          <thead>
            <tr>
              <th scope="col">{say.names[query.by]}</th>
              {(['over', ...endNames, 'unknown'] as const).map((column) => (
                <th key={column} scope="col">
                  {say.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ value, over }) => (
              <BreakdownRow key={value ?? ''} query={query} value={value} name={nameOf(value)} over={over} />
            ))}
            {other && (
              <BreakdownRow
                query={query}
                value={{ other: true }}
                name={fill(say.other, { count: other.values.toLocaleString(locale) })}
                over={other.over}
              />
            )}
          </tbody>
          {outcomes && (
            <tfoot>
              <BreakdownRow query={query} value={null} name={say.total} over={outcomes.over} />
            </tfoot>
          )}
        </table>
      </div>
      <p class="hint notes">{query.by === 'reminder' && say.reminded}</p>
    </>
  )
}
