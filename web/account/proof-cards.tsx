import { useState } from 'preact/hooks'
import type { Offered } from '../shared/access/offered.ts'
import { useWords } from '../shared/language.tsx'
import { Fault } from '../shared/look/fault.tsx'
import { useFaultOf, type Ways } from './proof.ts'

interface Props {
  offered: Offered
  /** For the browser's store of passwords. */
  signInName: string
  ways: Ways
  onSet: () => void
}

/** Sets a passkey, or else a password. */
export function ProofCards({ offered, signInName, ways, onSet }: Props) {
  const { passkey, password } = useWords('account-page')
  const faultOf = useFaultOf()
  const [fault, setFault] = useState<{ of: keyof Ways; text: string }>()
  const [isBusy, setBusy] = useState(false)

  async function run(of: keyof Ways, act: () => Promise<unknown>) {
    setBusy(true)
    setFault(undefined)
    try {
      await act()
      onSet()
    } catch (error) {
      setFault({ of, text: faultOf(error) })
    } finally {
      setBusy(false)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    run('password', async () => {
      await ways.password(String(new FormData(form).get('password')))
      form.reset()
    })
  }

  const look = offered.passkeys ? undefined : 'main'
  return (
    <>
      <section class="card" aria-labelledby="passkey">
        <h2 id="passkey">{passkey.title}</h2>
        <p class="hint">{offered.passkeys ? passkey.about : passkey.notHere}</p>
        <Fault>{fault?.of === 'passkey' && fault.text}</Fault>
        {offered.passkeys && (
          <button type="button" class="main" disabled={isBusy} onClick={() => run('passkey', ways.passkey)}>
            {passkey.create}
          </button>
        )}
      </section>
      <form class="card" aria-labelledby="password" onSubmit={submit}>
        <h2 id="password">{password.title}</h2>
        <input hidden name="username" autocomplete="username" value={signInName} readOnly />
        <label for="new-password">{password.new}</label>
        <input
          id="new-password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          aria-describedby="password-hint password-fault"
          aria-invalid={fault?.of === 'password'}
        />
        <p id="password-hint" class="hint">
          {password.about}
        </p>
        <p id="password-fault" class="fault" role="alert">
          {fault?.of === 'password' && fault.text}
        </p>
        <button type="submit" class={look} disabled={isBusy}>
          {password.save}
        </button>
      </form>
    </>
  )
}
