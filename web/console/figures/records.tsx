import type { ComponentChildren } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { ActionRecord, ActionSummary } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { type ClinicTime, writtenDay } from '../../clinic-time.ts'
import { LanguageContext, textOf, useFormat, useWords } from '../../language.tsx'
import { saveList } from '../../lists/save-csv.ts'
import { useLocationValue, useTyped } from '../../page-location.ts'
import type { Period } from '../period.ts'
import { actionNames, countOf } from './figures.ts'
import { RecordTable } from './record-table.tsx'
import { SearchProgress } from './search-progress.tsx'
import { useActions } from './use-actions.ts'
import './records.css'

interface Props {
  session: Session
  summary: ActionSummary
  period: Period
  /** The day to show; undefined for the whole period. */
  day: string | undefined
  onDay: (day: string | undefined) => void
  time: ClinicTime
  onOpen: (record: ActionRecord) => void
}

/** The records of one day or of the whole period, with filters and a search. */
export function Records({ session, summary, period, day, onDay, time, onOpen }: Props) {
  const say = useWords('console')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const [addressed, setAction] = useLocationValue('action')
  const action = actionNames.find((name) => name === addressed) ?? ''
  const [channel, setChannel] = useLocationValue('channel')
  const [search, setSearch, settled] = useTyped('search')
  const shown = day === undefined ? period : { from: day, to: day }
  const filters = { ...(action && { action: [action] }), ...(channel && { channel: [channel] }) }
  const { list, more, stop, restart } = useActions(session, { ...shown, filters, search: settled })

  // The summary counts live actions. A list that was read before does not have them.
  const isWhole = settled === '' && list.state === 'whole'
  const fresh = isWhole ? Math.max(0, countOf(summary, shown, action, channel) - list.rows.length) : 0
  // The channel of the address may have no action in the period.
  const used = [...new Set(summary.days.map((row) => row.channel))].sort()
  const channels = channel && !used.includes(channel) ? [channel, ...used] : used

  return (
    <section class={`card records ${list.state}`} aria-labelledby="records">
      <h2 id="records">{say.records}</h2>
      <search class="filters">
        <DayChoice summary={summary} day={day} onDay={onDay} />
        <Choice label={say.action} value={action} onChoose={setAction}>
          {actionNames.map((name) => (
            <option value={name}>{say.actions[name]}</option>
          ))}
        </Choice>
        <Choice label={say.channel} value={channel} onChoose={setChannel}>
          {channels.map((name) => (
            <option value={name}>{textOf(say.channels, name) ?? name}</option>
          ))}
        </Choice>
        <label>
          {say.search}
          <input
            type="search"
            placeholder={say.searchHint}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
        <Download session={session} period={shown} filters={filters} />
      </search>
      {settled === '' ? (
        <p role="status" class="hint">
          {fill(say.listStates[fresh > 0 ? 'stopped' : list.state], { rows: list.rows.length.toLocaleString(locale) })}
        </p>
      ) : (
        <SearchProgress list={list} period={shown} time={time} onStop={stop} />
      )}
      <RecordTable rows={list.rows} time={time} isWithDay={day === undefined} onOpen={onOpen} />
      {fresh > 0 && (
        <button type="button" onClick={restart}>
          {fill(say.showFresh, { count: fresh.toLocaleString(locale) })}
        </button>
      )}
      {list.state !== 'reading' && list.state !== 'whole' && (
        <button type="button" onClick={more}>
          {{ more: say.more, stopped: say.goOn, failed: say.again }[list.state]}
        </button>
      )}
    </section>
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

/** Chooses a day with actions, or all days. */
function DayChoice({ summary, day, onDay }: Pick<Props, 'summary' | 'day' | 'onDay'>) {
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

/** Saves the filtered records as a file. The search does not apply. */
function Download({ session, period, filters }: { session: Session; period: Period; filters: object }) {
  const say = useWords('lists')
  const { locale } = useContext(LanguageContext)
  const [state, setState] = useState<'ready' | 'reading' | 'failed'>('ready')
  const { entity, token } = session

  async function download() {
    setState('reading')
    try {
      const client = connect(token, { timeoutMs: 600_000 })
      const csv = await client.csv(entity.id, period.from, period.to, filters)
      await saveList(csv, `${entity.id}_${period.from}_${period.to}`, locale)
      setState('ready')
    } catch {
      setState('failed')
    }
  }

  return (
    <button type="button" onClick={download} disabled={state === 'reading'}>
      {say.download[state]}
    </button>
  )
}
