import { useEffect, useRef } from 'preact/hooks'
import type { ActionRecord, NotificationStatus } from '../../../client/client.ts'
import { loadTimelineWords } from '../../../client/words.ts'
import type { Session } from '../../access/session.ts'
import { useRead } from '../../access/use-read.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { Details } from '../../details.tsx'
import { textOf, useWords } from '../../language.tsx'
import { lazily } from '../../lazily.tsx'
import { detailsOf, startOf } from '../../visit.ts'
import { SentMessages } from './sent-messages.tsx'
import type { TimelineProps } from './timeline.tsx'

const LazyTimeline = lazily<TimelineProps>(async (language) => {
  const [{ Timeline }, words] = await Promise.all([import('./timeline.tsx'), loadTimelineWords(language)])
  return [Timeline, words]
})

/** The content of the dialog: an action with its notification, or a notification alone. */
export type Opened = { record: ActionRecord } | { notification: NotificationStatus }

interface Props {
  opened: Opened
  session: Session
  time: ClinicTime
  onClose: () => void
}

/** All fields of a record, and the timeline of its notification. */
export function RecordDialog({ opened, session, time, onClose }: Props) {
  const say = useWords('console')
  const plugins = useWords('plugins')
  const dialog = useRef<HTMLDialogElement>(null)
  const record = 'record' in opened ? opened.record : undefined
  const visit = 'record' in opened ? opened.record : opened.notification
  const id = 'record' in opened ? opened.record.notification_id : opened.notification.id
  const { token, scopes, entity } = session
  const known = 'record' in opened ? undefined : opened.notification
  const isRead = known === undefined && scopes.includes('notifications:read')
  const status = useRead(token, isRead ? id : undefined, (client) => client.notification(entity.id, id)) ?? known
  useEffect(() => dialog.current!.showModal(), [id])

  const start = startOf(visit)
  const lines = [
    ...(record
      ? [
          { label: say.time, value: time.moment(record.date) },
          {
            label: say.channel,
            value: (
              <>
                {textOf(say.channels, record.channel) ?? record.channel} · <bdi>{record.uid}</bdi>
              </>
            ),
          },
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
      {status?.test && (
        <p>
          <span class="mark">{say.test}</span> {say.testHint}
        </p>
      )}
      <Details lines={lines} />
      {scopes.includes('notifications:read') && (
        <>
          <LazyTimeline session={session} notificationId={id} time={time} />
          <SentMessages session={session} notificationId={id} time={time} />
        </>
      )}
      <details>
        <summary>{say.asJson}</summary>
        <pre dir="ltr">{JSON.stringify(visit, null, 2)}</pre>
      </details>
      <button type="button" onClick={() => dialog.current!.close()}>
        {say.close}
      </button>
    </dialog>
  )
}
