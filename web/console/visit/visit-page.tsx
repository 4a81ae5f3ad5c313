import { useState } from 'preact/hooks'
import { type Client, type NotificationStatus, ProblemError } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { Timeline } from './timeline.tsx'
import { VisitActions } from './visit-actions.tsx'
import { VisitHead } from './visit-head.tsx'
import './visit-page.css'

export interface VisitPageProps {
  /** The id of the notification. */
  id: string
  /** Called when the visit has been read, and after each change. */
  onRead: (visit: NotificationStatus) => void
}

/** A visit: who comes and when, what staff can do, what happened, and what comes next. */
export function VisitPage({ id, onRead }: VisitPageProps) {
  const say = useWords('work')
  const { entity } = useSignedIn().session
  const [generation, setGeneration] = useState(0)
  const reload = () => setGeneration((before) => before + 1)
  const read = async (client: Client) => {
    const visit = await client.notification(entity.id, id)
    onRead(visit)
    return visit
  }
  const { found: visit, error } = useLoaded(`${entity.id} ${id}`, read, generation)
  if (error instanceof ProblemError && error.status === 404) return <p>{say.faults.unknown}</p>
  if (error !== undefined) {
    return (
      <p class="fault" role="alert">
        {say.failing}{' '}
        <button type="button" onClick={reload}>
          {say.again}
        </button>
      </p>
    )
  }
  if (!visit) return <div class="visit-page" aria-busy="true" />
  return (
    <div class="visit-page">
      <VisitHead visit={visit} />
      <VisitActions visit={visit} onChanged={reload} />
      <Timeline generation={generation} notificationId={id} onChanged={reload} />
    </div>
  )
}
