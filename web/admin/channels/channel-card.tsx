import { useState } from 'preact/hooks'
import type { AccessTokenStatus, ChannelStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { AskingButton } from '../question.tsx'
import { useAction } from '../use-action.ts'
import { useFocusAfter } from '../use-focus-after.ts'
import { ServerForm } from './server-form.tsx'

interface Props {
  channel: ChannelStatus
  /** Called with what has happened, and what the service does not send now. */
  onChanged: (text: string, access: AccessTokenStatus) => void
}

const icons = {
  email: 'M4 6h16v12H4zM4 7l8 6 8-6',
  mobile: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  whatsapp: 'M4 20l1.5-4.5A8 8 0 1 1 8.5 18.500zM9 9c0 3 3 6 6 6',
} satisfies Record<ChannelStatus['channel'], string>

/** A channel with its status, and its form while somebody changes it. */
export function ChannelCard({ channel, onChanged }: Props) {
  const { session } = useSignedIn()
  const say = useWords('admin-channels')
  const names = useWords('console').channels
  const { fill } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const button = useFocusAfter<HTMLButtonElement>(isOpen)
  const off = useAction<AccessTokenStatus>(session.token)
  const { channel: name, source, variable, server, state } = channel
  const title = names[name]
  const id = `channel-${name}`
  const isDemo = session.unsent?.reason === 'demo'

  const switchOff = () =>
    off
      .run(async (client) => {
        await client.removeChannel(name, (await client.channel(name)).etag)
        return client.accessToken()
      })
      .then((access) => access && onChanged(fill(say.switchedOff, { channel: title }), access))

  return (
    <li class="channel-card" aria-labelledby={id}>
      <div class="channel-head">
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={icons[name]} />
        </svg>
        <h3 id={id}>{title}</h3>
        <span class={`channel-state ${state}`}>{say.states[state]}</span>
      </div>
      {server && (
        <p class="channel-server">
          <bdi dir="ltr">{`${server.scheme}://${server.host}`}</bdi>
          {server.user && (
            <>
              {' · '}
              <bdi dir="ltr">{server.user}</bdi>
            </>
          )}
          {server.from && (
            <>
              {' · '}
              {say.fields.from}: <bdi dir="ltr">{server.from}</bdi>
            </>
          )}
        </p>
      )}
      <Status channel={channel} />
      {source === 'environment' && <p class="hint">{fill(say.ofEnvironment, { variable })}</p>}
      {source !== 'environment' && !isDemo && !isOpen && (
        <div class="row">
          <button type="button" ref={button} aria-describedby={id} onClick={() => setOpen(true)}>
            {source === 'none' ? say.setUp : say.change}
          </button>
          {source === 'stored' && (
            <AskingButton
              label={say.switchOff}
              describedBy={id}
              text={<p>{say.switchOffAsk}</p>}
              yes={say.switchOff}
              action={off}
              onYes={switchOff}
            />
          )}
        </div>
      )}
      {isOpen && (
        <ServerForm
          channel={channel}
          title={title}
          onCancel={() => setOpen(false)}
          onSaved={(access) => {
            setOpen(false)
            onChanged(fill(say.saved, { channel: title }), access)
          }}
        />
      )}
    </li>
  )
}

/** What became of the latest messages. */
function Status({ channel: { state, fault, last_accepted_at, last_failure } }: { channel: ChannelStatus }) {
  const { time } = useSignedIn()
  const say = useWords('admin-channels')
  const { fill } = useLanguage()
  return (
    <>
      {state === 'off' && <p class="hint">{say.off}</p>}
      {state === 'unused' && <p class="hint">{say.unused}</p>}
      {fault !== undefined && (
        <p class="fault">
          {say.unusable} <span lang="en">{fault}</span>
        </p>
      )}
      {state !== 'off' && last_accepted_at !== undefined && (
        <p>{fill(say.lastAccepted, { at: time.moment(last_accepted_at) })}</p>
      )}
      {last_failure && (
        <p>
          {fill(say.lastFailure, { at: time.moment(last_failure.at) })} <span lang="en">{last_failure.reason}</span>
        </p>
      )}
    </>
  )
}
