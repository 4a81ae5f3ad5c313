import { useContext } from 'preact/hooks'
import type { VisitOutcomes } from '../../../client/client.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { writtenPeriod } from '../visits/written-days.ts'
import { comparedPeriod } from './compared-period.ts'
import { type EndName, endNames, knownEnds, minVisits } from './known-ends.ts'
import type { FiguresQuery } from './use-figures.ts'
import './rates.css'

interface Props {
  query: FiguresQuery
  /** Undefined while they load. */
  now: VisitOutcomes | undefined
  before: VisitOutcomes | undefined
}

/** The appointments of a period: those that are over by their end, compared with the days before, and those to come. */
export function Rates({ query, now, before }: Props) {
  return (
    <>
      {query.doctor && <DoctorHead doctor={query.doctor} />}
      <Over query={query} now={now?.over} before={before?.over} />
      {query.period.to >= query.today && <ToCome counts={now?.to_come} />}
    </>
  )
}

/** Says that the figures are of one doctor, and leads back to all. */
function DoctorHead({ doctor }: { doctor: string }) {
  const { say, fill } = useTexts('rates')
  const { go } = useContext(LocationContext)
  return (
    <div class="row doctor-head">
      <h2 dir="auto">{fill(say.onlyDoctor, { doctor })}</h2>
      <button type="button" class="quiet" onClick={() => go({ of: undefined, compare: 'doctor' })}>
        {say.allDoctors}
      </button>
    </div>
  )
}

const endStates: Record<EndName, string> = {
  arrived: 'arrived',
  no_show: 'no-show',
  cancelled_in_time: 'cancelled',
  cancelled_late: 'cancelled',
  another_time: 'rescheduling',
}

interface OverProps {
  query: FiguresQuery
  now: VisitOutcomes['over'] | undefined
  before: VisitOutcomes['over'] | undefined
}

function Over({ query: { period, today }, now, before }: OverProps) {
  const { over: say, few } = useWords('rates')
  const { fill, locale } = useLanguage()
  const days = writtenPeriod(comparedPeriod(period, today), locale)
  const count = now ? now.visits.toLocaleString(locale) : '–'
  const shareOf = (over: VisitOutcomes['over'] | undefined, name: EndName) =>
    over && { part: over[name], whole: knownEnds(over) }
  const isFew = [now, before].some((over) => over && knownEnds(over) > 0 && knownEnds(over) < minVisits)
  return (
    <section class="rates" aria-labelledby="over" aria-busy={!now}>
      <h2 id="over">{say.title}</h2>
      <p class="hint">{fill(period.to < today ? say.hint : say.sameHour, { count, days })}</p>
      <dl class="numbers">
        {endNames.map((name) => (
          <RateTile
            key={name}
            state={endStates[name]}
            name={say.names[name]}
            definition={say.definitions[name]}
            share={shareOf(now, name)}
            before={shareOf(before, name)}
            isCompared
          />
        ))}
      </dl>
      <p class="hint notes">
        {now && now.unknown > 0 && <span>{fill(say.unknown, { count: now.unknown.toLocaleString(locale) })} </span>}
        {isFew && <span>{few}</span>}
      </p>
    </section>
  )
}

const prospectStates = {
  confirmed: 'confirmed',
  open: 'expected',
  another_time: 'rescheduling',
  cancelled: 'cancelled',
  unreached: 'expected',
} as const
const prospectNames = Object.keys(prospectStates) as (keyof typeof prospectStates)[]

function ToCome({ counts }: { counts: VisitOutcomes['to_come'] | undefined }) {
  const { toCome: say } = useWords('rates')
  const { fill, locale } = useLanguage()
  const written = (count: number | undefined) => (count === undefined ? '–' : count.toLocaleString(locale))
  // A contact whose first message is on its way has not answered yet either.
  const shown = counts && { ...counts, open: counts.open + counts.waiting }
  return (
    <section class="rates" aria-labelledby="to-come" aria-busy={!counts}>
      <h2 id="to-come">{say.title}</h2>
      <p class="hint">{fill(say.hint, { count: written(counts?.visits), arrived: written(counts?.arrived) })}</p>
      <dl class="numbers">
        {prospectNames.map((name) => (
          <RateTile
            key={name}
            state={prospectStates[name]}
            name={say.names[name]}
            definition={say.definitions[name]}
            share={shown && { part: shown[name], whole: shown.visits }}
          />
        ))}
      </dl>
    </section>
  )
}

interface Share {
  part: number
  whole: number
}

interface RateTileProps {
  /** The class of its colour. */
  state: string
  name: string
  definition: string
  /** Undefined while it loads. */
  share: Share | undefined
  before?: Share | undefined
  isCompared?: boolean
}

/** A percentage with the numbers behind it, its definition, and the percentage before. */
function RateTile({ state, name, definition, share, before, isCompared }: RateTileProps) {
  const { say, fill, locale } = useTexts('rates')
  const percent = ({ part, whole }: Share) => (part / whole).toLocaleString(locale, { style: 'percent' })
  const number = (count: number) => count.toLocaleString(locale)
  return (
    <div class={`state ${state}`}>
      <dt>{name}</dt>
      <dd class="figure">{share && share.whole > 0 ? percent(share) : '–'}</dd>
      <dd>{share ? fill(say.of, { count: number(share.part), whole: number(share.whole) }) : blank}</dd>
      {isCompared && <dd>{share && before ? compared(share, before) : blank}</dd>}
      <dd class="hint">{definition}</dd>
    </div>
  )

  function compared(now: Share, then: Share) {
    if (now.whole === 0) return blank
    if (then.whole === 0) return say.noComparison
    // Compares the rounded shares, because the page shows those.
    const [one, other] = [now, then].map(({ part, whole }) => Math.round((100 * part) / whole))
    const change = one === other ? 'same' : one! > other! ? 'more' : 'less'
    return fill(say.compared[change], { before: percent(then) })
  }
}

/** Keeps the height of an empty line. */
const blank = '\u00a0'
