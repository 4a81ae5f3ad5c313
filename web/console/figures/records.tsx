import type { ActionFilters, ActionRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { type Pages, usePages } from '../../shared/loading/use-pages.ts'
import { useLocationValue } from '../../shared/page-location.ts'
import type { Period } from '../../shared/time/period.ts'
import { MoreButton } from '../more-button.tsx'
import { DownloadRecords } from './download-records.tsx'
import { RecordTable } from './record-table.tsx'
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
            {actionNames.map((name) => (
              <option key={name} value={name}>
                {say.actions[name]}
              </option>
            ))}
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
