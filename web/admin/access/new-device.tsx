import { useId } from 'preact/hooks'
import { useTexts, useWords } from '../../shared/language.tsx'
import { useDraft } from '../use-draft.ts'
import { DeviceCode } from './device-code.tsx'
import { type DeviceKind, deviceKinds, kindNames } from './device-kinds.ts'
import { GrantForm } from './grant-form.tsx'
import { isWithin } from './rights.ts'
import { type CreationProps, useCreation } from './use-creation.ts'

interface DeviceDraft {
  name: string
  kind: DeviceKind
}

export const draftOfDevice = (clinicId: string) => `${clinicId}/new-device`

/** A form that adds a device to the clinic, and then shows the code that signs it in. */
export function NewDevice(props: CreationProps) {
  const { say, fill } = useTexts('admin-access')
  const words = useWords('admin')
  const { scopes: held, entity } = props.session
  const { draft, edit, clear } = useDraft<DeviceDraft>(draftOfDevice(entity.id), { name: '', kind: 'desk' })
  const { name, kind } = draft
  const creation = useCreation(props, clear)
  const scopes = [...deviceKinds[kind].scopes]
  const lacking = scopes.filter((scope) => !isWithin([scope], held))
  if (creation.created) return <DeviceCode created={creation.created} onDone={creation.onDone} />
  return (
    <GrantForm
      creation={creation}
      name={name}
      nameHint={say.devices.nameHint}
      fault={lacking.length > 0 ? fill(say.devices.lacks, { scopes: lacking.join(', ') }) : creation.fault}
      label={creation.isRunning ? words.adding : say.devices.add}
      onName={(next) => edit({ name: next })}
      onSubmit={() => creation.create(lacking.length > 0 ? undefined : { name, scopes, entities: [entity.id] })}
    >
      <KindChoice kind={kind} onChange={(next) => edit({ kind: next })} />
    </GrantForm>
  )
}

function KindChoice({ kind, onChange }: { kind: DeviceKind; onChange: (kind: DeviceKind) => void }) {
  const say = useWords('admin-access').devices
  const id = useId()
  return (
    <>
      <fieldset class="choices">
        <legend>{say.kind}</legend>
        {kindNames.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={id}
              checked={one === kind}
              aria-describedby={`${id}-hint`}
              onChange={() => onChange(one)}
            />
            <span>{say.kinds[one]}</span>
          </label>
        ))}
      </fieldset>
      <p class="hint" id={`${id}-hint`}>
        {say.kindHints[kind]}
      </p>
    </>
  )
}
