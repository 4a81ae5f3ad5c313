import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useFormat, useWords } from '../../language.tsx'
import { Question } from '../answer-question.tsx'
import { NoteQuestion } from '../calls/note-question.tsx'
import { noted } from '../calls/noted.ts'
import type { Change, Saved } from '../change.ts'
import { TextAnswer } from './text-answer.tsx'
import type { Entry } from './use-worklist.ts'
import type { Asking, QuestionKind } from './work-marks.ts'

interface Props {
  asking: Asking
  entry: Entry
  session: Session
  time: ClinicTime
  isSaving: boolean
  save: (change: Change, saved: Saved) => void
  onLeave: () => void
}

/** The form that somebody opened in an entry: for an answer to a text, a note, a wish, or a confirmation. */
export function EntryQuestion({ asking, entry: { visit, reply }, session, time, isSaving, save, onLeave }: Props) {
  const say = useWords('work')
  const fill = useFormat()
  const entityId = session.entity.id
  if (asking === 'answer') {
    return (
      reply && (
        <TextAnswer
          {...{ reply, session, isSaving, onLeave }}
          onSend={(words, key) => {
            const text = fill(say.saved.answer, { name: visit?.contact.name ?? reply.uid })
            save((client) => client.answerReply(entityId, reply.id, words, key), { text })
          }}
        />
      )
    )
  }
  if (!visit) return null
  const { id, contact } = visit
  const { name } = contact
  if (asking === 'note') {
    return (
      <NoteQuestion
        notificationId={id}
        question={fill(say.calls.noteAbout, { name })}
        {...{ isSaving, onLeave }}
        onSave={(text) => {
          const { change, saved } = noted(entityId, id, { text }, fill(say.calls.saved.note, { name }))
          save(change, saved)
        }}
      />
    )
  }
  return (
    <Question
      {...{ asking, visit, time, isSaving, onLeave }}
      onAnswer={(wish) => save(answerOf(asking, entityId, id, wish), { text: fill(say.saved[asking], { name }) })}
    />
  )
}

const answerOf =
  (asking: QuestionKind, entityId: string, id: string, wish: string): Change =>
  (client) =>
    asking === 'withdraw'
      ? client.withdraw(entityId, id)
      : client.answer(entityId, id, { action: asking, ...(wish !== '' && { wish }) })
