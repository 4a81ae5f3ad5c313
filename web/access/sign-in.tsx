import type { ComponentChildren } from 'preact'
import { useFormat, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import type { SignInFault } from './session.ts'
import type { SessionUse } from './use-session.ts'

interface Props {
  use: SessionUse
  title: string
  /** An alternative way to enter a token. */
  children?: ComponentChildren
}

/** Requests an access token, and shows why the previous one was rejected. */
export function SignIn({ use, title, children }: Props) {
  const say = useWords('access')
  const fill = useFormat()
  const wrong = use.fault && sentence(use.fault)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    use.open(String(new FormData(event.currentTarget as HTMLFormElement).get('token')))
  }

  function sentence(fault: SignInFault): string {
    return typeof fault === 'string' ? say.faults[fault] : fill(say.faults.lacks, { scopes: fault.lacks.join(', ') })
  }

  return (
    <main class="sign-in">
      <h1>
        <Logo /> {title}
      </h1>
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
          aria-invalid={wrong !== undefined}
        />
        <p id="token-fault" class="fault" role="alert">
          {wrong}
        </p>
        <button type="submit" class="main" disabled={use.isOpening}>
          {use.isOpening ? say.opening : say.signIn}
        </button>
        <p id="tokenHint" class="hint">
          {say.tokenHint}
        </p>
      </form>
      {children}
    </main>
  )
}
