import { useContext } from 'preact/hooks'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { hrefOf, type Place } from '../../page-location.ts'
import { type EndName, endNames, isSmall, knownEnds, type Over } from './known-ends.ts'

interface Props {
  over: Over | undefined
  /** The place of the visits that a number counts, if the list of visits can show them. */
  placeOf?: (end: EndName) => Place | undefined
}

/** Replaces the cells when the counts arrive. Numbers at the right edge would move when they become longer. */
export const Cells = ({ over, placeOf }: Props) => (
  <CountedCells key={over === undefined} over={over} placeOf={placeOf} />
)

function CountedCells({ over, placeOf }: { over: Over | undefined; placeOf: Props['placeOf'] }) {
  const { locale } = useContext(LanguageContext)
  const whole = over && knownEnds(over)
  return (
    <>
      <td>
        {whole === undefined ? '–' : whole.toLocaleString(locale)}
        {over && isSmall(over) && <span class="few">*</span>}
      </td>
      {endNames.map((end) => (
        <td key={end}>
          {whole ? (over![end] / whole).toLocaleString(locale, { style: 'percent' }) : '–'}{' '}
          <small class="hint">{whole ? <VisitCount over={over!} end={end} place={placeOf?.(end)} /> : '\u00a0'}</small>
        </td>
      ))}
    </>
  )
}

/** The number of visits. Links to them if `place` is given. The list of missed visits also has those of days without an arrival, whose
 *  end is unknown. */
function VisitCount({ over, end, place }: { over: Over; end: EndName; place: Place | undefined }) {
  const say = useWords('figures')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const count = over[end].toLocaleString(locale)
  if (!place) return <>{count}</>
  const unknown = end === 'no_show' && over.unknown > 0 && over.unknown.toLocaleString(locale)
  const label = unknown ? fill(say.showVisitsAndUnknown, { count, unknown }) : fill(say.showVisits, { count })
  return (
    <a href={hrefOf(place)} title={unknown ? label : undefined} aria-label={label}>
      {count}
    </a>
  )
}
