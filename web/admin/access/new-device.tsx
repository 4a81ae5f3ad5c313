import { useId, useState } from 'preact/hooks'
import type { CreatedAccessToken } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useFormat, useWords } from '../../language.tsx'
import { Field } from '../field.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import './access.css'
import { useFocusAfter } from '../use-focus-after.ts'
import { DeviceCode } from './device-code.tsx'
import { type DeviceKind, deviceKinds, kindNames } from './device-kinds.ts'
import { faultOfName } from './name-fault.ts'
import { isWithin } from './rights.ts'

interface Props {
  session: Session
  onCreated: (created: CreatedAccessToken) => void
  /** Called when the service may have added the device. */
  onLost?: () => void
}

interface DeviceDraft {
  name: string
  kind: DeviceKind
}

export const draftOfDevice = (clinicId: string) => `${clinicId}/new-device`

/** A form that adds a device to the clinic, and then shows the code that signs it in. */
export function NewDevice({ session, onCreated, onLost }: Props) {
  const say = useWords('admin-access')
  const words = useWords('admin')
  const fill = useFormat()
  const { token, scopes: held, entity } = session
  const { draft, edit, clear } = useDraft<DeviceDraft>(draftOfDevice(entity.id), { name: '', kind: 'desk' })
  const [added, setAdded] = useState<{ kind: DeviceKind; created: CreatedAccessToken }>()
  const nameField = useFocusAfter<HTMLInputElement>(added !== undefined)
  const [hasTried, setTried] = useState(false)
  const adding = useAction<CreatedAccessToken>(token, say.mayExist, onLost)
  const id = useId()
  const { name, kind } = draft
  const { scopes } = deviceKinds[kind]
  const lacking = scopes.filter((scope) => !isWithin([scope], held))
  const nameFault = faultOfName(name)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (nameFault || lacking.length > 0) return
    const device = { name: name.trim(), scopes: [...scopes], entities: [entity.id] }
    const created = await adding.run((client) => client.createAccessToken(device))
    if (!created) return
    clear()
    setTried(false)
    setAdded({ kind, created })
    onCreated(created)
  }

  if (added) return <DeviceCode {...added} onDone={() => setAdded(undefined)} />
  return (
    <form class="new-grant" onSubmit={submit} noValidate>
      <Field label={say.name} hint={say.devices.nameHint} fault={hasTried && nameFault && say.faults[nameFault]}>
        {(control) => (
          <input
            {...control}
            ref={nameField}
            value={name}
            maxLength={200}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => edit({ name: value })}
          />
        )}
      </Field>
      <fieldset class="choices">
        <legend>{say.devices.kind}</legend>
        {kindNames.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`${id}-kind`}
              checked={one === kind}
              aria-describedby={`${id}-kind`}
              onChange={() => edit({ kind: one })}
            />
            <span>{say.devices.kinds[one]}</span>
          </label>
        ))}
      </fieldset>
      <p class="hint" id={`${id}-kind`}>
        {say.devices.kindHints[kind]}
      </p>
      <p class="fault" role="alert">
        {lacking.length > 0 ? fill(say.devices.lacks, { scopes: lacking.join(', ') }) : adding.fault}
      </p>
      <div class="row">
        <button type="submit" class="main" disabled={adding.isRunning}>
          {adding.isRunning ? words.adding : say.devices.add}
        </button>
      </div>
    </form>
  )
}
