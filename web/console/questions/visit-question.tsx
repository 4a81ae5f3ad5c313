import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { noteChange } from '../calls/note-change.ts'
import type { Change, SaveResult } from '../change.ts'
import { messageOfWithdrawal, staffActions } from '../staff-actions.ts'
import { useSavedAnswer } from '../use-saved-answer.ts'
import { noteDraft, wishDraft } from './draft-names.ts'
import { QuestionField, QuestionForm } from './question-form.tsx'
import type { QuestionName } from './use-asking.ts'
import { useTextDraft } from './use-text-draft.ts'

interface Props {
  asking: Exclude<QuestionName, 'answer' | 'arrive' | 'annul'>
  visit: NotificationStatus
  isSaving: boolean
  save: (change: Change, saved: SaveResult) => void
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
      const { change, saved } = noteChange(entityId, id, { text }, savedText)
      save(change, saved)
    }
    return <NoteQuestion {...shared} onSave={onSave} />
  }
  const answer = (wish: string) =>
    save((client) => staffActions[asking].make(client, entityId, id, wish), savedAnswer(asking, visit, wish))
  if (asking === 'reschedule') return <WishQuestion {...shared} onAnswer={answer} />
  return <SureQuestion asking={asking} {...shared} onAnswer={() => answer('')} />
}

interface NoteQuestionProps {
  visit: NotificationStatus
  isSaving: boolean
  onSave: (text: string) => void
  onLeave: () => void
}

const maxNoteLength = 500

/** Asks for a note, which colleagues read and no contact sees. */
function NoteQuestion({ visit: { id, contact }, isSaving, onSave, onLeave }: NoteQuestionProps) {
  const { calls: say, discard } = useWords('work')
  const { fill } = useLanguage()
  const [note, type] = useTextDraft(noteDraft(id))
  const text = note.trim()
  return (
    <QuestionForm
      act={say.saveNote}
      leave={discard}
      isReady={text !== ''}
      onAct={() => onSave(text)}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <QuestionField
        label={fill(say.noteAbout, { name: contact.name })}
        rows={2}
        maxLength={maxNoteLength}
        text={note}
        onType={type}
      />
    </QuestionForm>
  )
}

interface WishQuestionProps {
  visit: NotificationStatus
  isSaving: boolean
  onLeave: () => void
}

const maxWishLength = 500

/** Asks which other time the contact wants. */
function WishQuestion({
  visit,
  isSaving,
  onAnswer,
  onLeave,
}: WishQuestionProps & { onAnswer: (wish: string) => void }) {
  const { say, fill } = useTexts('work')
  const [wish, type] = useTextDraft(wishDraft(visit.id))
  return (
    <QuestionForm
      act={say.answers.reschedule}
      leave={say.discard}
      onAct={() => onAnswer(wish.trim())}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <QuestionField
        label={fill(say.questions.reschedule, { name: visit.contact.name })}
        rows={2}
        maxLength={maxWishLength}
        text={wish}
        onType={type}
      />
    </QuestionForm>
  )
}

interface SureProps extends WishQuestionProps {
  asking: 'cancel' | 'withdraw'
  onAnswer: () => void
}

/** Asks whether the contact, or the clinic, really cancels. */
function SureQuestion({ asking, visit, isSaving, onAnswer, onLeave }: SureProps) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const at = visit.starts_at ? time.moment(visit.starts_at) : ''
  return (
    <QuestionForm
      act={say.answers[asking]}
      leave={say.leave}
      {...(asking === 'withdraw' && { tone: 'grave' })}
      onAct={onAnswer}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <p tabIndex={-1}>
        {fill(say.questions[asking], { name: visit.contact.name, at })}{' '}
        {asking === 'withdraw' && say[messageOfWithdrawal(visit)]}
      </p>
    </QuestionForm>
  )
}
