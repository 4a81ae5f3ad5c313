import { useId, useState } from 'preact/hooks'
import type { AccessTokenRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { drafts } from '../../shared/loading/drafts.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { LoadedList } from '../loaded-list.tsx'
import { Note } from '../note.tsx'
import { kindOf } from './device-kinds.ts'
import { draftOfDevice, NewDevice } from './new-device.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { TokenDates } from './token-dates.tsx'
import { isEnded } from './token-end.ts'
import './access.css'

/** The devices at the front desk of the clinic. Each is an access token. */
export function Devices() {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('admin-access')
  const { entity } = session
  const loaded = useLoaded('devices', (client) => Array.fromAsync(client.accessTokens()))
  const [note, setNote] = useState<{ text: string }>()
  const [wasTyping] = useState(() => drafts.has(draftOfDevice(entity.id)))
  const isDevice = (record: AccessTokenRecord) =>
    kindOf(record) !== undefined && !isEnded(record) && record.entities?.includes(entity.id)

  function onCreated() {
    setNote(undefined)
    loaded.load()
  }

  return (
    <>
      <details class="adding" open={wasTyping}>
        <summary>{say.devices.add}</summary>
        <NewDevice session={session} onCreated={onCreated} onLost={loaded.load} />
      </details>
      <Note note={note} />
      <LoadedList loaded={loaded}>
        {(found) => {
          const devices = found.filter(isDevice).reverse()
          return (
            <section class="grants-part" aria-labelledby="devices">
              <h3 id="devices">{say.devices.list}</h3>
              {devices.length === 0 && <p class="hint">{say.devices.none}</p>}
              <ul class="rows grants">
                {devices.map((record) => (
                  <DeviceRow
                    key={record.id}
                    record={record}
                    onRevoked={() => {
                      setNote({ text: fill(say.tokens.revoked, { name: record.name }) })
                      loaded.load()
                    }}
                  />
                ))}
              </ul>
            </section>
          )
        }}
      </LoadedList>
    </>
  )
}

interface Props {
  record: AccessTokenRecord
  onRevoked: () => void
}

/** A device of the list, with a button for the case that it is lost. */
function DeviceRow({ record, onRevoked }: Props) {
  const { tokens, devices: say } = useWords('admin-access')
  const { fill } = useLanguage()
  const id = useId()
  return (
    <li aria-labelledby={id}>
      <h4 id={id}>
        <bdi>{record.name}</bdi> {record.test && <span class="mark">{tokens.test}</span>}
      </h4>
      <p>{say.kinds[kindOf(record)!]}</p>
      <TokenDates record={record} successor={undefined} />
      <div class="row">
        <RevokeToken
          record={record}
          onRevoked={onRevoked}
          describedBy={id}
          text={fill(say.revokeAsk, { name: record.name })}
          yes={say.revokeYes}
        />
      </div>
    </li>
  )
}
