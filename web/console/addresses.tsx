import type { NotificationStatus } from '../../client/client.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { textOf, useWords } from '../language.tsx'

type Delivery = NotificationStatus['deliveries'][number]

interface Props {
  deliveries: Delivery[]
  /** Whether to show the state of the latest message to each address. */
  isWithOutcome: boolean
  time: ClinicTime
}

/** Returns the scheme of the URL that opens the address. The form of the uid decides: some channels have no such URL. */
const schemeOf = ({ uid }: Delivery) => (uid.startsWith('+') ? 'tel' : uid.includes('@') ? 'mailto' : undefined)

/** The addresses of a contact: the telephones, to call, and then the others. */
export function Addresses({ deliveries, isWithOutcome, time }: Props) {
  const say = useWords('console')
  const latest = [...new Map(deliveries.map((one) => [`${one.channel} ${one.uid}`, one])).values()]
  const isTelephone = (one: Delivery) => schemeOf(one) === 'tel'
  return (
    <ul class="addresses">
      {[...latest.filter(isTelephone), ...latest.filter((one) => !isTelephone(one))].map((one) => {
        const { uid, state, reason, opted_out } = one
        const scheme = schemeOf(one)
        const at = one.delivered_at ?? one.sent_at
        return (
          <li>
            {scheme ? (
              <a href={`${scheme}:${uid}`} dir="ltr">
                {uid}
              </a>
            ) : (
              <span dir="ltr">{uid}</span>
            )}
            {isWithOutcome && (
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
            )}
          </li>
        )
      })}
    </ul>
  )
}
