import { useContext } from 'preact/hooks'
import type { VisitOutcomes } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import type { Period } from '../period.ts'
import { writtenPeriod } from '../visits/written-days.ts'
import { comparedPeriod } from './compared-period.ts'
import { type Over as Ended, type EndName, endNames, knownEnds, minVisits } from './known-ends.ts'
import { RateTile } from './rate-tile.tsx'
import { useRates } from './use-rates.ts'
import './rates.css'

interface Props {
  session: Session
  period: Period
  /** The visits of one doctor only. */
  doctor: string | undefined
  time: ClinicTime
  today: string
  /** The number of live actions: each may change the rates. */
  actions: number
}

/** The appointments of a period: those that are over by their end, compared with the days before, and those to come. */
export function Rates({ session, ...counted }: Props) {
  const { period, today } = counted
  const rates = useRates(session, counted)
  const { needsScope } = useWords('console')
  const say = useWords('rates')
  if (!session.scopes.includes('notifications:read')) {
    return (
      <section class="rates" aria-labelledby="over">
        <h2 id="over">{say.over.title}</h2>
        <p class="hint">{needsScope}</p>
      </section>
    )
  }
  return (
    <>
      <Over now={rates?.now.over} before={rates?.before.over} period={period} today={today} />
      {period.to >= today && <ToCome counts={rates?.now.to_come} />}
    </>
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
  now: Ended | undefined
  before: Ended | undefined
  period: Period
  today: string
}

function Over({ now, before, period, today }: OverProps) {
  const { over: say, few } = useWords('rates')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const days = writtenPeriod(comparedPeriod(period, today), locale)
  const count = now ? now.visits.toLocaleString(locale) : '–'
  const whole = now && knownEnds(now)
  const wholeBefore = before && knownEnds(before)
  const isFew = [whole, wholeBefore].some((visits) => visits !== undefined && visits > 0 && visits < minVisits)
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
            share={now && { part: now[name], whole: whole! }}
            before={before && { part: before[name], whole: wholeBefore! }}
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

const prospectNames = ['confirmed', 'open', 'another_time', 'cancelled', 'unreached'] as const
const prospectStates: Record<(typeof prospectNames)[number], string> = {
  confirmed: 'confirmed',
  open: 'expected',
  another_time: 'rescheduling',
  cancelled: 'cancelled',
  unreached: 'expected',
}

/** A contact whose first message is on its way has not answered yet either. */
const partOf = (counts: VisitOutcomes['to_come'], name: (typeof prospectNames)[number]) =>
  name === 'open' ? counts.open + counts.waiting : counts[name]

function ToCome({ counts }: { counts: VisitOutcomes['to_come'] | undefined }) {
  const { toCome: say } = useWords('rates')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const written = (count: number | undefined) => (count === undefined ? '–' : count.toLocaleString(locale))
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
            share={counts && { part: partOf(counts, name), whole: counts.visits }}
          />
        ))}
      </dl>
    </section>
  )
}
