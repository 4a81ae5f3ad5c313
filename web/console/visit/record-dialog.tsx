import { useEffect, useRef } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import { Details } from '../../shared/look/details.tsx'
import { startOf } from '../../shared/visits/visit.ts'
import { VisitDetails } from './visit-details.tsx'
import { LazyVisitPage } from './visit-dialog.tsx'

interface Props {
  record: ActionRecord
  onClose: () => void
}

/** An action with its fields, and the page of its visit for those who can read it. */
export function RecordDialog({ record, onClose }: Props) {
  const { session, time } = useSignedIn()
  const say = useWords('console')
  const dialog = useRef<HTMLDialogElement>(null)
  const { notification_id: id, action, date, channel, uid, contact } = record
  useEffect(() => dialog.current!.showModal(), [id])
  const start = startOf(record)
  const lines = [
    { label: say.time, value: time.moment(date) },
    {
      label: say.channel,
      value: (
        <>
          {textOf(say.channels, channel) ?? channel} · <bdi>{uid}</bdi>
        </>
      ),
    },
    ...(start ? [{ label: say.appointment, value: time.moment(start) }] : []),
  ]
  return (
    <dialog ref={dialog} class="record" aria-labelledby="record-name" onClose={onClose}>
      <h2 id="record-name" dir="auto">
        {contact.name}
      </h2>
      <p>
        <span class={`mark ${action}`}>{say.actions[action]}</span>
      </p>
      <Details lines={lines} />
      {session.scopes.includes('notifications:read') && <LazyVisitPage id={id} onRead={() => {}} />}
      <VisitDetails record={record} />
      <button type="button" onClick={() => dialog.current!.close()}>
        {say.close}
      </button>
    </dialog>
  )
}
