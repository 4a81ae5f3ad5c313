import { useId, useState } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { ActionLine } from '../action-line.tsx'
import { ClaimLine } from '../calls/claim-line.tsx'
import type { Claims } from '../calls/use-claims.ts'
import type { Change, SaveResult } from '../change.ts'
import { changeFaultOf } from '../change-fault.ts'
import { TextAnswer } from '../questions/text-answer.tsx'
import type { QuestionName } from '../questions/use-asking.ts'
import { VisitQuestion } from '../questions/visit-question.tsx'
import { ClockButtons } from './clock-change.tsx'
import type { Entry } from './entries.ts'
import { EntryDetails } from './entry-details.tsx'
import { EntryLine } from './entry-line.tsx'
import { useEntryActions } from './use-entry-actions.ts'
import { type EntryListeners, useEntryChanges } from './use-entry-changes.ts'
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

/** An entry of a list: one line, and opened its details and actions. Shows the error if an action failed. */
export function WorkRow({ entry, list, claims, isGone, onOpen, ...listeners }: Props) {
  const { session } = useSignedIn()
  const say = useWords('work')
  const nameId = useId()
  const { visit } = entry
  const changes = useEntryChanges(entry, listeners)
  const actions = useEntryActions(entry, list, changes)
  const { asking, isBusy, isSaving, failure } = changes
  const [isOpened, setOpened] = useState(asking !== undefined)
  const isOpen = isOpened || asking !== undefined
  const isClaimable = visit && isCalled(list) && session.scopes.includes('actions:write')
  const quick = isClaimable ? undefined : actions[0]
  return (
    <li class={isOpen ? 'entry open' : 'entry'} aria-labelledby={nameId}>
      <EntryLine entry={entry} list={list} nameId={nameId} isOpen={isOpen} onToggle={() => setOpened(!isOpen)} />
      {!isGone && (
        <div class="acts">
          {isClaimable && <ClaimLine claims={claims} visit={visit} isOpen={isOpen} onCall={() => setOpened(true)} />}
          {quick && !isOpen && !quick.isGrave && (
            <button type="button" disabled={isBusy} onClick={({ currentTarget }) => quick.run(currentTarget)}>
              {quick.label}
            </button>
          )}
        </div>
      )}
      {isOpen && (
        <div class="opened">
          <EntryDetails entry={entry} list={list} onOpen={onOpen} />
          {!isGone && visit && <ClockButtons visit={visit} changes={changes} />}
          {!isGone && <ActionLine actions={actions} isBusy={isBusy} hasMain={list.name !== 'clock-changed'} />}
          {asking && (
            <EntryQuestion
              key={asking}
              asking={asking}
              entry={entry}
              isSaving={isSaving}
              save={changes.answer}
              onLeave={changes.leave}
            />
          )}
        </div>
      )}
      {isGone && failure === undefined && <p class="hint">{say.gone}</p>}
      {failure !== undefined && (
        <Fault>
          {say.faults[changeFaultOf(failure)]}{' '}
          {!asking && (
            <button type="button" onClick={changes.forgetFailure}>
              {say.close}
            </button>
          )}
        </Fault>
      )}
    </li>
  )
}

interface EntryQuestionProps {
  asking: QuestionName
  entry: Entry
  isSaving: boolean
  save: (change: Change, saved: SaveResult) => void
  onLeave: () => void
}

/** The question that somebody opened in an entry: for an answer to a text, or about a visit. */
function EntryQuestion({ asking, entry: { visit, reply }, isSaving, save, onLeave }: EntryQuestionProps) {
  const { session } = useSignedIn()
  const { saved } = useWords('work')
  const { fill } = useLanguage()
  if (asking === 'arrive' || asking === 'annul') return null
  if (asking !== 'answer')
    return visit ? (
      <VisitQuestion asking={asking} visit={visit} isSaving={isSaving} save={save} onLeave={onLeave} />
    ) : null
  if (!reply) return null
  const note = { text: fill(saved.answer, { name: visit?.contact.name ?? reply.uid }) }
  return (
    <TextAnswer
      reply={reply}
      isSaving={isSaving}
      onLeave={onLeave}
      onSend={(words, key) => save((client) => client.answerReply(session.entity.id, reply.id, words, key), note)}
    />
  )
}
