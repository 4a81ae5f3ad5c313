import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type NewWebhook, ProblemError, type WebhookWithSecret } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useWords } from '../../../shared/language.tsx'
import { Field } from '../../field.tsx'
import { useAction } from '../../use-action.ts'
import { FullField } from './full-field.tsx'
import { KindFields } from './kind-fields.tsx'
import type { Kind } from './kind-names.ts'
import { textOfReason } from './outcome.ts'

export interface Draft {
  url: string
  /** Undefined: all, also those of later versions. */
  kinds?: Kind[] | undefined
  full: boolean
}

export const emptyDraft: Draft = { url: '', full: false }

interface Props {
  draft: Draft
  onEdit: (change: Partial<Draft>) => void
  onClose: () => void
  onCreate: (created: WebhookWithSecret) => void
  /** Called when the service may have added the webhook. */
  onUncertain: () => void
}

/** Adds a webhook. */
export function NewWebhookForm({ draft, onEdit, onClose, onCreate, onUncertain }: Props) {
  const say = useWords('admin-systems').webhooks
  const { cancel } = useWords('admin')
  const { token, entity } = useSignedIn().session
  const { isRunning, fault, run } = useAction<void>(token, say.mayExist, onUncertain)
  const [urlFault, setUrlFault] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const { url, kinds, full } = draft
  const lacksKind = kinds?.length === 0

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (lacksKind) return
    setUrlFault(undefined)
    const webhook: NewWebhook = { url: url.trim(), full, ...(kinds && { kinds }) }
    await run(async (client) => {
      try {
        onCreate(await client.createWebhook(entity.id, webhook))
      } catch (error) {
        const refusal = error instanceof ProblemError && error.errors.find(({ parameter }) => parameter === '/url')
        if (!refusal) throw error
        setUrlFault(refusal.reason)
      }
    })
  }

  return (
    <form class="panel" onSubmit={submit} aria-labelledby="new-webhook">
      <h3 id="new-webhook">{say.add}</h3>
      <fieldset class="fields" disabled={isRunning}>
        <Field label={say.url} hint={say.urlHint} fault={urlFault !== undefined && <UrlFault reason={urlFault} />}>
          {(control) => (
            <input
              {...control}
              ref={first}
              dir="ltr"
              inputMode="url"
              autocomplete="off"
              spellcheck={false}
              required
              maxLength={2_048}
              placeholder="https://"
              value={url}
              onInput={({ currentTarget: { value } }) => onEdit({ url: value })}
            />
          )}
        </Field>
        <KindFields kinds={kinds} onChange={(next) => onEdit({ kinds: next })} />
        <FullField full={full} onChange={(next) => onEdit({ full: next })} />
      </fieldset>
      <p class="fault" role="alert">
        {lacksKind ? say.noKind : fault}
      </p>
      <div class="row">
        <button type="submit" class="main" disabled={isRunning || lacksKind}>
          {say.create}
        </button>
        <button type="button" disabled={isRunning} onClick={onClose}>
          {cancel}
        </button>
      </div>
    </form>
  )
}

/** The service states its reasons in English. */
function UrlFault({ reason }: { reason: string }) {
  const say = useWords('admin-systems').webhooks
  const known = textOfReason(reason)
  return known ? say.reasons[known] : <span lang="en">{reason}</span>
}
