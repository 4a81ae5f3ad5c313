import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { UnhandledReply } from '../../../client/client.ts'
import { idempotencyKey } from '../../../client/request.ts'
import type { Session } from '../../access/session.ts'
import { drafts } from '../../drafts.ts'
import { textOf, useFormat, useWords } from '../../language.tsx'
import { useAnswerMeasure } from './use-answer-measure.ts'

interface Props {
  reply: UnhandledReply
  session: Session
  isSaving: boolean
  /** Sends the text. The same key sends it once. */
  onSend: (text: string, key: string) => void
  onLeave: () => void
}

const maxLength = 1_000

/** A field for an answer to a contact's text, with what will be sent to which number. */
export function TextAnswer({ reply, session, isSaving, onSend, onLeave }: Props) {
  const say = useWords('work')
  const { channels } = useWords('console')
  const fill = useFormat()
  const hintId = useId()
  const [written, setWritten] = useState(() => drafts.of<string>(reply.id) ?? '')
  const text = written.trim()
  const { measure, fault } = useAnswerMeasure(session, reply, text)
  // Another press after a lost connection sends the same text once.
  const key = useMemo(idempotencyKey, [text])
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])

  function type(typed: string) {
    setWritten(typed)
    drafts.set(reply.id, typed || undefined)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSend(text, key)
  }

  return (
    <form class="question" onSubmit={submit}>
      <label>
        {say.yourAnswer}
        <textarea
          ref={field}
          rows={3}
          dir="auto"
          maxLength={maxLength}
          value={written}
          aria-describedby={hintId}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      <p class="hint" id={hintId}>
        {textOf(channels, reply.channel) ?? reply.channel} · <bdi>{reply.uid}</bdi> ·{' '}
        {fill(say.answerLength, { used: written.length, max: maxLength })}
        {measure?.segments !== undefined && <> · {fill(say.answerTexts, { count: measure.segments })}</>}
      </p>
      {fault && (
        <p class="fault" role="alert">
          {say.faults[fault]}
        </p>
      )}
      <div class="row">
        <button type="submit" class="main" disabled={isSaving || text === '' || fault !== undefined}>
          {say.sendAnswer}
        </button>
        <button type="button" onClick={onLeave} disabled={isSaving}>
          {say.discard}
        </button>
      </div>
    </form>
  )
}
