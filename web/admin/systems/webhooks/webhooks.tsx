import { useState } from 'preact/hooks'
import type { Webhook, WebhookWithSecret } from '../../../../client/client.ts'
import { maxWebhooks } from '../../../../client/limits.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useTexts } from '../../../shared/language.tsx'
import { useLoaded } from '../../../shared/loading/use-loaded.ts'
import { LoadedList } from '../../loaded-list.tsx'
import { Note } from '../../note.tsx'
import { useDraft } from '../../use-draft.ts'
import { type Draft, emptyDraft, NewWebhookForm } from './new-webhook-form.tsx'
import { WebhookItem } from './webhook-item.tsx'
import '../systems.css'

/** The addresses to which the service posts the clinic's events. */
export function Webhooks() {
  const { session } = useSignedIn()
  const { entity } = session
  const loaded = useLoaded(entity.id, (client) => client.webhooks(entity.id))
  return (
    <LoadedList loaded={loaded}>
      {(webhooks) => (
        <WebhookList webhooks={webhooks} onShow={(next) => loaded.show(() => next)} onUncertain={loaded.load} />
      )}
    </LoadedList>
  )
}

interface ListProps {
  webhooks: Webhook[]
  onShow: (webhooks: Webhook[]) => void
  /** Called when the service may have changed the webhooks. */
  onUncertain: () => void
}

function WebhookList({ webhooks, onShow, onUncertain }: ListProps) {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  const { entity } = session
  const { draft, isBegun, edit, clear } = useDraft<Draft>(`${entity.id}/new-webhook`, emptyDraft)
  /** The secrets that the service has shown. They leave the page with it. */
  const [secrets, setSecrets] = useState<Record<string, string>>({})
  const [note, setNote] = useState<{ text: string }>()

  const replace = (changed: Webhook) => onShow(webhooks.map((one) => (one.id === changed.id ? changed : one)))

  /** Shows a webhook, and its secret until somebody says that it is in a safe place. */
  function keep({ secret, ...webhook }: WebhookWithSecret) {
    setSecrets({ ...secrets, [webhook.id]: secret })
    if (webhooks.some(({ id }) => id === webhook.id)) replace(webhook)
    else onShow([...webhooks, webhook])
  }

  function forgetSecret(id: string) {
    const { [id]: _, ...others } = secrets
    setSecrets(others)
  }

  function remove({ id, url }: Webhook) {
    onShow(webhooks.filter((one) => one.id !== id))
    setNote({ text: fill(say.deleted, { url }) })
  }

  return (
    <>
      <Note note={note} />
      {webhooks.length === 0 && <p class="hint">{say.none}</p>}
      <ul class="systems">
        {webhooks.map((webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            secret={secrets[webhook.id]}
            onChange={replace}
            onSecret={keep}
            onSecretKept={() => forgetSecret(webhook.id)}
            onDelete={() => remove(webhook)}
            onUncertain={onUncertain}
          />
        ))}
      </ul>
      {isBegun ? (
        <NewWebhookForm
          draft={draft}
          onEdit={edit}
          onClose={clear}
          onCreate={(created) => {
            clear()
            keep(created)
          }}
          onUncertain={onUncertain}
        />
      ) : webhooks.length < maxWebhooks ? (
        <div class="row">
          <button type="button" class="main" onClick={() => edit({})}>
            {say.add}
          </button>
        </div>
      ) : (
        <p class="hint">{fill(say.most, { max: maxWebhooks })}</p>
      )}
    </>
  )
}
