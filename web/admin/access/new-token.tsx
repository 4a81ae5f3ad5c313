import { useState } from 'preact/hooks'
import type { CreatedAccessToken } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
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
import { type Purpose, rightsOfPurpose } from './purposes.ts'
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
  /** What the access token is for, until somebody chooses otherwise. */
  purpose?: Purpose
  onCreated: (created: CreatedAccessToken) => void
  /** Called when the service may have created the token. */
  onLost?: () => void
}

const purposes: Purpose[] = ['system', 'reporting', 'administrator']

export const draftOfToken = (clinicId: string, purpose?: Purpose) =>
  `${clinicId}/new-token${purpose === undefined ? '' : `/${purpose}`}`

/** A form that creates an access token, and then shows it. */
export function NewToken({ session, purpose, onCreated, onLost }: Props) {
  const say = useWords('admin-access')
  const { token, isForAll, entity } = session
  const { draft, edit, clear } = useDraft<TokenDraft>(draftOfToken(entity.id, purpose), emptyDraft(session, purpose))
  const [created, setCreated] = useState<CreatedAccessToken>()
  const nameField = useFocusAfter<HTMLInputElement>(created !== undefined)
  const [hasTried, setTried] = useState(false)
  const creating = useAction<CreatedAccessToken>(token, say.mayExist, onLost)
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
      <ScopeChoice held={session} {...{ rights, purposes }} onChange={(next) => edit({ rights: next })} />
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

function emptyDraft(session: Session, purpose: Purpose | undefined): TokenDraft {
  const none: Rights = { scopes: [], entities: [session.entity.id] }
  const rights = (purpose && rightsOfPurpose(purpose, session, none)) ?? none
  return { name: '', rights, expiry: 'never', day: '', isTest: false }
}
