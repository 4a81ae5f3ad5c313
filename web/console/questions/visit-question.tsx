import type { NotificationStatus } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
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
  session: Session
  time: ClinicTime
  isSaving: boolean
  save: (change: Change, saved: Saved) => void
  onLeave: () => void
}

/** Asks for a note or the wish, or whether the person is sure. */
export function VisitQuestion({ asking, visit, session, time, isSaving, save, onLeave }: Props) {
  const { calls } = useWords('work')
  const { fill } = useLanguage()
  const savedAnswer = useSavedAnswer(session)
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
  return <SureQuestion asking={asking} time={time} {...shared} onAnswer={() => answer('')} />
}
