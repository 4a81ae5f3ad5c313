import { useState } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { LoadedList } from '../loaded-list.tsx'
import { Note } from '../note.tsx'
import { AccountRow } from './account-row.tsx'
import { InvitePerson } from './invite-person.tsx'
import { type MadeLink, ShownLink } from './shown-link.tsx'

/** The people who sign in with a passkey or a password. */
export function Accounts() {
  const { session } = useSignedIn()
  const say = useWords('admin-access').accounts
  const loaded = useLoaded('accounts', (client) => client.accounts())
  const [note, setNote] = useState<{ text: string }>()
  const [made, setMade] = useState<MadeLink>()

  function changed(text: string) {
    setNote({ text })
    loaded.load()
  }

  return (
    <section class="grants-part" aria-labelledby="accounts">
      <h3 id="accounts">{say.list}</h3>
      <details class="adding">
        <summary>{say.invite}</summary>
        <InvitePerson session={session} onInvited={loaded.load} />
      </details>
      {made && <ShownLink made={made} onDone={() => setMade(undefined)} />}
      <Note note={note} />
      <LoadedList loaded={loaded}>
        {(accounts) => (
          <>
            {accounts.length === 0 && <p class="hint">{say.none}</p>}
            <ul class="rows grants">
              {accounts.map((one) => (
                <AccountRow key={one.id} shown={one} onChanged={changed} onLink={setMade} />
              ))}
            </ul>
          </>
        )}
      </LoadedList>
    </section>
  )
}
