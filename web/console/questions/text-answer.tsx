import { useId, useMemo } from 'preact/hooks'
import { type AnswerMeasure, ProblemError, type UnhandledReply } from '../../../client/client.ts'
import { idempotencyKey } from '../../../client/request.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { pause } from '../../shared/loading/pause.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { Fault } from '../../shared/look/fault.tsx'
import { type ChangeFault, changeFaultOf } from '../change-fault.ts'
import { answerDraft } from './draft-names.ts'
import { QuestionField, QuestionForm } from './question-form.tsx'
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
      {fault && <Fault>{say.faults[fault]}</Fault>}
    </QuestionForm>
  )
}

const settleAfterMs = 300

interface TextMeasure {
  /** How the latest text that was measured would be sent. */
  measure?: AnswerMeasure
  /** Why the address takes no answer. */
  fault?: ChangeFault
}

/** Asks the service how it would send an answer, when the typing pauses. Without a connection, the answer has no measure. */
function useAnswerMeasure({ id }: UnhandledReply, text: string): TextMeasure {
  const { entity } = useSignedIn().session
  const key = text === '' ? undefined : `${entity.id} ${id}`
  const { found, error } = useLoaded(
    key,
    async (client, signal) => {
      await pause(settleAfterMs, [signal, 'abort'])
      return client.measureAnswer(entity.id, id, text)
    },
    text,
  )
  if (error instanceof ProblemError && error.status === 409) return { fault: changeFaultOf(error) }
  return error === undefined && found ? { measure: found } : {}
}
