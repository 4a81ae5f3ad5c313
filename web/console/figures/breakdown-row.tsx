import { useContext } from 'preact/hooks'
import { useTexts } from '../../shared/language.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { endNames, isPercentage, knownEnds, type Over, type Share, writtenShare } from './known-ends.ts'
import { NumberLink } from './number-link.tsx'
import type { Counted } from './number-place.ts'
import { StackedBar } from './stacked-bar.tsx'
import type { FiguresQuery } from './use-figures.ts'

interface Props {
  query: FiguresQuery
  /** The group; undefined where it is unknown, null for all, `other` for the smallest ones. */
  value: string | undefined | null | { other: true }
  name: string
  over: Over
}

/** The visits of a group, and the share of each end, with a bar. A doctor's name leads to the doctor's figures. */
export function BreakdownRow({ query, value, name, over }: Props) {
  const { go } = useContext(LocationContext)
  const { say, fill, locale } = useTexts('rates')
  const isOther = typeof value === 'object' && value !== null
  const whole = knownEnds(over)
  const of = ({ part, whole }: Share) =>
    fill(say.of, { count: part.toLocaleString(locale), whole: whole.toLocaleString(locale) })
  const link = (end: keyof Over, text?: string) => {
    // The list of visits knows no group of several doctors.
    if (isOther) return text ?? over[end].toLocaleString(locale)
    const group = value === null ? {} : { group: { by: query.by, value } }
    const counted: Counted = { period: query.period, doctor: query.doctor, name: `over.${end}`, ...group }
    return <NumberLink counted={counted} count={over[end]} children={text} />
  }
  return (
    <tr>
      <th scope="row">
        {query.by === 'doctor' && value && !isOther ? (
          <button type="button" class="quiet" dir="auto" onClick={() => go({ of: value, compare: 'weekday' })}>
            {name}
          </button>
        ) : (
          <span dir="auto">{name}</span>
        )}
        <StackedBar over={over} />
      </th>
      <td>{link('visits')}</td>
      {endNames.map((end) => {
        const share = { part: over[end], whole }
        const written = writtenShare(share, of, locale)
        return (
          <td key={end} class={end}>
            {isPercentage(share) ? (
              <>
                {written} <small class="hint">{link(end)}</small>
              </>
            ) : (
              link(end, written)
            )}
          </td>
        )
      })}
      <td>{link('unknown')}</td>
    </tr>
  )
}
