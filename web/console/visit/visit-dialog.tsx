import { useEffect, useRef, useState } from 'preact/hooks'
import type { NotificationStatus } from '../../../client/client.ts'
import { loadVisitPageWords } from '../../../client/words.ts'
import { useWords } from '../../shared/language.tsx'
import { lazily } from '../../shared/loading/lazily.tsx'
import { VisitDetails } from './visit-details.tsx'
import type { VisitPageProps } from './visit-page.tsx'

export const LazyVisitPage = lazily<VisitPageProps>(async (language) => {
  const [{ VisitPage }, words] = await Promise.all([import('./visit-page.tsx'), loadVisitPageWords(language)])
  return [VisitPage, words]
})

interface Props {
  /** The id of the notification. */
  id: string
  onClose: () => void
}

/** The page of a visit, over the list from which somebody opened it. */
export function VisitDialog({ id, onClose }: Props) {
  const say = useWords('console')
  const dialog = useRef<HTMLDialogElement>(null)
  const [visit, setVisit] = useState<NotificationStatus>()
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog ref={dialog} class="record" aria-labelledby="visit-name" onClose={onClose}>
      <h2 id="visit-name" dir="auto" tabIndex={-1} autofocus>
        {visit?.contact.name ?? say.appointment}
      </h2>
      <LazyVisitPage id={id} onRead={setVisit} />
      {visit && <VisitDetails record={visit} />}
      <button type="button" onClick={() => dialog.current!.close()}>
        {say.close}
      </button>
    </dialog>
  )
}
