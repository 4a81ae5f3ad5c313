import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { noted } from '../calls/noted.ts'
import type { Change, Saved } from '../change.ts'
import { staffActions } from '../staff-actions.ts'
import { useSavedAnswer } from '../use-saved-answer.ts'
import { SureQuestion, WishQuestion } from './answer-questions.tsx'
import { NoteQuestion } from './note-question.tsx'
import type { Asking } from './use-asking.ts'

interface Props {
  asking: Exclude<Asking, 'answer' | 'arrive' | 'annul'>
  visit: NotificationStatus
  isSaving: boolean
  save: (change: Change, saved: Saved) => void
  onLeave: () => void
}

/** Asks for a note or the wish, or whether the person is sure. */
export function VisitQuestion({ asking, visit, isSaving, save, onLeave }: Props) {
  const { session } = useSignedIn()
  const { calls } = useWords('work')
  const { fill } = useLanguage()
  const savedAnswer = useSavedAnswer()
  const entityId = session.entity.id
  const { id, contact } = visit
  const shared = { visit, isSaving, onLeave }
  if (asking === 'note') {
    const savedText = fill(calls.saved.note, { name: contact.name })
    const onSave = (text: string) => {
      const { change, saved } = noted(entityId, id, { text }, savedText)
      save(change, saved)
    }
    return <NoteQuestion {...shared} onSave={onSave} />
  }
  const answer = (wish: string) =>
    save((client) => staffActions[asking].make(client, entityId, id, wish), savedAnswer(asking, visit, wish))
  if (asking === 'reschedule') return <WishQuestion {...shared} onAnswer={answer} />
  return <SureQuestion asking={asking} {...shared} onAnswer={() => answer('')} />
}
