import { useId, useMemo } from 'preact/hooks'
import type { UnhandledReply } from '../../../client/client.ts'
import { idempotencyKey } from '../../../client/request.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { answerDraft } from './draft-names.ts'
import { QuestionField, QuestionForm } from './question-form.tsx'
import { useAnswerMeasure } from './use-answer-measure.ts'
import { useTextDraft } from './use-text-draft.ts'

interface Props {
  reply: UnhandledReply
  isSaving: boolean
  /** Sends the text. The same key sends it once. */
  onSend: (text: string, key: string) => void
  onLeave: () => void
}

const maxLength = 1_000

/** A field for an answer to a contact's text, with what will be sent to which number. */
export function TextAnswer({ reply, isSaving, onSend, onLeave }: Props) {
  const { say, fill } = useTexts('work')
  const { channels } = useWords('console')
  const hintId = useId()
  const [written, type] = useTextDraft(answerDraft(reply.id))
  const text = written.trim()
  const { measure, fault } = useAnswerMeasure(reply, text)
  // Another press after a lost connection sends the same text once.
  const key = useMemo(idempotencyKey, [text])
  return (
    <QuestionForm
      act={say.sendAnswer}
      leave={say.discard}
      isReady={text !== '' && fault === undefined}
      onAct={() => onSend(text, key)}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <QuestionField
        label={say.yourAnswer}
        rows={3}
        text={written}
        onType={type}
        maxLength={maxLength}
        hintId={hintId}
      />
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
    </QuestionForm>
  )
}
