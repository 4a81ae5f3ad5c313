import { useContext } from 'preact/hooks'
import type { VisitOutcomes } from '../../client/client.ts'
import type { Session } from '../access/session.ts'
import { writtenDay } from '../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../language.tsx'
import { type Period, periodBefore } from './period.ts'
import { useRates } from './use-rates.ts'

const rateNames = [
  'confirmed',
  'another_time',
  'moved',
  'cancelled',
  'open',
  'no_show',
  'arrived',
] as const satisfies (keyof VisitOutcomes)[]
type RateName = (typeof rateNames)[number]

interface Props {
  session: Session
  period: Period
  /** The number of live actions: each may change the rates. */
  actions: number
}

/** The outcomes of the appointments of a period, as shares of the contacts, compared with the days before. */
export function Rates({ session, period, actions }: Props) {
  const say = useWords('rates')
  const fill = useFormat()
  const { needsScope } = useWords('console')
  const { locale } = useContext(LanguageContext)
  const rates = useRates(session, period, actions)
  const isAllowed = session.scopes.includes('notifications:read')
  const before = periodBefore(period)
  const [from, to] = [before.from, before.to].map((day) => writtenDay(day, locale, 'medium'))
  const days = from === to ? from! : `${from} – ${to}`
  const percent = (part: number, whole: number) => (part / whole).toLocaleString(locale, { style: 'percent' })
  const number = (count: number) => count.toLocaleString(locale)

  return (
    <section class="rates" aria-labelledby="rates" aria-busy={isAllowed && !rates}>
      <h2 id="rates">{say.title}</h2>
      <p class="hint">{isAllowed ? fill(say.eachOnce, { days }) : needsScope}</p>
      {isAllowed && (
        <dl class="numbers">
          <div>
            <dt>{say.names.notified}</dt>
            <dd class="figure">{rates ? number(rates.now.notified) : '–'}</dd>
            <dd>{rates ? compared(rates.now.notified, rates.before.notified, number) : blank}</dd>
            <dd>{rates ? fill(say.unreached, { count: number(rates.now.unreached) }) : blank}</dd>
            <dd class="hint">{say.definitions.notified}</dd>
          </div>
          {rateNames.map((name) => (
            <div key={name} class={`state ${states[name]}`}>
              <dt>{say.names[name]}</dt>
              <dd class="figure">
                {rates && rates.now.notified > 0 ? percent(rates.now[name], rates.now.notified) : '–'}
              </dd>
              <dd>{rates ? comparedShare(name) : blank}</dd>
              <dd>{rates ? fill(say.of, { count: number(rates.now[name]) }) : blank}</dd>
              <dd class="hint">{say.definitions[name]}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )

  function comparedShare(name: RateName) {
    const { now, before: then } = rates!
    if (now.notified === 0) return blank
    if (then.notified === 0) return say.noComparison
    // Compares the rounded shares, because the page shows those.
    const share = (part: number, whole: number) => Math.round((100 * part) / whole)
    const written = () => percent(then[name], then.notified)
    return compared(share(now[name], now.notified), share(then[name], then.notified), written)
  }

  function compared(one: number, other: number, write: (other: number) => string) {
    const change = one === other ? 'same' : one > other ? 'more' : 'less'
    return fill(say.compared[change], { before: write(other) })
  }
}

/** Keeps the height of an empty line. */
const blank = '\u00a0'

const states: Record<RateName, string> = {
  confirmed: 'confirmed',
  another_time: 'rescheduling',
  moved: 'expected',
  cancelled: 'cancelled',
  open: 'expected',
  no_show: 'no-show',
  arrived: 'arrived',
}
