import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import type { ActionSummary } from '../../../client/client.ts'
import { writtenDay } from '../../clinic-time.ts'
import { LanguageContext, textOf, useWords } from '../../language.tsx'
import { useLocationValue } from '../../page-location.ts'
import { actionNames } from './figures.ts'

/** The action of the address, or `''` for all. */
export function useActionFilter() {
  const [addressed, setAction] = useLocationValue('action')
  return [actionNames.find((name) => name === addressed) ?? '', setAction] as const
}

export function ActionChoice() {
  const say = useWords('console')
  const [action, setAction] = useActionFilter()
  return (
    <Choice label={say.action} value={action} onChoose={setAction}>
      {actionNames.map((name) => (
        <option value={name}>{say.actions[name]}</option>
      ))}
    </Choice>
  )
}

export function ChannelChoice({ summary }: { summary: ActionSummary }) {
  const say = useWords('console')
  const [channel, setChannel] = useLocationValue('channel')
  // The channel of the address may have no action in the period.
  const used = [...new Set(summary.days.map((row) => row.channel))].sort()
  const channels = channel && !used.includes(channel) ? [channel, ...used] : used
  return (
    <Choice label={say.channel} value={channel} onChoose={setChannel}>
      {channels.map((name) => (
        <option value={name}>{textOf(say.channels, name) ?? name}</option>
      ))}
    </Choice>
  )
}

/** A field that chooses one of the options, or all. */
function Choice(props: {
  label: string
  value: string
  onChoose: (value: string) => void
  children: ComponentChildren
}) {
  const say = useWords('console')
  return (
    <label>
      {props.label}
      <select value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        <option value="">{say.all}</option>
        {props.children}
      </select>
    </label>
  )
}

interface DayProps {
  summary: ActionSummary
  /** Undefined for all days. */
  day: string | undefined
  onDay: (day: string | undefined) => void
}

/** Chooses a day with actions, or all days. */
export function DayChoice({ summary, day, onDay }: DayProps) {
  const say = useWords('console')
  const { locale } = useContext(LanguageContext)
  const counts = new Map<string, number>()
  for (const { date, count } of summary.days) counts.set(date, (counts.get(date) ?? 0) + count)
  const written = (one: string) => writtenDay(one, locale, 'medium')
  return (
    <label>
      {say.day}
      <select value={day ?? ''} onChange={(event) => onDay(event.currentTarget.value || undefined)}>
        <option value="">{say.allDays}</option>
        {day !== undefined && !counts.has(day) && <option value={day}>{written(day)}</option>}
        {[...counts]
          .sort()
          .reverse()
          .map(([one, count]) => (
            <option key={one} value={one}>
              {written(one)} ({count.toLocaleString(locale)})
            </option>
          ))}
      </select>
    </label>
  )
}
