import { useEffect, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import type { Role } from '../../client/roles.ts'
import { askAccount } from '../shared/access/account.ts'
import { AccountForm } from '../shared/access/account-form.tsx'
import { connect } from '../shared/access/connect.ts'
import type { Offered } from '../shared/access/offered.ts'
import { cookieSession, signedIn } from '../shared/access/session.ts'
import { useTexts, useWords } from '../shared/language.tsx'
import { Fault } from '../shared/look/fault.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { ownWays, useFaultOf } from './proof.ts'
import { ProofCards } from './proof-cards.tsx'
import { Title } from './title.tsx'

interface Own {
  name: string
  sign_in_name: string
  role: Role
  has_password: boolean
  passkeys: { id: string; created_at: string; used_at?: string }[]
}

/** The account of the person who has signed in, or the sign-in.
 *  @param to the page to open after the sign-in, such as /desk */
export function OwnAccount({ offered, to }: { offered: Offered; to: string }) {
  const { own: title } = useWords('account')
  const { noAccount } = useWords('account-page')
  const { signIn } = useWords('access')
  const faultOf = useFaultOf()
  const [own, setOwn] = useState<Own>()
  const [error, setError] = useState<unknown>()
  const page = /^\/(desk|console|admin)$/.exec(to)?.[1]

  function load() {
    setError(undefined)
    askAccount<Own>('account', { method: 'GET' }).then(setOwn, setError)
  }
  useEffect(load, [])

  const status = error instanceof ProblemError ? error.status : undefined
  const isSignedOut = status === 401 || (page !== undefined && (own || status === 404))
  if (isSignedOut)
    return (
      <>
        <Title text={signIn} />
        <AccountForm
          offered={offered}
          to={page ?? 'account'}
          onSignedIn={() => (page === undefined ? load() : location.assign(`${page}#${signedIn}`))}
        />
      </>
    )
  return (
    <>
      <Title text={own?.name ?? title} />
      {error !== undefined && <Fault>{status === 404 ? noAccount : faultOf(error)}</Fault>}
      {own && <Account own={own} offered={offered} onChange={load} />}
    </>
  )
}

function Account({ own, offered, onChange }: { own: Own; offered: Offered; onChange: () => void }) {
  const { say, fill, locale } = useTexts('account-page')
  const { roles } = useWords('account')
  const { signOut } = useWords('access')
  const faultOf = useFaultOf()
  const [note, setNote] = useState<string>()
  const [fault, setFault] = useState<string>()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const day = (at: string) => format.format(new Date(at))

  function done(text: string) {
    setNote(text)
    setFault(undefined)
    onChange()
  }

  const remove = (id: string) =>
    askAccount(`account/passkeys/${id}`, { method: 'DELETE' }).then(
      () => done(say.removed),
      (error) => setFault(faultOf(error)),
    )

  const leave = () =>
    connect(cookieSession, { retries: 0 })
      .signOut()
      .then(
        () => location.assign('.'),
        (error) => setFault(faultOf(error)),
      )

  return (
    <>
      <section class="card">
        <p>
          <bdi>{own.sign_in_name}</bdi> · {roles[own.role]}
        </p>
        <ul class="keys">
          {own.passkeys.map(({ id, created_at, used_at }) => (
            <li key={id}>
              <p id={id}>
                {say.passkey.title}:{' '}
                {used_at === undefined
                  ? fill(say.passkey.unused, { created: day(created_at) })
                  : fill(say.passkey.used, { created: day(created_at), used: day(used_at) })}
              </p>
              <button type="button" class="quiet" aria-describedby={id} onClick={() => remove(id)}>
                {say.passkey.remove}
              </button>
            </li>
          ))}
        </ul>
        <Fault>{fault}</Fault>
        <p role="status">{note}</p>
        <button type="button" onClick={leave}>
          {signOut}
        </button>
      </section>
      <ProofCards offered={offered} signInName={own.sign_in_name} ways={ownWays} onSet={() => done(say.saved)} />
      <OwnSessions key={note} />
    </>
  )
}
