import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useWords } from '../language.tsx'
import { Fault } from '../look/fault.tsx'
import { type AccountFault, askAccount, faultOfSignIn, signInWithPasskey } from './account.ts'
import type { Offered } from './offered.ts'

interface Props {
  offered: Offered
  /** The fragment with which the identity provider's sign-in returns, after the page. */
  to: string
  /** Why the person was signed out. */
  children?: ComponentChildren
  onSignedIn: () => void
}

/** Asks a person to sign in, with a password, a passkey or the account of the clinic. */
export function AccountForm({ offered, to, children, onSignedIn }: Props) {
  const { signInWithAccount, signIn, opening } = useWords('access')
  const say = useWords('account')
  const [fault, setFault] = useState<AccountFault>()
  const [isBusy, setBusy] = useState(false)

  async function run(act: () => Promise<unknown>, isPasskey: boolean) {
    setBusy(true)
    setFault(undefined)
    try {
      await act()
      onSignedIn()
    } catch (error) {
      setFault(faultOfSignIn(error, isPasskey))
    } finally {
      setBusy(false)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const body = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement))
    run(() => askAccount('password', { method: 'POST', body }), false)
  }

  return (
    <form class="card account" onSubmit={submit}>
      {offered.accounts && (
        <>
          <label>
            {say.name}
            <input name="name" autocomplete="username webauthn" autocapitalize="off" spellcheck={false} required />
          </label>
          <label>
            {say.password}
            <input name="password" type="password" autocomplete="current-password" required />
          </label>
        </>
      )}
      <Fault>{fault ? say[fault] : children}</Fault>
      {offered.accounts && (
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? opening : signIn}
        </button>
      )}
      {offered.passkeys && (
        <button type="button" disabled={isBusy} onClick={() => run(signInWithPasskey, true)}>
          {say.passkey}
        </button>
      )}
      {offered.offered && (
        <a class="button" href={`sign-in?to=${encodeURIComponent(`/${to}`)}`}>
          {signInWithAccount}
        </a>
      )}
    </form>
  )
}
