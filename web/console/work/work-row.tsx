import { useId } from 'preact/hooks'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useWords } from '../../language.tsx'
import { ClaimLine } from '../calls/claim-line.tsx'
import type { Claims } from '../calls/use-claims.ts'
import { changeFaultOf } from '../change-fault.ts'
import type { Entry } from './entries.ts'
import { EntryQuestion } from './entry-question.tsx'
import { FailedEvent } from './failed-event.tsx'
import { TextHead } from './text-head.tsx'
import { type EntryListeners, useEntryChanges } from './use-entry-changes.ts'
import { WorkActions } from './work-actions.tsx'
import { VisitHead } from './work-head.tsx'
import { isCalled, type Worklist } from './worklists.ts'

interface Props extends EntryListeners {
  entry: Entry
  list: Worklist
  session: Session
  time: ClinicTime
  claims: Claims
  /** Whether the service no longer has the entry in this list. */
  isGone: boolean
  /** Opens the page of a visit. */
  onOpen: (notificationId: string) => void
}

/** An entry of a list, with its possible actions. Shows the error if one of them failed. */
export function WorkRow({ entry, list, session, time, claims, isGone, onOpen, ...listeners }: Props) {
  const say = useWords('work')
  const nameId = useId()
  const { visit } = entry
  const changes = useEntryChanges(entry, session, listeners)
  const { asking, isSaving, failure } = changes
  return (
    <li class="entry" aria-labelledby={nameId}>
      <Head {...{ entry, list, nameId, time, onOpen }} />
      {!isGone && <WorkActions {...{ entry, list, session, time, changes, onOpen }} />}
      {!isGone && visit && isCalled(list) && session.scopes.includes('actions:write') && (
        <ClaimLine {...{ claims, visit, time }} />
      )}
      {isGone && failure === undefined && <p class="hint">{say.gone}</p>}
      {asking && (
        <EntryQuestion
          key={asking}
          {...{ asking, entry, session, time, isSaving }}
          save={changes.answer}
          onLeave={changes.leave}
        />
      )}
      {failure !== undefined && (
        <p class="fault" role="alert">
          {say.faults[changeFaultOf(failure)]}{' '}
          {!asking && (
            <button type="button" onClick={changes.forgetFailure}>
              {say.close}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

interface HeadProps extends Pick<Props, 'entry' | 'list' | 'time' | 'onOpen'> {
  nameId: string
}

/** What the entry is about: a text, an event that a system could not apply, or a visit. */
function Head({ entry: { visit, reply, failure }, list, nameId, time, onOpen }: HeadProps) {
  if (reply) return <TextHead {...{ reply, visit, nameId, time, onOpen }} />
  if (failure) return <FailedEvent {...{ failure, visit, nameId, time }} />
  return <VisitHead visit={visit!} {...{ list, nameId, time }} />
}
