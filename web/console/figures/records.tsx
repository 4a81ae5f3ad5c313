import { useContext } from 'preact/hooks'
import type { ActionRecord, ActionSummary } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { useLocationValue, useTyped } from '../../page-location.ts'
import type { Period } from '../period.ts'
import { DownloadRecords } from './download-records.tsx'
import { countOf } from './figures.ts'
import type { ActionList } from './read-actions.ts'
import { ActionChoice, ChannelChoice, DayChoice, useActionFilter } from './record-choices.tsx'
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
  /** The days that the download covers: the period, unless somebody has chosen a day. */
  downloaded: Period
  onDay: (day: string | undefined) => void
  time: ClinicTime
  onOpen: (record: ActionRecord) => void
}

/** The records of one day or of the whole period, with filters and a search. */
export function Records({ session, summary, period, day, downloaded, onDay, time, onOpen }: Props) {
  const say = useWords('console')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const [action] = useActionFilter()
  const [channel] = useLocationValue('channel')
  const [search, setSearch, settled] = useTyped('search')
  const shown = day === undefined ? period : { from: day, to: day }
  const filters = { ...(action && { action: [action] }), ...(channel && { channel: [channel] }) }
  const { list, more, stop, restart } = useActions(session, { ...shown, filters, search: settled })

  // The summary counts live actions. A list that was read before does not have them.
  const isWhole = settled === '' && list.state === 'whole'
  const fresh = isWhole ? Math.max(0, countOf(summary, shown, action, channel) - list.rows.length) : 0

  return (
    <section class={`card records ${list.state}`} aria-labelledby="records">
      <h2 id="records">{say.records}</h2>
      <search class="filters">
        <DayChoice summary={summary} day={day} onDay={onDay} />
        <ActionChoice />
        <ChannelChoice summary={summary} />
        <SearchField search={search} setSearch={setSearch} />
        <DownloadRecords session={session} period={downloaded} filters={filters} />
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
      <GoOn state={list.state} onClick={more} />
    </section>
  )
}

function GoOn({ state, onClick }: { state: ActionList['state']; onClick: () => void }) {
  const say = useWords('console')
  if (state === 'reading' || state === 'whole') return null
  return (
    <button type="button" onClick={onClick}>
      {{ more: say.more, stopped: say.goOn, failed: say.again }[state]}
    </button>
  )
}

function SearchField({ search, setSearch }: { search: string; setSearch: (text: string) => void }) {
  const say = useWords('console')
  return (
    <label>
      {say.search}
      <input
        type="search"
        placeholder={say.searchHint}
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
    </label>
  )
}
