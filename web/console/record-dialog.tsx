import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { type ActionRecord, createClient, type NotificationStatus } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { Speaking, useWords } from '../language.tsx'
import { detailsOf, startOf } from '../visit.ts'
import { DeliveryList } from './delivery-list.tsx'
import { words } from './words.ts'

interface Props {
  record: ActionRecord
  session: Session
  time: ClinicTime
  onClose: () => void
}

/** All fields of a record, and the status of its notification. */
export function RecordDialog({ record, session, time, onClose }: Props) {
  const say = useWords(words)
  const { language } = useContext(Speaking)
  const dialog = useRef<HTMLDialogElement>(null)
  const status = useStatus(session, record.notification_id)
  useEffect(() => dialog.current!.showModal(), [record])

  const start = startOf(record)
  const lines = [
    { label: say.time, value: time.moment(record.date) },
    { label: say.channel, value: `${say.channels[record.channel] ?? record.channel} · ${record.uid}` },
    ...(start ? [{ label: say.appointment, value: time.moment(start) }] : []),
    ...detailsOf(record, language),
    { label: say.externalId, value: record.external_id },
    { label: say.contactId, value: record.contact.external_id },
    ...(status ? [{ label: say.state, value: say.states[status.state] }] : []),
    ...(status?.wish ? [{ label: say.wish, value: status.wish }] : []),
  ]
  return (
    <dialog ref={dialog} class="record" aria-labelledby="record-name" onClose={onClose}>
      <h2 id="record-name" dir="auto">
        {record.contact.name}
      </h2>
      <p>
        <span class={`mark ${record.action}`}>{say.actions[record.action]}</span>
      </p>
      <dl>
        {lines.map(({ label, value }) => (
          <div>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {status && status.deliveries.length > 0 && (
        <>
          <h3>{say.deliveries}</h3>
          <DeliveryList deliveries={status.deliveries} time={time} />
        </>
      )}
      <details>
        <summary>{say.asJson}</summary>
        <pre>{JSON.stringify(record, null, 2)}</pre>
      </details>
      <button type="button" onClick={() => dialog.current!.close()}>
        {say.close}
      </button>
    </dialog>
  )
}

/** Returns the status of the notification if the token permits reading it. */
function useStatus({ token, scopes, entity }: Session, id: string): NotificationStatus | undefined {
  const [status, setStatus] = useState<NotificationStatus>()
  useEffect(() => {
    if (!scopes.includes('notifications:read')) return
    const ending = new AbortController()
    const client = createClient({ url: serviceUrl, token, signal: ending.signal })
    // The status is optional.
    client.notification(entity.id, id).then(setStatus, () => {})
    return () => ending.abort()
  }, [id])
  return status
}
