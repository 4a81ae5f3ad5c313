import { useContext } from 'preact/hooks'
import { useLanguage, useTexts } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { weekStartOf } from '../visits/visits-place.ts'
import { type EndName, endNames, isSmall, knownEnds, type Over } from './known-ends.ts'
import { listedVisits } from './listed-visits.ts'
import type { FiguresQuery } from './use-figures.ts'

interface Props {
  query: FiguresQuery
  /** The group; undefined where it is unknown, null for all. */
  value: string | undefined | null
  name: string
  /** Undefined while it loads. */
  over: Over | undefined
}

/** The visits of a group, and the percentage of each end, with a bar for those who did not come. A doctor's name leads to the
 *  doctor's figures. */
export function BreakdownRow({ query, value, name, over }: Props) {
  const { go } = useContext(LocationContext)
  const { locale } = useLanguage()
  const whole = over && knownEnds(over)
  return (
    <tr>
      <th scope="row">
        {query.by === 'doctor' && value ? (
          <button type="button" class="quiet" dir="auto" onClick={() => go({ of: value, compare: 'weekday' })}>
            {name}
          </button>
        ) : (
          <span dir="auto">{name}</span>
        )}
      </th>
      <td>
        {whole === undefined ? '–' : whole.toLocaleString(locale)}
        {over && isSmall(over) && <span class="few">*</span>}
      </td>
      {endNames.map((end) => (
        <td key={end} class={end} style={whole ? { '--share': over![end] / whole } : undefined}>
          {whole ? (over![end] / whole).toLocaleString(locale, { style: 'percent' }) : '–'}{' '}
          <small class="hint">
            {whole ? <VisitCount query={query} value={value} over={over!} end={end} /> : '\u00a0'}
          </small>
        </td>
      ))}
    </tr>
  )
}

/** The number of visits, with a link to them if the list of visits can show them. The list of missed visits also has those of days without
 *  an arrival, whose end is unknown. */
function VisitCount({ query, value, over, end }: Omit<Props, 'name' | 'over'> & { over: Over; end: EndName }) {
  const { say, fill, locale } = useTexts('figures')
  const { place } = useContext(LocationContext)
  const listed = listedVisits(query, value, over, end, weekStartOf(locale))
  const count = over[end].toLocaleString(locale)
  if (!listed) return <>{count}</>
  const unknown = end === 'no_show' && over.unknown > 0 && over.unknown.toLocaleString(locale)
  const label = unknown ? fill(say.showVisitsAndUnknown, { count, unknown }) : fill(say.showVisits, { count })
  return (
    <a href={hrefOf({ ...place, ...listed })} title={unknown ? label : undefined} aria-label={label}>
      {count}
    </a>
  )
}
