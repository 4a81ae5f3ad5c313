import { useEffect, useRef, useState } from 'preact/hooks'
import type { NotificationStatus } from '../../../client/client.ts'
import { loadVisitPageWords } from '../../../client/words.ts'
import type { Session } from '../../shared/access/session.ts'
import { useWords } from '../../shared/language.tsx'
import { lazily } from '../../shared/loading/lazily.tsx'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { VisitDetails } from './visit-details.tsx'
import type { VisitPageProps } from './visit-page.tsx'

export const LazyVisitPage = lazily<VisitPageProps>(async (language) => {
  const [{ VisitPage }, words] = await Promise.all([import('./visit-page.tsx'), loadVisitPageWords(language)])
  return [VisitPage, words]
})

interface Props {
  session: Session
  /** The id of the notification. */
  id: string
  time: ClinicTime
  onClose: () => void
}

/** The page of a visit, over the list from which somebody opened it. */
export function VisitDialog({ session, id, time, onClose }: Props) {
  const say = useWords('console')
  const dialog = useRef<HTMLDialogElement>(null)
  const [visit, setVisit] = useState<NotificationStatus>()
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog ref={dialog} class="record" aria-labelledby="visit-name" onClose={onClose}>
      <h2 id="visit-name" dir="auto" tabIndex={-1} autofocus>
        {visit?.contact.name ?? say.appointment}
      </h2>
      <LazyVisitPage session={session} id={id} time={time} onRead={setVisit} />
      {visit && <VisitDetails record={visit} />}
      <button type="button" onClick={() => dialog.current!.close()}>
        {say.close}
      </button>
    </dialog>
  )
}
