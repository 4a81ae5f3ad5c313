import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { hrefOf } from '../../shared/page-location.ts'
import { type Period, presets } from '../../shared/time/period.ts'
import { endNames, isPercentage, knownEnds, type Over } from '../figures/known-ends.ts'
import { NumberLink } from '../figures/number-link.tsx'
import { StackedBar } from '../figures/stacked-bar.tsx'
import { useFigures } from '../figures/use-figures.ts'

/** How the visits of the last seven days ended. */
export function LastWeek({ today }: { today: string }) {
  const { entity } = useSignedIn().session
  const say = useWords('home')
  const period = presets.last7Days(today)
  const { counted } = useFigures({ period, today, doctor: undefined, by: 'weekday' })
  return (
    <section aria-labelledby="last-week" aria-busy={!counted}>
      <h2 id="last-week">
        {say.week}
        <a href={hrefOf({ entity: entity.id, tab: 'figures', from: period.from, to: period.to })}>{say.figures}</a>
      </h2>
      <div class="card ends">
        {counted && <Ends period={period} now={counted.now.over} before={counted.before.over} />}
      </div>
    </section>
  )
}

function Ends({ period, now, before }: { period: Period; now: Over; before: Over }) {
  const say = useWords('home')
  const { names } = useWords('rates').over
  const whole = knownEnds(now)
  if (whole === 0) return <p>{say.noWeek}</p>
  return (
    <>
      <p>
        <Came now={now} before={before} />
      </p>
      <StackedBar over={now} />
      <dl class="key">
        {endNames.map((name) => (
          <div key={name} class={name}>
            <dt>{names[name]}</dt>
            <dd>
              <NumberLink counted={{ period, name: `over.${name}` }} count={now[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">{say.weekUntil}</p>
    </>
  )
}

/** The share of the contacts who came. Percentages of few visits would mislead. */
function Came({ now, before }: { now: Over; before: Over }) {
  const say = useWords('home')
  const { fill, locale } = useLanguage()
  const percent = (over: Over) => (over.arrived / knownEnds(over)).toLocaleString(locale, { style: 'percent' })
  const isFew = (over: Over) => !isPercentage({ part: over.arrived, whole: knownEnds(over) })
  if (isFew(now)) return <>{fill(say.cameCount, { part: now.arrived, whole: knownEnds(now) })}</>
  if (isFew(before)) return <>{fill(say.cameOnly, { share: percent(now) })}</>
  return <>{fill(say.came, { share: percent(now), before: percent(before) })}</>
}
