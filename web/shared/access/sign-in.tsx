import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useTexts, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { LinkQuestion } from './link-question.tsx'
import { type SignInFault, signedIn } from './session.ts'
import { signInOffered } from './sign-in-offered.ts'
import type { SessionControl } from './use-session.ts'

interface Props {
  control: SessionControl
  title: string
  /** The page to which a person returns who signs in with an account. */
  page?: string
  /** An alternative way to enter a token. */
  children?: ComponentChildren
}

/** Requests an access token, or asks whether a link may sign in. */
export function SignIn({ control, title, page, children }: Props) {
  return (
    <main class="sign-in">
      <h1>
        <Logo /> {title}
      </h1>
      {control.link.mode === 'offered' ? (
        <LinkQuestion control={control} found={control.link.found} />
      ) : (
        <>
          <TokenForm control={control} />
          {page !== undefined && <AccountLink page={page} />}
          {children}
        </>
      )}
    </main>
  )
}

/** Requests an access token, and shows why the previous one was rejected. */
function TokenForm({ control }: Pick<Props, 'control'>) {
  const { say, fill } = useTexts('access')
  const isSignOutUnreached = control.fault === 'sign-out-unreached'
  const wrong = control.fault && !isSignOutUnreached && sentence(control.fault)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    control.open(String(new FormData(event.currentTarget as HTMLFormElement).get('token')))
  }

  function sentence(fault: SignInFault): string {
    if (typeof fault === 'string') return say.faults[fault]
    if ('withoutEntity' in fault) return say.faults['no-entity']
    return fill(say.faults.lacks, { scopes: fault.lacks.join(', ') })
  }

  return (
    <>
      {isSignOutUnreached && (
        <div class="card" role="alert">
          <p class="fault">{say.faults['sign-out-unreached']}</p>
          <button type="button" class="main" onClick={() => control.endCookie()}>
            {say.signOut}
          </button>
        </div>
      )}
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
    </>
  )
}

/** Leads to the clinic's identity provider, if the service has one. */
function AccountLink({ page }: { page: string }) {
  const say = useWords('access')
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    signInOffered().then(setOffered, () => {})
  }, [])
  if (!isOffered) return null
  return <a href={`sign-in?to=${encodeURIComponent(`/${page}#${returnPlace()}`)}`}>{say.signInWithAccount}</a>
}

/** The place on the page to which a sign-in returns. The service gets its address, so it has no search text: that is usually a
 *  contact's name. */
function returnPlace() {
  const place = new URLSearchParams(location.hash.slice(1))
  place.delete('find')
  place.set(signedIn, '')
  return `${place}`
}
