import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { drafts } from '../../drafts.ts'
import { useWords } from '../../language.tsx'

interface Props {
  notificationId: string
  question: string
  isSaving: boolean
  onSave: (text: string) => void
  onLeave: () => void
}

const maxNoteLength = 500

/** The name of a note's draft, apart from that of the contact's wish. */
export const noteDraft = (notificationId: string) => `note ${notificationId}`

/** Asks for a note, which colleagues read and no contact sees. */
export function NoteQuestion({ notificationId, question, isSaving, onSave, onLeave }: Props) {
  const { calls: say, discard } = useWords('work')
  const draft = noteDraft(notificationId)
  const [text, setText] = useState(() => drafts.of<string>(draft) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  // Before the next key is pressed.
  useLayoutEffect(() => field.current!.focus(), [])

  function type(typed: string) {
    setText(typed)
    drafts.set(draft, typed || undefined)
  }

  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text.trim())
      }}
    >
      <label>
        {question}
        <textarea
          ref={field}
          rows={2}
          dir="auto"
          maxLength={maxNoteLength}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="submit" class="main" disabled={isSaving || text.trim() === ''}>
          {say.saveNote}
        </button>
        <button type="button" onClick={onLeave} disabled={isSaving}>
          {discard}
        </button>
      </div>
    </form>
  )
}
