import type { NotificationStatus } from '../../client/client.ts'
import { tellsOfVisit } from '../../client/states.ts'
import { useSignedIn } from '../shared/access/signed-in.ts'
import { textOf, useWords } from '../shared/language.tsx'
import { isTelephone } from '../shared/lists/telephones.ts'
import { shownDelivery } from './shown-delivery.ts'

type Delivery = NotificationStatus['deliveries'][number]

interface Props {
  deliveries: Delivery[]
  /** Whether to show the state of the latest message to each address. */
  isWithOutcome: boolean
}

/** Returns the scheme of the URL that opens the address. Some channels have no such URL. */
const schemeOf = ({ uid }: Delivery) => (isTelephone(uid) ? 'tel' : uid.includes('@') ? 'mailto' : undefined)

/** The addresses of a contact: the telephones, to call, and then the others. */
export function Addresses({ deliveries, isWithOutcome }: Props) {
  const { noTelephone } = useWords('lists')
  // An answer to a text says nothing about the message of the visit.
  const told = deliveries.filter(({ kind }) => tellsOfVisit(kind))
  const latest = [
    ...new Map((told.length > 0 ? told : deliveries).map((one) => [`${one.channel} ${one.uid}`, one])).values(),
  ]
  const telephones = latest.filter(({ uid }) => isTelephone(uid))
  const others = latest.filter(({ uid }) => !isTelephone(uid))
  return (
    <ul class="addresses">
      {telephones.length === 0 && (
        <li>
          <span class="mark">{noTelephone}</span>
        </li>
      )}
      {[...telephones, ...others].map((one) => (
        <li>
          <Uid {...one} />
          {isWithOutcome && <Outcome delivery={one} />}
        </li>
      ))}
    </ul>
  )
}

function Uid(delivery: Delivery) {
  const { uid } = delivery
  const scheme = schemeOf(delivery)
  if (!scheme) return <span dir="ltr">{uid}</span>
  return (
    <a href={`${scheme}:${uid}`} dir="ltr">
      {uid}
    </a>
  )
}

/** The state of the latest message to an address, and why it has not arrived. */
function Outcome({ delivery }: { delivery: Delivery }) {
  const { time } = useSignedIn()
  const say = useWords('console')
  const { opted_out } = delivery
  const { state, reason } = shownDelivery(delivery)
  const at = delivery.delivered_at ?? delivery.sent_at
  return (
    <>
      <span class={`mark ${state}`}>
        {say.deliveryStates[state]}
        {at && ` · ${time.moment(at)}`}
      </span>
      {opted_out ? (
        <span class="reason">{say.optOuts[opted_out]}</span>
      ) : (
        reason && (
          <span class="reason" dir="auto">
            {say.reason} {textOf(say.reasons, reason) ?? <bdi>{reason}</bdi>}
          </span>
        )
      )}
    </>
  )
}
