import { canHappen } from '../../../client/states.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import type { Action } from '../action-line.tsx'
import { useCallActions } from '../calls/use-call-actions.ts'
import type { Change } from '../change.ts'
import { isOffered, type StaffAction, staffActions } from '../staff-actions.ts'
import { useSavedAnswer } from '../use-saved-answer.ts'
import type { Entry } from './entries.ts'
import type { useEntryChanges } from './use-entry-changes.ts'
import { isCalled, isMarkedDone, type Worklist } from './worklists.ts'

/** The possible actions of an entry, the most useful first: the mark that ends its work, an answer to the text, what the contact
 *  says, what a call brought, and the cancellation by the clinic. */
export function useEntryActions(
  entry: Entry,
  list: Worklist,
  { asking, ask, mark }: ReturnType<typeof useEntryChanges>,
): Action[] {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const savedAnswer = useSavedAnswer()
  const callActions = useCallActions({ asking, ask }, mark)
  const { visit, reply, failure } = entry
  const entityId = session.entity.id

  /** Sets or removes a mark. A mark that was set can be undone at once. */
  function marking(
    kind: 'done' | 'read',
    isMarked: boolean,
    name: string,
    make: (isMarked: boolean) => Change,
  ): Action {
    const next = isMarked ? (`${kind}-not` as const) : kind
    const saved = { text: fill(say.saved[next], { name }), ...(!isMarked && { undo: { change: make(false) } }) }
    return { name: 'mark', label: say.marks[next], run: () => mark(make(!isMarked), saved) }
  }

  function marks(): Action[] {
    if (failure) {
      const saved = { text: fill(say.saved.resent, { name: visit?.contact.name ?? failure.source.name }) }
      const run = () => mark((client) => client.resendEvent(entityId, failure.sequence), saved)
      return [{ name: 'resend', label: say.sendAgain, run }]
    }
    if (reply) {
      const make = (isRead: boolean) => (client: Parameters<Change>[0]) => client.read(entityId, reply.id, isRead)
      return [
        marking('read', reply.read !== undefined, visit?.contact.name ?? reply.uid, make),
        asked('answer', say.answerText),
      ]
    }
    if (!visit || !isMarkedDone(list.name) || !canHappen('markDone', visit.state)) return []
    const make = (isDone: boolean) => (client: Parameters<Change>[0]) =>
      client.done(entityId, visit.id, isDone, isDone ? { wish: visit.wish ?? null, slot: visit.slot } : undefined)
    return [marking('done', visit.done !== undefined, visit.contact.name, make)]
  }

  const asked = (name: 'answer' | 'reschedule' | 'cancel' | 'withdraw', label: string): Action => ({
    name,
    label,
    isAsking: asking === name,
    isGrave: name === 'withdraw',
    run: (button) => ask(name, button),
  })

  function answers(): Action[] {
    if (!visit || failure || list.part === 'done') return []
    const make: Change = (client) => staffActions.confirm.make(client, entityId, visit.id, '')
    const all: (Action & { name: StaffAction })[] = [
      { name: 'confirm', label: say.comes, run: () => mark(make, savedAnswer('confirm', visit)) },
      { ...asked('reschedule', say.anotherTime), name: 'reschedule' },
      { ...asked('cancel', say.cannotCome), name: 'cancel' },
      { ...asked('withdraw', say.cancelForClinic), name: 'withdraw' },
    ]
    return all.filter(({ name }) => isOffered(name, visit, session, time, new Date()))
  }

  return [
    ...(session.scopes.includes('actions:write') ? marks() : []),
    ...answers(),
    ...(visit && isCalled(list) ? callActions(visit) : []),
  ]
}
