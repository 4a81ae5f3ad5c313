import type { ComponentChildren } from 'preact'
import { useFormat, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import type { SignInFault } from './session.ts'
import type { SessionControl } from './use-session.ts'

interface Props {
  control: SessionControl
  title: string
  /** An alternative way to enter a token. */
  children?: ComponentChildren
}

/** Requests an access token, and shows why the previous one was rejected. */
export function SignIn({ control, title, children }: Props) {
  const say = useWords('access')
  const fill = useFormat()
  const wrong = control.fault && sentence(control.fault)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    control.open(String(new FormData(event.currentTarget as HTMLFormElement).get('token')))
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
        <button type="submit" class="main" disabled={control.isOpening}>
          {control.isOpening ? say.opening : say.signIn}
        </button>
        <p id="token-hint" class="hint">
          {say.tokenHint}
        </p>
      </form>
      {children}
    </main>
  )
}
