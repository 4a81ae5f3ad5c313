import { useEffect, useRef, useState } from 'preact/hooks'
import type { ActionRecord, NotificationStatus } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { Details } from '../details.tsx'
import { textOf, useWords } from '../language.tsx'
import { detailsOf, startOf } from '../visit.ts'
import { DeliveryList } from './delivery-list.tsx'
import { SentMessages } from './sent-messages.tsx'

/** The content of the dialog: an action with its notification, or a notification alone. */
export type Opened = { record: ActionRecord } | { notification: NotificationStatus }

interface Props {
  opened: Opened
  session: Session
  time: ClinicTime
  onClose: () => void
}

/** All fields of a record, and the status of its notification. */
export function RecordDialog({ opened, session, time, onClose }: Props) {
  const say = useWords('console')
  const plugins = useWords('plugins')
  const dialog = useRef<HTMLDialogElement>(null)
  const record = 'record' in opened ? opened.record : undefined
  const visit = 'record' in opened ? opened.record : opened.notification
  const id = 'record' in opened ? opened.record.notification_id : opened.notification.id
  const status = useStatus(session, id, 'record' in opened ? undefined : opened.notification)
  useEffect(() => dialog.current!.showModal(), [id])

  const start = startOf(visit)
  const lines = [
    ...(record
      ? [
          { label: say.time, value: time.moment(record.date) },
          { label: say.channel, value: `${textOf(say.channels, record.channel) ?? record.channel} · ${record.uid}` },
        ]
      : []),
    ...(start ? [{ label: say.appointment, value: time.moment(start) }] : []),
    ...detailsOf(visit, plugins),
    { label: say.externalId, value: visit.external_id },
    { label: say.contactId, value: visit.contact.external_id },
    ...(status ? [{ label: say.state, value: say.states[status.state] }] : []),
    ...(status?.wish ? [{ label: say.wish, value: status.wish }] : []),
  ]
  return (
    <dialog ref={dialog} class="record" aria-labelledby="record-name" onClose={onClose}>
      <h2 id="record-name" dir="auto">
        {visit.contact.name}
      </h2>
      {record && (
        <p>
          <span class={`mark ${record.action}`}>{say.actions[record.action]}</span>
        </p>
      )}
      <Details lines={lines} />
      {status && status.deliveries.length > 0 && (
        <>
          <h3>{say.deliveries}</h3>
          <DeliveryList deliveries={status.deliveries} time={time} />
        </>
      )}
      {session.scopes.includes('notifications:read') && (
        <SentMessages session={session} notificationId={id} time={time} />
      )}
      <details>
        <summary>{say.asJson}</summary>
        <pre>{JSON.stringify(visit, null, 2)}</pre>
      </details>
      <button type="button" onClick={() => dialog.current!.close()}>
        {say.close}
      </button>
    </dialog>
  )
}

/** Returns the status of the notification if the token permits reading it. */
function useStatus(
  { token, scopes, entity }: Session,
  id: string,
  known: NotificationStatus | undefined,
): NotificationStatus | undefined {
  const [status, setStatus] = useState(known)
  useEffect(() => {
    if (known || !scopes.includes('notifications:read')) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal })
    // The status is optional.
    client.notification(entity.id, id).then(setStatus, () => {})
    return () => ending.abort()
  }, [id])
  return status
}
