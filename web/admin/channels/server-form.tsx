import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type AccessTokenStatus, type ChannelStatus, ProblemError } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import { FormEnd } from '../form-end.tsx'
import { useAction } from '../use-action.ts'
import { ServerField } from './server-field.tsx'
import {
  changed,
  type FieldName,
  fieldOfSetting,
  type KindName,
  kindOf,
  kindsOf,
  settingsOf,
  type Values,
  valuesOf,
} from './servers.ts'

interface Props {
  channel: ChannelStatus
  title: string
  onCancel: () => void
  onSaved: (access: AccessTokenStatus) => void
}

interface Fault {
  setting: string
  reason: string
}

// Longer than the service waits for a server.
const testTimeoutMs = 50_000

/** The fields of a server. Nothing of it is kept in the browser. */
export function ServerForm({ channel, title, onCancel, onSaved }: Props) {
  const { session } = useSignedIn()
  const say = useWords('admin-channels')
  const { fill } = useLanguage()
  const kinds = kindsOf(channel.channel)
  const [{ kind, values }, setDraft] = useState(() => valuesOf(channel))
  const [to, setTo] = useState('')
  const [faults, setFaults] = useState<Fault[]>([])
  const [tested, setTested] = useState<string>()
  const testing = useAction<void>(session.token, undefined, undefined, testTimeoutMs)
  const saving = useAction<void>(session.token)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>('input, select')!.focus(), [])
  const isBusy = testing.isRunning || saving.isRunning
  const fields = [...kindOf(kind).fields, ...(channel.public_url_in_environment ? [] : (['publicUrl'] as const))]
  const settings = settingsOf(kind, values)
  const ofForm = faults.filter(({ setting }) => !fields.includes(fieldOfSetting[setting] as FieldName))

  function edit(change: Values) {
    forget()
    setDraft({ kind, values: changed(kind, values, change) })
  }
  function choose(next: KindName) {
    forget()
    setDraft({ kind: next, values: { ...kindOf(next).defaults, publicUrl: values.publicUrl ?? '' } })
  }
  function forget() {
    setFaults([])
    setTested(undefined)
  }

  const test = () =>
    testing.run(async (client) => {
      forget()
      if (!form.current!.reportValidity()) return
      const uid = to.trim()
      const message = uid ? { entity_id: session.entity.id, address: uid } : undefined
      const result = await shownFaults(
        client.testChannel(channel.channel, { settings, ...(message && { to: message }) }),
      )
      if (result?.faults.length === 0) setTested(uid ? fill(say.testAccepted, { uid }) : say.testWorks)
      else if (result) setFaults(result.faults)
    })

  const save = (event: SubmitEvent) => {
    event.preventDefault()
    return saving.run(async (client) => {
      forget()
      const { etag } = await client.channel(channel.channel)
      if (await shownFaults(client.setChannel(channel.channel, settings, etag))) onSaved(await client.accessToken())
    })
  }

  /** Shows what the service finds wrong with the settings. Resolves to undefined then. */
  async function shownFaults<Result>(asked: Promise<Result>): Promise<Result | undefined> {
    try {
      return await asked
    } catch (error) {
      if (!(error instanceof ProblemError) || error.errors.length === 0) throw error
      setFaults(error.errors.map(({ parameter, reason }) => ({ setting: parameter.split('/').at(-1)!, reason })))
      return undefined
    }
  }

  return (
    <form class="panel" ref={form} onSubmit={save} aria-label={title}>
      <fieldset class="fields" disabled={isBusy}>
        {kinds.length > 1 && (
          <Field label={say.provider}>
            {(control) => (
              <select {...control} value={kind} onChange={({ currentTarget: { value } }) => choose(value as KindName)}>
                {kinds.map((name) => (
                  <option key={name} value={name}>
                    {say.kinds[name]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {fields.map((name) => (
          <ServerField
            key={`${kind} ${name}`}
            kind={kind}
            name={name}
            value={values[name] ?? ''}
            fault={faults.find(({ setting }) => fieldOfSetting[setting] === name)?.reason}
            onChange={(value) => edit({ [name]: value })}
          />
        ))}
        <Field label={say.testTo} hint={say.testToHint}>
          {(control) => (
            <input
              {...control}
              dir="ltr"
              autocomplete="off"
              value={to}
              onInput={({ currentTarget: { value } }) => setTo(value)}
            />
          )}
        </Field>
      </fieldset>
      <p class="done" role="status">
        {testing.isRunning ? say.testing : tested}
      </p>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={test}>
          {say.test}
        </button>
      </div>
      <FormEnd
        fault={
          ofForm.length > 0 ? <span lang="en">{ofForm.map(inWords).join('. ')}</span> : (testing.fault ?? saving.fault)
        }
        label={say.save}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </form>
  )
}

/** A rule needs the name of its setting. The words of a server stand alone. */
const inWords = ({ setting, reason }: Fault) => (/^(must|is) /.test(reason) ? `${setting} ${reason}` : reason)
