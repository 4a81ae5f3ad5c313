import { useState } from 'preact/hooks'
import type { CreatedAccessToken } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useRead } from '../../access/use-read.ts'
import { useWords } from '../../language.tsx'
import { Field } from '../field.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import './access.css'
import { useFocusAfter } from '../use-focus-after.ts'
import { ClinicsChoice } from './clinics-choice.tsx'
import { CreatedToken } from './created-token.tsx'
import { type Expiry, expiryOf } from './expiry.ts'
import { ExpiryChoice } from './expiry-choice.tsx'
import { faultOfName } from './name-fault.ts'
import type { Purpose } from './purposes.ts'
import { faultOfRights, type Rights } from './rights.ts'
import { ScopeChoice } from './scope-choice.tsx'

export interface TokenDraft {
  name: string
  rights: Rights
  expiry: Expiry
  day: string
  isTest: boolean
}

interface Props {
  session: Session
  onCreated: (created: CreatedAccessToken) => void
  /** Called when the service may have created the token. */
  onLost?: () => void
}

const purposes: Purpose[] = ['system', 'reporting', 'administrator']

export const draftOfToken = (clinicId: string) => `${clinicId}/new-token`

/** A form that creates an access token, and then shows it. */
export function NewToken({ session, onCreated, onLost }: Props) {
  const say = useWords('admin-access')
  const { token, scopes: held, entity } = session
  const { draft, edit, clear } = useDraft<TokenDraft>(draftOfToken(entity.id), emptyDraft(entity.id))
  const [created, setCreated] = useState<CreatedAccessToken>()
  const nameField = useFocusAfter<HTMLInputElement>(created !== undefined)
  const [hasTried, setTried] = useState(false)
  const creating = useAction<CreatedAccessToken>(token, say.mayExist, onLost)
  const isForAll = useRead(token, 'rights', (client) => client.accessToken())?.all_entities === true
  const { name, rights, expiry, day, isTest } = draft
  const expiresAt = expiryOf(expiry, day, new Date())
  const nameFault = faultOfName(name)
  const fault = faultOfRights(rights) ?? (expiry !== 'never' && !expiresAt ? 'expiry' : undefined)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (nameFault || fault) return
    const made = await creating.run((client) =>
      client.createAccessToken({
        ...{ name: name.trim(), ...rights },
        ...(expiresAt && { expires_at: expiresAt.toISOString() }),
        ...(isTest && { test: true }),
      }),
    )
    if (!made) return
    clear()
    setTried(false)
    setCreated(made)
    onCreated(made)
  }

  if (created) return <CreatedToken session={session} created={created} onDone={() => setCreated(undefined)} />
  return (
    <form class="new-grant" onSubmit={submit} noValidate>
      <Field label={say.name} hint={say.tokens.nameHint} fault={hasTried && nameFault && say.faults[nameFault]}>
        {(control) => (
          <input
            {...control}
            ref={nameField}
            value={name}
            maxLength={200}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => edit({ name: value })}
          />
        )}
      </Field>
      <ScopeChoice
        {...{ held, purposes }}
        chosen={rights.scopes}
        onChange={(scopes) => edit({ rights: { ...rights, scopes } })}
      />
      <ClinicsChoice {...{ session, isForAll, rights }} onChange={(next) => edit({ rights: next })} />
      <ExpiryChoice {...{ expiry, day }} onChange={edit} />
      <label class="check">
        <input
          type="checkbox"
          checked={isTest}
          aria-describedby="token-test-hint"
          onChange={() => edit({ isTest: !isTest })}
        />
        {say.tokens.test}
      </label>
      <p class="hint" id="token-test-hint">
        {say.tokens.testHint}
      </p>
      <p class="fault" role="alert">
        {hasTried && fault ? say.faults[fault] : creating.fault}
      </p>
      <div class="row">
        <button type="submit" class="main" disabled={creating.isRunning}>
          {creating.isRunning ? say.tokens.creating : say.tokens.create}
        </button>
      </div>
    </form>
  )
}

const emptyDraft = (clinicId: string): TokenDraft => ({
  ...{ name: '', rights: { scopes: [], entities: [clinicId] } },
  ...{ expiry: 'never', day: '', isTest: false },
})
