import { useContext } from 'preact/hooks'
import type { VisitOutcomes } from '../../../client/client.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { writtenPeriod } from '../visits/written-days.ts'
import { comparedPeriod } from './compared-period.ts'
import { type EndName, endNames, isPercentage, knownEnds, type Share, writtenShare } from './known-ends.ts'
import { Filled, NumberLink } from './number-link.tsx'
import type { Counted } from './number-place.ts'
import { prospectNames } from './prospect-names.ts'
import { StackedBar } from './stacked-bar.tsx'
import type { FiguresQuery } from './use-figures.ts'
import './rates.css'

interface Props {
  query: FiguresQuery
  /** Undefined while they load. */
  now: VisitOutcomes | undefined
  before: VisitOutcomes | undefined
  until: string | undefined
}

/** The appointments of a period: those that are over by their end, compared with the days before, and those to come. */
export function Rates({ query, now, before, until }: Props) {
  return (
    <>
      {query.doctor && <DoctorHead doctor={query.doctor} />}
      <Over query={query} now={now?.over} before={before?.over} until={until} />
      {query.period.to >= query.today && <ToCome query={query} counts={now?.to_come} />}
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

interface OverProps {
  query: FiguresQuery
  now: VisitOutcomes['over'] | undefined
  before: VisitOutcomes['over'] | undefined
  /** The time until which the visits before were over, if it is compared with an hour of today. */
  until: string | undefined
}

function Over({ query: { period, today, doctor }, now, before, until }: OverProps) {
  const { over: say } = useWords('rates')
  const { locale } = useLanguage()
  const compared = comparedPeriod(period, today)
  const shareOf = (over: VisitOutcomes['over'] | undefined, name: EndName) =>
    over && { part: over[name], whole: knownEnds(over) }
  return (
    <section class="rates" aria-labelledby="over" aria-busy={!now}>
      <h2 id="over">{say.title}</h2>
      <p class="hint">
        {/* A new text, so that nothing moves when the number arrives. */}
        <Filled
          key={now === undefined}
          text={period.to < today ? say.hint : say.sameHour}
          values={{
            count: <NumberLink counted={{ period, doctor, name: 'over.visits' }} count={now?.visits} />,
            days: writtenPeriod(compared, locale),
          }}
        />
      </p>
      <StackedBar over={now} />
      <dl class="numbers">
        {endNames.map((name) => (
          <RateTile
            key={name}
            state={name}
            name={say.names[name]}
            definition={say.definitions[name]}
            share={shareOf(now, name)}
            counted={{ period, doctor, name: `over.${name}` }}
            before={shareOf(before, name)}
            countedBefore={{ period: compared, doctor, name: `over.${name}`, until }}
          />
        ))}
      </dl>
      <p class="hint notes">
        {now && now.unknown > 0 && (
          <Filled
            text={say.unknown}
            values={{ count: <NumberLink counted={{ period, doctor, name: 'over.unknown' }} count={now.unknown} /> }}
          />
        )}
      </p>
    </section>
  )
}

/** The visits to come, by what is known of them. */
function ToCome({
  query: { period, doctor },
  counts,
}: {
  query: FiguresQuery
  counts: VisitOutcomes['to_come'] | undefined
}) {
  const { toCome: say } = useWords('rates')
  const link = (name: 'visits' | 'arrived') => (
    <NumberLink counted={{ period, doctor, name: `to_come.${name}` }} count={counts?.[name]} />
  )
  return (
    <section class="rates" aria-labelledby="to-come" aria-busy={!counts}>
      <h2 id="to-come">{say.title}</h2>
      <p class="hint">
        <Filled
          key={counts === undefined}
          text={say.hint}
          values={{ count: link('visits'), arrived: link('arrived') }}
        />
      </p>
      <dl class="numbers">
        {prospectNames
          .filter((name) => name !== 'unknown' || (counts && counts.unknown > 0))
          .map((name) => (
            <RateTile
              key={name}
              state={name}
              name={say.names[name]}
              definition={say.definitions[name]}
              share={counts && { part: counts[name], whole: counts.visits }}
              counted={{ period, doctor, name: `to_come.${name}` }}
            />
          ))}
      </dl>
    </section>
  )
}

interface RateTileProps {
  /** The class of its colour. */
  state: string
  name: string
  definition: string
  /** Undefined while it loads. */
  share: Share | undefined
  counted: Counted
  before?: Share | undefined
  countedBefore?: Counted
}

/** A share with the numbers behind it, which lead to their visits; its definition, and the share before. */
function RateTile({ state, name, definition, share, counted, before, countedBefore }: RateTileProps) {
  const { say, fill, locale } = useTexts('rates')
  const number = (count: number) => count.toLocaleString(locale)
  const of = ({ part, whole }: Share) => fill(say.of, { count: number(part), whole: number(whole) })
  const written = (some: Share) => writtenShare(some, of, locale)
  const behind = share && (
    <NumberLink counted={counted} count={share.part}>
      {of(share)}
    </NumberLink>
  )
  const isPart = share !== undefined && isPercentage(share)
  return (
    <div class={`state ${state}`}>
      <dt>{name}</dt>
      <dd class="figure">{isPart ? written(share) : share && share.whole > 0 ? behind : '–'}</dd>
      <dd>{isPart ? behind : blank}</dd>
      {countedBefore && <dd>{share && before ? compared(share, before) : blank}</dd>}
      <dd class="hint">{definition}</dd>
    </div>
  )

  function compared(now: Share, then: Share) {
    if (now.whole === 0) return blank
    if (then.whole === 0) return say.noComparison
    // Compares the rounded shares, because the page shows those.
    const [one, other] = [now, then].map(({ part, whole }) => Math.round((100 * part) / whole))
    const change = one === other ? 'same' : one! > other! ? 'more' : 'less'
    const before = (
      <NumberLink counted={countedBefore!} count={then.part}>
        {written(then)}
      </NumberLink>
    )
    return <Filled text={say.compared[change]} values={{ before }} />
  }
}

/** Keeps the height of an empty line. */
const blank = '\u00a0'
