import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Webhook, WebhookWithSecret } from '../../../../client/client.ts'
import { clinicTime } from '../../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../../language.tsx'
import type { SectionProps } from '../../section.ts'
import { useDraft } from '../../use-draft.ts'
import { NotLoaded } from '../not-loaded.tsx'
import '../systems.css'
import { useLoaded } from '../use-loaded.ts'
import { type Draft, emptyDraft, NewWebhookForm } from './new-webhook-form.tsx'
import { WebhookItem } from './webhook-item.tsx'

// The service accepts no more.
const maxWebhooks = 10

/** The addresses to which the service posts the clinic's events. */
export function Webhooks({ session }: SectionProps) {
  const say = useWords('admin-systems').webhooks
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const { token, entity } = session
  const time = useMemo(() => clinicTime(entity.time_zone, locale), [entity.time_zone, locale])
  const loaded = useLoaded(token, (client) => client.webhooks(entity.id))
  const { draft, isBegun, edit, clear } = useDraft<Draft>(`${entity.id}/new-webhook`, emptyDraft)
  /** The secrets that the service has shown. They leave the page with it. */
  const [secrets, setSecrets] = useState<Record<string, string>>({})
  const [deleted, setDeleted] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useLayoutEffect(() => status.current?.focus(), [deleted])
  const { value: webhooks, load, show } = loaded
  if (!webhooks) return <NotLoaded loaded={loaded} />

  const replace = (changed: Webhook) => show(webhooks.map((one) => (one.id === changed.id ? changed : one)))

  /** Shows a webhook, and its secret until somebody says that it is in a safe place. */
  function keep({ secret, ...webhook }: WebhookWithSecret) {
    setSecrets({ ...secrets, [webhook.id]: secret })
    if (webhooks!.some(({ id }) => id === webhook.id)) replace(webhook)
    else show([...webhooks!, webhook])
  }

  function forgetSecret(id: string) {
    const { [id]: _, ...others } = secrets
    setSecrets(others)
  }

  function remove({ id, url }: Webhook) {
    show(webhooks!.filter((one) => one.id !== id))
    setDeleted(fill(say.deleted, { url }))
  }

  return (
    <>
      <p ref={status} tabIndex={-1} role="status" class="done">
        {deleted}
      </p>
      {webhooks.length === 0 && <p class="hint">{say.none}</p>}
      <ul class="systems">
        {webhooks.map((webhook) => (
          <WebhookItem
            key={webhook.id}
            {...{ session, webhook, time }}
            secret={secrets[webhook.id]}
            onChange={replace}
            onSecret={keep}
            onSecretKept={() => forgetSecret(webhook.id)}
            onDelete={() => remove(webhook)}
            onUncertain={load}
          />
        ))}
      </ul>
      {loaded.isFailed && <NotLoaded loaded={loaded} />}
      {isBegun ? (
        <NewWebhookForm
          {...{ session, draft }}
          onEdit={edit}
          onClose={clear}
          onCreate={(created) => {
            clear()
            keep(created)
          }}
          onUncertain={load}
        />
      ) : webhooks.length < maxWebhooks ? (
        <div class="row">
          <button type="button" class="main" onClick={() => edit({})}>
            {say.add}
          </button>
        </div>
      ) : (
        <p class="hint">{say.most}</p>
      )}
    </>
  )
}
