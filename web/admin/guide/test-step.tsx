import { useState } from 'preact/hooks'
import { dialectOf } from '../../../client/words.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { TestMessage } from '../../shared/settings/templates/test-message.tsx'

const channels = ['email', 'mobile'] as const

interface Props {
  onSent: () => void
  onFailed: () => void
}

/** Sends the notice of an appointment to the administrator. */
export function TestStep({ onSent, onFailed }: Props) {
  const { session } = useSignedIn()
  const say = useWords('admin').guide
  const { desk: _, ...names } = useWords('console').channels
  const [channel, setChannel] = useState<(typeof channels)[number]>('email')
  const language = dialectOf(session.entity.language)
  return (
    <>
      <fieldset class="choices">
        <legend>{say.channel}</legend>
        {channels.map((one) => (
          <label key={one}>
            <input type="radio" name="channel" checked={one === channel} onChange={() => setChannel(one)} />
            <span>{names[one]}</span>
          </label>
        ))}
      </fieldset>
      <TestMessage
        key={channel}
        message={{ category: 'medical', target: 'appointment', language, channel, kind: 'notice' }}
        draft={undefined}
        about={say.testAbout}
        onSent={onSent}
        onFailed={onFailed}
      />
    </>
  )
}
