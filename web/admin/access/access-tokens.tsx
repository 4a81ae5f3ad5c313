import { useState } from 'preact/hooks'
import type { AccessTokenRecord, CreatedAccessToken } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { drafts } from '../../shared/loading/drafts.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { LoadedList } from '../loaded-list.tsx'
import { Note } from '../note.tsx'
import { CreatedToken } from './created-token.tsx'
import { draftOfToken, NewToken } from './new-token.tsx'
import { isEnded } from './token-end.ts'
import { TokenRow } from './token-row.tsx'
import './access.css'

/** The access tokens of programs, and of the devices at front desks. */
export function AccessTokens() {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('admin-access')
  const loaded = useLoaded('access-tokens', (client) => Array.fromAsync(client.accessTokens()))
  const [note, setNote] = useState<{ text: string }>()
  const [rotated, setRotated] = useState<CreatedAccessToken>()
  const [wasTyping] = useState(() => drafts.has(draftOfToken(session.entity.id)))

  const replaced = rotated && loaded.found?.find(({ replaced_by }) => replaced_by === rotated.id)

  function hideRotated() {
    setRotated(undefined)
    document.getElementById('in-use')?.focus()
  }

  function onCreated() {
    setNote(undefined)
    loaded.load()
  }

  const rows = (records: AccessTokenRecord[]) => (
    <ul class="rows grants">
      {records.map((record) => (
        <TokenRow
          key={record.id}
          record={record}
          isEnded={isEnded(record)}
          successor={loaded.found?.find(({ id }) => id === record.replaced_by)}
          onRevoked={() => {
            setNote({ text: fill(say.tokens.revoked, { name: record.name }) })
            loaded.load()
          }}
          onRotated={(created) => {
            setRotated(created)
            loaded.load()
          }}
          onLost={loaded.load}
        />
      ))}
    </ul>
  )

  return (
    <>
      <details class="adding" open={wasTyping}>
        <summary>{say.tokens.create}</summary>
        <NewToken session={session} onCreated={onCreated} onLost={loaded.load} />
      </details>
      {rotated && (
        <CreatedToken key={rotated.id} created={rotated} onDone={hideRotated}>
          <p>
            {replaced &&
              (isEnded(replaced)
                ? say.tokens.oldEnded
                : fill(say.tokens.bothWork, { at: time.moment(replaced.expires_at!) }))}
          </p>
        </CreatedToken>
      )}
      <Note note={note} />
      <LoadedList loaded={loaded}>
        {(found) => {
          const ended = found.filter(isEnded)
          const inUse = found.filter((record) => !isEnded(record)).reverse()
          return (
            <>
              <section class="grants-part" aria-labelledby="in-use">
                <h3 id="in-use" tabIndex={-1}>
                  {say.tokens.list}
                </h3>
                {inUse.length === 0 && <p class="hint">{say.tokens.none}</p>}
                {rows(inUse)}
              </section>
              {ended.length > 0 && (
                <details class="ended">
                  <summary>{fill(say.tokens.ended, { count: ended.length })}</summary>
                  {rows(ended.reverse())}
                </details>
              )}
            </>
          )
        }}
      </LoadedList>
    </>
  )
}
