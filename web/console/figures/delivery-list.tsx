import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import { shownDelivery } from '../shown-delivery.ts'

/** The deliveries of a notification, with their outcome. */
export function DeliveryList({ deliveries }: { deliveries: NotificationStatus['deliveries'] }) {
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
