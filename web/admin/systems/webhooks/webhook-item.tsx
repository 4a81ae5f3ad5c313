import { useRef, useState } from 'preact/hooks'
import type { Client, Webhook, WebhookWithSecret } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../../shared/language.tsx'
import { Fault } from '../../../shared/look/fault.tsx'
import { CopiedText } from '../../copied-text.tsx'
import { Question } from '../../question.tsx'
import { ShownOnce } from '../../shown-once.tsx'
import { useAction } from '../../use-action.ts'
import { Attempts } from './attempts.tsx'
import { Resend } from './resend.tsx'
import { TestWebhook } from './test-webhook.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { stateOf, states } from './webhook-state.ts'

interface Props {
  webhook: Webhook
  /** Undefined unless the service has just shown it. */
  secret: string | undefined
  onChange: (webhook: Webhook) => void
  onSecret: (webhook: WebhookWithSecret) => void
  onSecretKept: () => void
  onDelete: () => void
  /** Called when the service may have changed the webhook. */
  onUncertain: () => void
}

/** The parts that a button opens. */
const panels = ['attempts', 'resend', 'rotate', 'delete'] as const
type Panel = (typeof panels)[number]

/** A webhook, its state, and what one can do with it. */
export function WebhookItem({ webhook, secret, ...on }: Props) {
  const systems = useWords('admin-systems')
  const say = systems.webhooks
  const { fill } = useLanguage()
  const { token, entity } = useSignedIn().session
  const action = useAction<void>(token, undefined, on.onUncertain)
  const rotating = useAction<void>(token, say.mayHaveChanged, on.onUncertain)
  const [panel, setPanel] = useState<Panel>()
  const [note, setNote] = useState('')
  const openers = useRef<Partial<Record<Panel, HTMLButtonElement | null>>>({})
  const { id, url, position } = webhook
  const { resume } = states[stateOf(webhook)]
  const names = { attempts: say.attempts, resend: say.resend, rotate: say.rotate, delete: systems.delete }

  function run(act: (client: Client) => Promise<void>) {
    setNote('')
    return action.run(act)
  }

  /** Closes the part, and returns to its button. */
  function close(done = '') {
    if (panel) openers.current[panel]?.focus()
    setPanel(undefined)
    setNote(done)
  }

  return (
    <li class="system">
      <WebhookFacts webhook={webhook} />
      {secret !== undefined && <SecretShown url={url} secret={secret} onKept={on.onSecretKept} />}
      <TestWebhook webhook={webhook} onTested={on.onUncertain}>
        {resume && (
          <button
            type="button"
            disabled={action.isRunning}
            onClick={() =>
              run(async (client) => {
                on.onChange(await client.resumeWebhook(entity.id, id))
                setNote(fill(say.resumed, { position }))
              })
            }
          >
            {say[resume]}
          </button>
        )}
        {panels.map((one) =>
          one === 'resend' && position === 0 ? null : (
            <button
              key={one}
              type="button"
              class={one === 'delete' ? 'quiet' : ''}
              ref={(element) => {
                openers.current[one] = element
              }}
              aria-expanded={panel === one}
              onClick={() => (panel === one ? close() : setPanel(one))}
            >
              {names[one]}
            </button>
          ),
        )}
      </TestWebhook>
      {panel === 'attempts' && <Attempts webhook={webhook} />}
      {panel === 'resend' && (
        <Resend
          webhook={webhook}
          isRunning={action.isRunning}
          onResend={(range) =>
            run(async (client) => {
              on.onChange(await client.resendEvents(entity.id, id, range))
              close(fill(say.resent, range))
            })
          }
          onCancel={() => close()}
        />
      )}
      {panel === 'rotate' && (
        <Question
          text={say.rotateAsk}
          yes={say.rotate}
          action={rotating}
          onYes={() =>
            rotating.run(async (client) => {
              on.onSecret(await client.rotateWebhookSecret(entity.id, id))
              setPanel(undefined)
            })
          }
          onCancel={() => close()}
        />
      )}
      {panel === 'delete' && (
        <Question
          text={fill(say.deleteAsk, { url })}
          yes={say.deleteYes}
          action={{ isRunning: action.isRunning }}
          onYes={() =>
            run(async (client) => {
              await client.deleteWebhook(entity.id, id)
              on.onDelete()
            })
          }
          onCancel={() => close()}
        />
      )}
      <Fault>{action.fault}</Fault>
      <p class="done" role="status">
        {note}
      </p>
    </li>
  )
}

interface SecretShownProps {
  url: string
  secret: string
  onKept: () => void
}

/** The secret of a new webhook, or the new one. */
function SecretShown({ url, secret, onKept }: SecretShownProps) {
  const say = useWords('admin-systems').webhooks
  return (
    <ShownOnce title={say.secret} secret={secret} onDone={onKept}>
      <p>
        {say.secretOnce}{' '}
        <a href="docs#/webhooks/createWebhook" target="_blank" rel="noreferrer">
          {say.howToVerify}
        </a>
        .
      </p>
      <CopiedText label={url} text={secret} />
    </ShownOnce>
  )
}
