import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useTexts, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { AccountForm } from './account-form.tsx'
import { LinkQuestion } from './link-question.tsx'
import { type Offered, readOffered } from './offered.ts'
import { cookieSession, type SignInFault, signedIn } from './session.ts'
import type { SessionControl } from './use-session.ts'

export interface SignInProps {
  control: SessionControl
  title: string
  /** The page to which a person returns who signs in. Absent: only devices sign in here. */
  page?: string
  /** An alternative way to enter a token. */
  children?: ComponentChildren
}

/** Asks a person to sign in, or for an access token, or whether a link may sign in. */
export function SignIn({ control, title, page, children }: SignInProps) {
  return (
    <main class="sign-in">
      <h1>
        <Logo /> {title}
      </h1>
      {control.link.mode === 'offered' ? (
        <LinkQuestion control={control} found={control.link.found} />
      ) : (
        <>
          <SignOutUnreached control={control} />
          {page === undefined ? (
            <TokenForm control={control} fault={control.fault} />
          ) : (
            <PersonOrToken control={control} page={page} />
          )}
          {children}
        </>
      )}
    </main>
  )
}

/** Asks a person to sign in. Programs and devices have the access token below. */
function PersonOrToken({ control, page }: { control: SessionControl; page: string }) {
  const { token } = useWords('account')
  const [offered, setOffered] = useState<Offered>()
  useEffect(() => {
    readOffered().then(setOffered, () => setOffered(none))
  }, [])
  const fault = useFaultText(control.fault)
  if (!offered) return null
  if (!offered.accounts && !offered.offered) return <TokenForm control={control} fault={control.fault} />
  const isOfToken = control.fault !== 'session-ended' && control.fault !== undefined
  return (
    <>
      <AccountForm offered={offered} to={`${page}#${returnPlace()}`} onSignedIn={() => control.open(cookieSession)}>
        {!isOfToken && fault}
      </AccountForm>
      <details class="by-token" open={isOfToken}>
        <summary>{token}</summary>
        <TokenForm control={control} fault={isOfToken ? control.fault : undefined} />
      </details>
    </>
  )
}

const none: Offered = { offered: false, accounts: false, passkeys: false }

/** Returns why the last attempt failed, except for a sign-out. */
function useFaultText(fault: SignInFault | undefined): string | undefined {
  const { say, fill } = useTexts('access')
  if (fault === undefined || fault === 'sign-out-unreached') return undefined
  if (typeof fault === 'string') return say.faults[fault]
  if ('withoutEntity' in fault) return say.faults['no-entity']
  return fill(say.faults.lacks, { scopes: fault.lacks.join(', ') })
}

/** Offers to sign out again. */
function SignOutUnreached({ control }: Pick<SignInProps, 'control'>) {
  const say = useWords('access')
  if (control.fault !== 'sign-out-unreached') return null
  return (
    <div class="card" role="alert">
      <p class="fault">{say.faults['sign-out-unreached']}</p>
      <button type="button" class="main" onClick={() => control.endCookie()}>
        {say.signOut}
      </button>
    </div>
  )
}

/** Requests an access token, and shows why the previous one was rejected. */
function TokenForm({ control, fault }: Pick<SignInProps, 'control'> & { fault: SignInFault | undefined }) {
  const say = useWords('access')
  const wrong = useFaultText(fault)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    control.open(String(new FormData(event.currentTarget as HTMLFormElement).get('token')))
  }

  return (
    <form class="card" onSubmit={submit}>
      <label for="token">{say.accessToken}</label>
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        aria-describedby="token-hint token-fault"
        aria-invalid={Boolean(wrong)}
      />
      <p id="token-fault" class="fault" role="alert">
        {wrong}
      </p>
      <button type="submit" class="main" disabled={control.isOpening}>
        {control.isOpening ? say.opening : say.signIn}
      </button>
      <p id="token-hint" class="hint">
        {say.tokenHint}
      </p>
    </form>
  )
}

/** The place on the page to which a sign-in returns. The service gets its address, so it has no search text: that is usually a
 *  contact's name. */
function returnPlace() {
  const place = new URLSearchParams(location.hash.slice(1))
  place.delete('find')
  place.set(signedIn, '')
  return `${place}`
}
