import { useContext } from 'preact/hooks'
import { LanguageContext, useWords } from '../../language.tsx'
import type { ActionName, Counts } from './figures.ts'

interface Props {
  title: string
  counts: Counts
  series: readonly ActionName[]
  /** The place in the chart, from 0 to 1. */
  at: number
}

/** The figures of one column of a chart, which screen readers announce. */
export function Tooltip({ title, counts, series, at }: Props) {
  const say = useWords('console')
  const { locale } = useContext(LanguageContext)
  return (
    <div class="tooltip" role="status" style={{ '--at': at }}>
      <p>{title}</p>
      <dl>
        {series.map((name) => (
          <div key={name}>
            <dt class={`mark ${name}`}>{say.actions[name]}</dt>
            <dd>{(counts[name] ?? 0).toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
