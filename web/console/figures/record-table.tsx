import type { ActionRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import { shortDetailOf, startOf } from '../../shared/visits/visit.ts'

interface Props {
  rows: ActionRecord[]
  /** Whether the rows show the day: required for several days. */
  isWithDay: boolean
  onOpen: (record: ActionRecord) => void
}

export function RecordTable({ rows, isWithDay, onOpen }: Props) {
  const { time } = useSignedIn()
  const say = useWords('console')
  const plugins = useWords('plugins')
  return (
    <div class="scrolled">
      <table class="record-table">
        <thead>
          <tr>
            <th scope="col">{say.time}</th>
            <th scope="col">{say.action}</th>
            <th scope="col">{say.contact}</th>
            <th scope="col">{say.appointment}</th>
            <th scope="col">{say.channel}</th>
          </tr>
        </thead>
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
