import type { CreatedAccessToken } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { CopiedText } from '../copied-text.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { deviceAddress, kindOf } from './device-kinds.ts'
import { QrPicture } from './qr-picture.tsx'

interface Props {
  created: CreatedAccessToken
  onDone: () => void
}

/** The code that signs a new device in. */
export function DeviceCode({ created, onDone }: Props) {
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
