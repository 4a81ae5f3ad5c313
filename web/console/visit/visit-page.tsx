import { useRef, useState } from 'preact/hooks'
import { type NotificationStatus, ProblemError } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useRead } from '../../access/use-read.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useWords } from '../../language.tsx'
import { Timeline } from './timeline.tsx'
import { VisitActions } from './visit-actions.tsx'
import { VisitHead } from './visit-head.tsx'
import './visit-page.css'

export interface VisitPageProps {
  session: Session
  /** The id of the notification. */
  id: string
  time: ClinicTime
  /** Called when the visit has been read, and after each change. */
  onRead: (visit: NotificationStatus) => void
}

/** A visit: who comes and when, what staff can do, what happened, and what comes next. */
export function VisitPage({ session, id, time, onRead }: VisitPageProps) {
  const say = useWords('work')
  const { visit, generation, reload } = useVisit(session, id, onRead)
  if (visit === 'missing') return <p>{say.faults.unknown}</p>
  if (visit === 'failed') {
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
      <VisitHead visit={visit} time={time} />
      <VisitActions {...{ session, visit, time }} onChanged={reload} />
      <Timeline {...{ session, time, generation }} notificationId={id} onChanged={reload} />
    </div>
  )
}

/** Reads the visit, and again on request. While it reads, the earlier one stays. */
function useVisit({ token, entity }: Session, id: string, onRead: VisitPageProps['onRead']) {
  const [generation, setGeneration] = useState(0)
  const latest = useRef<NotificationStatus>(undefined)
  const read = useRead(token, `${entity.id} ${id} ${generation}`, (client) =>
    client.notification(entity.id, id).then(
      (visit) => {
        latest.current = visit
        onRead(visit)
        return visit
      },
      (error) => (error instanceof ProblemError && error.status === 404 ? ('missing' as const) : ('failed' as const)),
    ),
  )
  return { visit: read ?? latest.current, generation, reload: () => setGeneration((before) => before + 1) }
}
