import { useState } from 'preact/hooks'
import type { AccountLink } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { CopiedText } from '../copied-text.tsx'
import { LoadedList } from '../loaded-list.tsx'
import { Note } from '../note.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { AccountRow } from './account-row.tsx'
import { InvitePerson } from './invite-person.tsx'

/** A link to hand over, with whose it is. */
export interface MadeLink extends AccountLink {
  name: string
}

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

/** A link that the service shows only now. */
export function ShownLink({ made, onDone }: { made: MadeLink; onDone: () => void }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('admin-access', 'accounts')
  return (
    <ShownOnce title={fill(say.invited, { name: made.name })} secret={made.url} onDone={onDone}>
      <p class="once">{fill(say.onlyNow, { at: time.moment(made.expires_at) })}</p>
      <CopiedText label={say.link} text={made.url} />
    </ShownOnce>
  )
}
