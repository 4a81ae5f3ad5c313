import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Webhook, WebhookAttempt } from '../../../../client/client.ts'
import { connect } from '../../../shared/access/connect.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../../shared/language.tsx'
import { Fault } from '../../../shared/look/fault.tsx'
import { useAction } from '../../use-action.ts'
import { Outcome } from './attempt-outcome.tsx'
import { isSuccess } from './outcome.ts'

interface Props {
  webhook: Webhook
  /** Called when there is an attempt more. */
  onTested: () => void
  /** The buttons beside this one. */
  children: ComponentChildren
}

// The service waits for 15 s.
const timeoutMs = 25_000

/** Posts a test event, and says what became of it. */
export function TestWebhook({ webhook: { id }, onTested, children }: Props) {
  const { token, entity } = useSignedIn().session
  const say = useWords('admin-systems').webhooks
  const { isRunning, fault, run } = useAction<void>(token, say.testLost, onTested)
  const [tested, setTested] = useState<WebhookAttempt>()

  async function test() {
    setTested(undefined)
    await run(async () => {
      setTested(await connect(token, { retries: 0, timeoutMs }).testWebhook(entity.id, id))
      onTested()
    })
  }

  return (
    <>
      <div class="row">
        <button type="button" disabled={isRunning} onClick={test}>
          {isRunning ? say.testing : say.test}
        </button>
        {children}
      </div>
      <Fault>{fault}</Fault>
      <p role="status" class="done">
        {tested && <Tested attempt={tested} />}
      </p>
    </>
  )
}

function Tested({ attempt }: { attempt: WebhookAttempt }) {
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  return (
    <>
      {isSuccess(attempt.status) ? say.testPassed : say.testFailed} <Outcome outcome={attempt} /> ·{' '}
      {fill(say.duration, { ms: attempt.duration_ms })}
    </>
  )
}
