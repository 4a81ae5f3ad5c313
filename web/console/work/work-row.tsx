import { useId } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
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
  claims: Claims
  /** Whether the service no longer has the entry in this list. */
  isGone: boolean
  /** Opens the page of a visit. */
  onOpen: (notificationId: string) => void
}

/** An entry of a list, with its possible actions. Shows the error if one of them failed. */
export function WorkRow({ entry, list, claims, isGone, onOpen, ...listeners }: Props) {
  const { session, time } = useSignedIn()
  const say = useWords('work')
  const nameId = useId()
  const { visit } = entry
  const changes = useEntryChanges(entry, listeners)
  const { asking, isSaving, failure } = changes
  return (
    <li class="entry" aria-labelledby={nameId}>
      <Head entry={entry} list={list} nameId={nameId} onOpen={onOpen} />
      {!isGone && <WorkActions entry={entry} list={list} changes={changes} onOpen={onOpen} />}
      {!isGone && visit && isCalled(list) && session.scopes.includes('actions:write') && (
        <ClaimLine claims={claims} visit={visit} />
      )}
      {isGone && failure === undefined && <p class="hint">{say.gone}</p>}
      {asking && (
        <EntryQuestion
          key={asking}
          asking={asking}
          entry={entry}
          session={session}
          time={time}
          isSaving={isSaving}
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

interface HeadProps extends Pick<Props, 'entry' | 'list' | 'onOpen'> {
  nameId: string
}

/** What the entry is about: a text, an event that a system could not apply, or a visit. */
function Head({ entry: { visit, reply, failure }, list, nameId, onOpen }: HeadProps) {
  if (reply) return <TextHead reply={reply} visit={visit} nameId={nameId} onOpen={onOpen} />
  if (failure) return <FailedEvent failure={failure} visit={visit} nameId={nameId} />
  return <VisitHead visit={visit!} list={list} nameId={nameId} />
}
