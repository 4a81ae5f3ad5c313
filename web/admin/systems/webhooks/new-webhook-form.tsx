import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type NewWebhook, ProblemError, type WebhookWithSecret } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useWords } from '../../../shared/language.tsx'
import { Choices } from '../../../shared/settings/choices.tsx'
import { toggled } from '../../../shared/settings/steps.ts'
import { Field } from '../../field.tsx'
import { FormEnd } from '../../form-end.tsx'
import { useAction } from '../../use-action.ts'
import { type Kind, useKindNames } from './kind-names.ts'
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
      <FormEnd
        fault={lacksKind ? say.noKind : fault}
        label={say.create}
        isBusy={isRunning}
        isReady={!lacksKind}
        onCancel={onClose}
      />
    </form>
  )
}

/** The service states its reasons in English. */
function UrlFault({ reason }: { reason: string }) {
  const say = useWords('admin-systems').webhooks
  const known = textOfReason(reason)
  return known ? say.reasons[known] : <span lang="en">{reason}</span>
}

interface FullFieldProps {
  full: boolean
  onChange: (full: boolean) => void
}

/** Chooses whether a webhook gets whole events, with personal data. */
function FullField({ full, onChange }: FullFieldProps) {
  const { scopes } = useSignedIn().session
  const say = useWords('admin-systems').webhooks
  const isAllowed = scopes.includes('notifications:read')
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={full}
          disabled={!isAllowed}
          aria-describedby="webhook-full"
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />{' '}
        {say.full}
      </label>
      <p class="hint" id="webhook-full">
        {isAllowed ? say.fullAbout : say.fullNeeds}
      </p>
    </div>
  )
}

interface KindFieldsProps {
  /** Undefined: all. */
  kinds: Kind[] | undefined
  onChange: (kinds: Kind[] | undefined) => void
}

/** Chooses the kinds of events that a webhook gets. */
function KindFields({ kinds, onChange }: KindFieldsProps) {
  const say = useWords('admin-systems').webhooks
  const { names, nameOf } = useKindNames()
  return (
    <div class="field">
      <fieldset class="radios">
        <legend>{say.kinds}</legend>
        <label class="check">
          <input type="radio" name="kinds" checked={!kinds} onChange={() => onChange(undefined)} /> {say.allKinds}
        </label>
        <label class="check">
          <input type="radio" name="kinds" checked={kinds !== undefined} onChange={() => onChange([])} />{' '}
          {say.someKinds}
        </label>
      </fieldset>
      {kinds && (
        <Choices
          legend={say.someKinds}
          values={names}
          chosen={kinds}
          nameOf={nameOf}
          onToggle={(kind) => onChange(toggled(names, kinds, kind))}
        />
      )}
    </div>
  )
}
