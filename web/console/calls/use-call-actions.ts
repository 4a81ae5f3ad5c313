import type { NotificationStatus } from '../../../client/client.ts'
import { states } from '../../../client/states.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import type { Action } from '../action-line.tsx'
import type { Change, SaveResult } from '../change.ts'
import type { QuestionName } from '../questions/use-asking.ts'
import { takesAnswers } from '../takes-answers.ts'
import { noteChange } from './note-change.ts'

interface Changes {
  asking: QuestionName | undefined
  ask: (one: QuestionName, button: HTMLButtonElement) => void
}

/** Whether a call can still bring an answer, or another time after a missed visit. */
const isCallable = (visit: NotificationStatus, now: number) => takesAnswers(visit, now) || states[visit.state].isMissed

const results = ['no-answer', 'will-call-back'] as const

/** Returns a function that lists what staff can note: what became of a call that brought no answer, or something for colleagues. */
export function useCallActions({ asking, ask }: Changes, save: (change: Change, saved: SaveResult) => void) {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('work', 'calls')
  return (visit: NotificationStatus): Action[] => {
    if (!session.scopes.includes('actions:write')) return []
    const { id, contact } = visit
    const noted = results.map((call) => ({
      name: call,
      label: say[call],
      run() {
        const text = fill(say.saved[call], { name: contact.name })
        const { change, saved } = noteChange(session.entity.id, id, { call }, text)
        save(change, saved)
      },
    }))
    return [
      ...(isCallable(visit, Date.now()) ? noted : []),
      { name: 'note', label: say.note, isAsking: asking === 'note', run: (button) => ask('note', button) },
    ]
  }
}
