import { useRef, useState } from 'preact/hooks'
import { type NotificationStatus, ProblemError } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import type { Change, SaveResult } from '../change.ts'
import { useAsking } from '../questions/use-asking.ts'
import { type StaffAction, staffActions } from '../staff-actions.ts'
import { useSavedAnswer } from '../use-saved-answer.ts'
import { useSaving } from '../use-saving.ts'

/** The service marks such an arrival only with a reason. */
const outsideWindow = ['too-early', 'too-late']
const isOutsideWindow = (failure: unknown) => failure instanceof ProblemError && outsideWindow.includes(failure.code)

/** The action that staff choose for a visit, from its question to its result.
 *  @param onChanged called after each change */
export function useStaffActions(visit: NotificationStatus, onChanged: () => void) {
  const { session } = useSignedIn()
  const noteOf = useActionNote(visit)
  const question = useAsking({ visit })
  const { save, show, forgetFailure, ...saving } = useSavingWithNote(visit, onChanged)
  const news = useRef<HTMLDivElement>(null)

  async function saveAndEnd(change: Change, note: SaveResult, end: () => void) {
    const failure = await save(change, note)
    if (failure !== undefined) return failure
    end()
    // The button that was pressed may be gone.
    news.current?.focus({ preventScroll: true })
  }

  /** Saves what the open question asked for. */
  const answer = (change: Change, note: SaveResult) => saveAndEnd(change, note, question.end)

  async function act(action: Exclude<StaffAction, 'reschedule' | 'cancel'>, text: string) {
    const change: Change = (client) => staffActions[action].make(client, session.entity.id, visit.id, text)
    // A half-written text of another question stays.
    const end = question.asking === action ? question.end : question.endUnlessTyped
    const failure = await saveAndEnd(change, noteOf(action), end)
    if (action !== 'arrive' || !isOutsideWindow(failure)) return
    forgetFailure()
    question.open('arrive')
  }

  async function noteCall(change: Change, note: SaveResult) {
    if ((await save(change, note)) === undefined) question.endUnlessTyped()
  }

  function ask(...asked: Parameters<typeof question.ask>) {
    forgetFailure()
    question.ask(...asked)
  }

  function leave() {
    forgetFailure()
    question.leave()
  }

  return { ...saving, asking: question.asking, show, answer, act, noteCall, ask, leave, news }
}

/** Saves one change at a time. The note of the latest one stays until the next begins. */
function useSavingWithNote(visit: NotificationStatus, onChanged: () => void) {
  const { make, isSaving, ...saving } = useSaving()
  const [saved, setSaved] = useState<SaveResult>()
  const latest = useRef(visit)
  latest.current = visit
  const [changed, setChanged] = useState<NotificationStatus>()

  function show(note: SaveResult | undefined) {
    setSaved(note)
    if (!note) return
    setChanged(latest.current)
    onChanged()
  }

  /** Returns the error of a change that the service did not save. */
  async function save(change: Change, note: SaveResult): Promise<unknown> {
    setSaved(undefined)
    const failure = await make(change)
    if (failure === undefined) show(note)
    return failure
  }

  // Until the changed visit arrives, an Undo would record the answer before the change.
  return { ...saving, isBusy: isSaving || changed === visit, saved, show, save }
}

/** Returns a function that makes the note after an action. An arrival has its own button that undoes it. */
function useActionNote(visit: NotificationStatus) {
  const { saved: words } = useWords('visit-page')
  const { fill } = useLanguage()
  const savedAnswer = useSavedAnswer()
  return (action: Exclude<StaffAction, 'reschedule' | 'cancel'>): SaveResult =>
    action === 'arrive' || action === 'annul'
      ? { text: fill(words[action], { name: visit.contact.name }) }
      : savedAnswer(action, visit)
}
