import { useState } from 'preact/hooks'
import type { ActionFilters, ActionRecord } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { saveList } from '../../shared/lists/save-csv.ts'
import { type Pages, usePages } from '../../shared/loading/use-pages.ts'
import { Options } from '../../shared/look/options.tsx'
import { TableHead } from '../../shared/look/table-head.tsx'
import { useLocationValue } from '../../shared/page-location.ts'
import type { Period } from '../../shared/time/period.ts'
import { shortDetailOf, startOf } from '../../shared/visits/visit.ts'
import { MoreButton } from '../more-button.tsx'
import { writtenPeriod } from '../visits/written-days.ts'
import './records.css'

const actionNames = ['confirm', 'reschedule', 'cancel', 'arrive', 'annul'] as const satisfies ActionRecord['action'][]
const pageSize = 100

interface Props {
  period: Period
  onOpen: (record: ActionRecord) => void
}

/** The actions of contacts in the period, all or one kind. */
export function Records({ period, onOpen }: Props) {
  const { session } = useSignedIn()
  const { say, fill, locale } = useTexts('console')
  const [addressed, setAction] = useLocationValue('action')
  const action = actionNames.find((name) => name === addressed)
  const filters: ActionFilters = action ? { action: [action] } : {}
  const { from, to } = period
  const list = usePages(JSON.stringify([session.entity.id, from, to, action]), pageSize, (client) =>
    client.actions(session.entity.id, from, to, filters),
  )
  return (
    <section class={`card records ${list.state}`} aria-labelledby="records">
      <h2 id="records">{say.records}</h2>
      <div class="filters">
        <label>
          {say.action}
          <select value={action ?? ''} onChange={({ currentTarget }) => setAction(currentTarget.value)}>
            <option value="">{say.all}</option>
            <Options values={actionNames} nameOf={(name) => say.actions[name]} />
          </select>
        </label>
        <DownloadRecords period={period} filters={filters} />
      </div>
      {list.state !== 'failed' && (
        <p role="status" class="hint">
          {fill(say.listStates[stateOf(list)], { rows: list.items.length.toLocaleString(locale) })}
        </p>
      )}
      <RecordTable rows={list.items} isWithDay={from !== to} onOpen={onOpen} />
      <MoreButton list={list} />
    </section>
  )
}

const stateOf = ({ state, hasMore }: Pages<ActionRecord>) => {
  if (state !== 'read') return state
  return hasMore ? 'more' : 'whole'
}

/** Saves the filtered records as a file, and names their days: the list may show only one of them. The search does not apply. */
function DownloadRecords({ period, filters }: { period: Period; filters: object }) {
  const { say, locale } = useTexts('lists')
  const [state, setState] = useState<'ready' | 'reading' | 'failed'>('ready')
  const { entity, token } = useSignedIn().session

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
      {say.download[state]} <span class="hint">{writtenPeriod(period, locale)}</span>
    </button>
  )
}

interface RecordTableProps {
  rows: ActionRecord[]
  /** Whether the rows show the day: required for several days. */
  isWithDay: boolean
  onOpen: (record: ActionRecord) => void
}

function RecordTable({ rows, isWithDay, onOpen }: RecordTableProps) {
  const { time } = useSignedIn()
  const say = useWords('console')
  const plugins = useWords('plugins')
  return (
    <div class="scrolled">
      <table class="record-table">
        <TableHead columns={[say.time, say.action, say.contact, say.appointment, say.channel]} />
        <tbody>
          {rows.map((record) => {
            const start = startOf(record)
            const what = shortDetailOf(record, plugins)
            return (
              <tr key={`${record.notification_id} ${record.date} ${record.action}`}>
                <td>{isWithDay ? time.moment(record.date) : time.time(record.date)}</td>
                <td>
                  <span class={`mark ${record.action}`}>{say.actions[record.action]}</span>
                </td>
                <th scope="row">
                  <button type="button" class="quiet" dir="auto" onClick={() => onOpen(record)}>
                    {record.contact.name}
                  </button>
                </th>
                <td>
                  {start && time.moment(start)} <span dir="auto">{what}</span>
                </td>
                <td>{textOf(say.channels, record.channel) ?? record.channel}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
