import type { Session } from '../../shared/access/session.ts'
import { useWords } from '../../shared/language.tsx'
import { Options } from '../../shared/look/options.tsx'
import { useDraft } from '../use-draft.ts'
import { ClinicsChoice } from './clinics-choice.tsx'
import { CreatedToken } from './created-token.tsx'
import { type Expiry, expiries, expiryOf } from './expiry.ts'
import { GrantForm } from './grant-form.tsx'
import { type Purpose, rightsOfPurpose } from './purposes.ts'
import { faultOfRights, type Rights } from './rights.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { type CreationProps, useCreation } from './use-creation.ts'

export interface TokenDraft {
  name: string
  rights: Rights
  expiry: Expiry
  day: string
  isTest: boolean
}

interface Props extends CreationProps {
  /** What the access token is for, until somebody chooses otherwise. */
  purpose?: Purpose
}

const purposes: Purpose[] = ['system', 'reporting', 'administrator']

export const draftOfToken = (clinicId: string, purpose?: Purpose) =>
  `${clinicId}/new-token${purpose === undefined ? '' : `/${purpose}`}`

/** A form that creates an access token, and then shows it. */
export function NewToken({ purpose, ...props }: Props) {
  const say = useWords('admin-access')
  const { session } = props
  const { draft, edit, clear } = useDraft<TokenDraft>(
    draftOfToken(session.entity.id, purpose),
    emptyDraft(session, purpose),
  )
  const { name, rights, expiry, day, isTest } = draft
  const creation = useCreation(props, clear)
  const expiresAt = expiryOf(expiry, day, new Date())
  const fault = faultOfRights(rights) ?? (expiry !== 'never' && !expiresAt ? 'expiry' : undefined)
  const token = {
    name,
    ...rights,
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(isTest && { test: true }),
  }
  if (creation.created) return <CreatedToken created={creation.created} onDone={creation.onDone} />
  return (
    <GrantForm
      creation={creation}
      name={name}
      nameHint={say.tokens.nameHint}
      fault={creation.hasTried && fault ? say.faults[fault] : creation.fault}
      label={creation.isRunning ? say.tokens.creating : say.tokens.create}
      onName={(next) => edit({ name: next })}
      onSubmit={() => creation.create(fault === undefined ? token : undefined)}
    >
      <ScopeChoice held={session} rights={rights} purposes={purposes} onChange={(next) => edit({ rights: next })} />
      <ClinicsChoice isForAll={session.isForAll} rights={rights} onChange={(next) => edit({ rights: next })} />
      <ExpiryChoice expiry={expiry} day={day} onChange={edit} />
      <TestChoice isTest={isTest} onChange={(next) => edit({ isTest: next })} />
    </GrantForm>
  )
}

function TestChoice({ isTest, onChange }: { isTest: boolean; onChange: (isTest: boolean) => void }) {
  const say = useWords('admin-access').tokens
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isTest} aria-describedby="token-test-hint" onChange={() => onChange(!isTest)} />
        {say.test}
      </label>
      <p class="hint" id="token-test-hint">
        {say.testHint}
      </p>
    </>
  )
}

function emptyDraft(session: Session, purpose: Purpose | undefined): TokenDraft {
  const none: Rights = { scopes: [], entities: [session.entity.id] }
  const rights = (purpose && rightsOfPurpose(purpose, session, none)) ?? none
  return { name: '', rights, expiry: 'never', day: '', isTest: false }
}

interface ExpiryChoiceProps {
  expiry: Expiry
  /** YYYY-MM-DD. */
  day: string
  onChange: (change: { expiry?: Expiry; day?: string }) => void
}

/** Chooses how long an access token works. */
function ExpiryChoice({ expiry, day, onChange }: ExpiryChoiceProps) {
  const { tokens: say } = useWords('admin-access')
  return (
    <div class="row">
      <label>
        {say.expiry}
        <select value={expiry} onChange={({ currentTarget: { value } }) => onChange({ expiry: value as Expiry })}>
          <Options values={expiries} nameOf={(one) => say.expiries[one]} />
        </select>
      </label>
      {expiry === 'day' && (
        <label>
          {say.day}
          <input type="date" value={day} onInput={({ currentTarget: { value } }) => onChange({ day: value })} />
        </label>
      )}
    </div>
  )
}
