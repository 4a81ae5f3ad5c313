import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ListedTask, NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import { MoreButton } from '../more-button.tsx'
import { shownDelivery } from '../shown-delivery.ts'
import { stateInWords } from '../staff-actions.ts'

const pageSize = 50

interface Props {
  task: ListedTask
  onOpen: (notification: NotificationStatus) => void
}

/** A task that opens: its notices, with their state and their deliveries. */
export function TaskNotices({ children, ...props }: Props & { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{children}</summary>
      {isOpen && <Notices {...props} />}
    </details>
  )
}

function Notices({ task, onOpen }: Props) {
  const { session, time } = useSignedIn()
  const say = { ...useWords('console'), ...useWords('tasks') }
  const [isFailed, setFailed] = useState(false)
  const { task_id } = task
  const filters = isFailed ? { delivery: ['failed' as const] } : {}
  const notices = usePages(`${task_id} ${isFailed}`, pageSize, (client) =>
    client.taskNotifications(session.entity.id, task_id, filters),
  )
  return (
    <div class="notices" aria-busy={notices.state === 'reading'}>
      {task.deliveries.failed && (
        <fieldset class="choice" aria-label={say.shown}>
          {[false, true].map((one) => (
            <button type="button" key={one} aria-pressed={one === isFailed} onClick={() => setFailed(one)}>
              {one ? say.onlyFailed : say.allNotices}
            </button>
          ))}
        </fieldset>
      )}
      <ul>
        {notices.items.map((notice) => (
          <li key={notice.id}>
            <p>
              <button type="button" class="quiet" dir="auto" onClick={() => onOpen(notice)}>
                {notice.contact.name}
              </button>{' '}
              <span class="hint">{notice.external_id}</span>
            </p>
            <p>
              {say.states[stateInWords(notice)]}
              {notice.starts_at && <span class="hint"> · {time.moment(notice.starts_at)}</span>}
            </p>
            {notice.deliveries.length > 0 ? (
              <DeliveryList deliveries={notice.deliveries} />
            ) : (
              <p class="hint">{say.noDeliveries}</p>
            )}
          </li>
        ))}
      </ul>
      <MoreButton list={notices} />
    </div>
  )
}

/** The deliveries of a notification, with their outcome. */
function DeliveryList({ deliveries }: { deliveries: NotificationStatus['deliveries'] }) {
  const { time } = useSignedIn()
  const say = useWords('console')
  return (
    <ul class="deliveries">
      {deliveries.map((delivery) => {
        const { state, reason } = shownDelivery(delivery)
        const at = delivery.delivered_at ?? delivery.sent_at ?? delivery.next_attempt_at
        return (
          <li>
            <span class={`mark ${state}`}>{say.deliveryStates[state]}</span>{' '}
            {textOf(say.channels, delivery.channel) ?? delivery.channel} · <span dir="auto">{delivery.uid}</span>
            {at && ` · ${time.moment(at)}`}
            {reason && (
              <p class="reason">
                {say.reason} <bdi>{textOf(say.reasons, reason) ?? reason}</bdi>
              </p>
            )}
            {delivery.opted_out && <p class="reason">{say.optOuts[delivery.opted_out]}</p>}
          </li>
        )
      })}
    </ul>
  )
}
