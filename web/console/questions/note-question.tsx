import type { NotificationStatus } from '../../../client/client.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { noteDraft } from './draft-names.ts'
import { QuestionField, QuestionForm } from './question-form.tsx'
import { useTextDraft } from './use-text-draft.ts'

interface Props {
  visit: NotificationStatus
  isSaving: boolean
  onSave: (text: string) => void
  onLeave: () => void
}

const maxNoteLength = 500

/** Asks for a note, which colleagues read and no contact sees. */
export function NoteQuestion({ visit: { id, contact }, isSaving, onSave, onLeave }: Props) {
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
