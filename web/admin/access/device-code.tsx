import { useEffect, useRef } from 'preact/hooks'
import type { CreatedAccessToken } from '../../../client/client.ts'
import { useFormat, useWords } from '../../language.tsx'
import { CopiedText } from './copied-text.tsx'
import { type DeviceKind, deviceAddress } from './device-kinds.ts'
import { QrPicture } from './qr-picture.tsx'

interface Props {
  kind: DeviceKind
  created: CreatedAccessToken
  onDone: () => void
}

/** The code that signs a new device in. It is in no storage, so it goes with this component. */
export function DeviceCode({ kind, created: { name, token }, onDone }: Props) {
  const say = useWords('admin-access')
  const fill = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current!.focus(), [])
  // A proxy may add a path.
  const address = deviceAddress(kind, token, new URL('.', location.href))
  return (
    <section class="secret" aria-labelledby="secret">
      <h3 id="secret" tabIndex={-1} ref={heading}>
        {fill(say.devices.created, { name })}
      </h3>
      <p>{say.devices.scan}</p>
      <p class="once">{say.devices.onlyNow}</p>
      {isThisMachine(location.hostname) ? (
        <p class="expires-soon">{say.devices.thisComputer}</p>
      ) : (
        location.protocol === 'http:' && <p class="expires-soon">{say.devices.noCamera}</p>
      )}
      <QrPicture text={address} title={fill(say.devices.code, { name })} />
      <CopiedText label={say.devices.link} text={address} />
      <div class="row">
        <button type="button" class="main" onClick={onDone}>
          {say.done}
        </button>
      </div>
    </section>
  )
}

const isThisMachine = (hostname: string) => /^(localhost|127\..*|\[::1\])$/.test(hostname)
