import type { Webhook } from '../../../../client/client.ts'
import { MoreButton } from '../../../console/more-button.tsx'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../../shared/language.tsx'
import { usePages } from '../../../shared/loading/use-pages.ts'
import { TableHead } from '../../../shared/look/table-head.tsx'
import { Outcome } from './attempt-outcome.tsx'
import { isSuccess } from './outcome.ts'

interface Props {
  webhook: Webhook
}

const pageSize = 20

/** The latest attempts to post an event, the newest first. */
export function Attempts({ webhook: { id, last_attempt } }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  const { test, time: timeName } = useWords('console')
  const list = usePages(`${id}/${last_attempt?.attempt}`, pageSize, (client) =>
    client.webhookAttempts(session.entity.id, id),
  )
  return (
    <div class="panel" aria-busy={list.state === 'reading'}>
      {list.state === 'read' && !list.hasMore && list.items.length === 0 && <p class="hint">{say.noAttempts}</p>}
      {list.items.length > 0 && (
        <table>
          <TableHead columns={[timeName, say.event, say.result]} />
          <tbody>
            {list.items.map((attempt) => (
              <tr key={attempt.attempt}>
                <td>
                  <time dateTime={attempt.at}>{time.moment(attempt.at)}</time>
                </td>
                <td>{attempt.sequence ?? test}</td>
                <td class={isSuccess(attempt.status) ? '' : 'failed'}>
                  <Outcome outcome={attempt} />{' '}
                  <span class="hint">{fill(say.duration, { ms: attempt.duration_ms })}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="row">
        <MoreButton list={list} />
      </div>
    </div>
  )
}
