import { useEffect, useId, useState } from 'preact/hooks'
import type { CreatedAccessToken } from '../../../client/client.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { CopiedText } from '../copied-text.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { useDraft } from '../use-draft.ts'
import { type DeviceKind, deviceAddress, deviceKinds, kindNames, kindOf } from './device-kinds.ts'
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

interface Props {
  created: CreatedAccessToken
  onDone: () => void
}

/** The code that signs a new device in. */
function DeviceCode({ created, onDone }: Props) {
  const { name, token } = created
  const { say, fill } = useTexts('admin-access')
  // A proxy may add a path.
  const address = deviceAddress(kindOf(created)!, token, new URL('.', location.href))
  return (
    <ShownOnce title={fill(say.devices.created, { name })} secret={token} onDone={onDone}>
      <p>{say.devices.scan}</p>
      <p class="once">{say.devices.onlyNow}</p>
      {isThisMachine(location.hostname) ? (
        <p class="expires-soon">{say.devices.thisComputer}</p>
      ) : (
        location.protocol === 'http:' && <p class="expires-soon">{say.devices.noCamera}</p>
      )}
      <QrPicture text={address} title={fill(say.devices.code, { name })} />
      <CopiedText label={say.devices.link} text={address} />
    </ShownOnce>
  )
}

const isThisMachine = (hostname: string) => /^(localhost|127\..*|\[::1\])$/.test(hostname)

interface Code {
  /** The number of modules of a side. */
  size: number
  /** The outline of the dark modules. */
  path: string
}

// ISO/IEC 18004 requires a margin of four modules.
const margin = 4

/** The QR code of a text, black on white in any colour scheme: not every scanner reads it the other way. */
function QrPicture({ text, title }: { text: string; title: string }) {
  const { noCode } = useWords('admin-access').devices
  const [code, setCode] = useState<Code | 'failed'>()
  useEffect(() => {
    codeOf(text).then(setCode, () => setCode('failed'))
  }, [text])
  if (code === 'failed') {
    return <Fault>{noCode}</Fault>
  }
  const side = (code?.size ?? 0) + 2 * margin
  return (
    <svg class="qr" viewBox={`${-margin} ${-margin} ${side} ${side}`} role="img" aria-busy={code === undefined}>
      <title>{title}</title>
      <path d={code?.path} />
    </svg>
  )
}

/** The library loads with the first code, so that the page stays small. */
async function codeOf(text: string): Promise<Code> {
  const { create } = await import('qrcode')
  const { size, data: isDark } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(isDark, (one, index) => (one ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : ''))
  return { size, path: dark.join('') }
}
