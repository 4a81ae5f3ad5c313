import type { NotificationStatus } from '../../client/client.ts'
import { transitions } from '../../client/states.ts'
import { useSignedIn } from '../shared/access/signed-in.ts'
import { useTexts } from '../shared/language.tsx'
import type { SaveResult, Undo } from './change.ts'
import { type Answer, answerBefore, wasTold } from './staff-actions.ts'

/** Returns a function that makes the note after an answer, or after a cancellation by the clinic. Undo records the previous
 *  answer again, unless the contact has answered since. A first answer has no Undo, because a clinic's system may have read it. */
export function useSavedAnswer() {
  const { entity } = useSignedIn().session
  const { say, fill } = useTexts('work')
  return (action: Answer | 'withdraw', visit: NotificationStatus, wish = ''): SaveResult => {
    const text = fill(say.saved[action], { name: visit.contact.name })
    if (action === 'withdraw') return { text }
    const before = answerBefore(visit)
    if (!before || before.action === action) return { text: `${text} ${say.toCorrect}`, correctAt: visit.id }
    const replaces = { state: transitions[action].to, ...(wish !== '' && { wish }) }
    const change: Undo['change'] = (client) => client.answer(entity.id, visit.id, { ...before, replaces })
    if (before.action !== 'confirm' || !wasTold(visit)) return { text, undo: { change } }
    return { text, undo: { change, message: { before: say.undoSends, after: say.undoSent } } }
  }
}
