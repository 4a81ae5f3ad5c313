import { useState } from 'preact/hooks'
import type { Draft, TemplateKey } from '../../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useTexts, useWords } from '../../language.tsx'
import { type Refusal, refusalOf } from './faults.ts'

interface Props {
  message: TemplateKey
  /** Undefined: the words that apply, without a mark. */
  draft: Draft | undefined
  about: string
  onSent?: () => void
  onFailed?: () => void
}

type Result = { sentTo: string } | { refusal: Refusal } | 'sending' | 'written'

/** Sends the words as a test to an address. Nothing repeats it: a test could be sent twice. */
export function TestMessage({ message, draft, about, onSent, onFailed }: Props) {
  const { say, fill } = useTexts('templates')
  const { token, entity, unsent } = useSignedIn().session
  const [uid, setUid] = useState('')
  const [result, setResult] = useState<Result>()

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setResult('sending')
    try {
      const client = connect(token, { retries: 0 })
      await client.testTemplate(entity.id, message, uid.trim(), draft)
      if (unsent?.reason === 'no-server' && unsent.channels.some((one) => one === message.channel)) {
        setResult('written')
        return onFailed?.()
      }
      setResult({ sentTo: uid.trim() })
      onSent?.()
    } catch (error) {
      setResult({ refusal: refusalOf(error) })
      onFailed?.()
    }
  }

  return (
    <form class="part test" onSubmit={send} aria-labelledby="template-test">
      <h3 id="template-test">{say.test}</h3>
      <p class="hint">{about}</p>
      <div class="field">
        <label for="test-uid">{say.testAddress}</label>
        <div class="row">
          <input
            id="test-uid"
            dir="ltr"
            autocomplete="off"
            required
            value={uid}
            aria-describedby="test-fault"
            onInput={(event) => setUid(event.currentTarget.value)}
          />
          <button type="submit" disabled={result === 'sending'}>
            {result === 'sending' ? say.sending : say.sendTest}
          </button>
        </div>
      </div>
      <p class="fault" id="test-fault" role="alert">
        {result === 'written' && say.testWritten}
        {typeof result === 'object' && 'refusal' in result && <Reason refusal={result.refusal} />}
      </p>
      <p class="done" role="status">
        {typeof result === 'object' && 'sentTo' in result && fill(say.testSent, { uid: result.sentTo })}
      </p>
    </form>
  )
}

/** The service states reasons in English. */
function Reason({ refusal }: { refusal: Refusal }) {
  const say = useWords('templates')
  if ('faults' in refusal) return <span lang="en">{Object.values(refusal.faults).flat().join('; ')}</span>
  return (
    <>
      {say.failures[refusal.failure]} {refusal.detail && <span lang="en">{refusal.detail}</span>}
    </>
  )
}
