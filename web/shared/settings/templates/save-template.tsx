import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'
import { Fault } from '../../look/fault.tsx'
import type { Editor } from './use-editor.ts'

interface Props {
  editor: Editor
  /** Whether the message has the clinic's own words. */
  isOwn: boolean
  /** The note after a change. */
  saved: string
  onSaved: (note: string) => void
}

/** Saves the words, discards the change, or restores the shipped words. */
export function SaveTemplate({ editor, isOwn, saved, onSaved }: Props) {
  const say = useWords('templates')
  const [isAsking, setAsking] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isAsking) question.current?.focus()
  }, [isAsking])
  const { state, refusal } = editor
  const isSaving = state === 'saving'
  const isChanged = state === 'changed' || state === 'refused'
  const failure = state === 'refused' && refusal && 'failure' in refusal ? refusal : undefined

  async function restore() {
    if (await editor.restore()) onSaved(say.restored)
    setAsking(false)
  }

  return (
    <div class="saving">
      <p class="hint">{say.applies}</p>
      {isAsking ? (
        <div class="asking">
          <p ref={question} tabIndex={-1}>
            {say.restoreAsk}
          </p>
          <div class="row">
            <button type="button" class="main grave" disabled={isSaving} onClick={restore}>
              {say.restoreYes}
            </button>
            <button type="button" disabled={isSaving} onClick={() => setAsking(false)}>
              {say.leave}
            </button>
          </div>
        </div>
      ) : (
        <div class="row">
          <button
            type="button"
            class="main"
            aria-disabled={!isChanged}
            disabled={isSaving}
            onClick={async () => {
              if (isChanged && (await editor.store())) onSaved(say.saved)
            }}
          >
            {isSaving ? say.saving : say.save}
          </button>
          {isChanged && (
            <button type="button" onClick={editor.discard}>
              {say.discard}
            </button>
          )}
          {isOwn && (
            <button type="button" class="quiet" disabled={isSaving} onClick={() => setAsking(true)}>
              {say.restore}
            </button>
          )}
        </div>
      )}
      {failure && (
        <Fault>
          {say.failures[failure.failure]} {failure.detail && <span lang="en">{failure.detail}</span>}
        </Fault>
      )}
      <p class="done" role="status">
        {saved}
      </p>
    </div>
  )
}
