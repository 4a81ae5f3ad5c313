import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AccessTokenRecord, CreatedAccessToken } from '../../../client/client.ts'
import { defaultOverlapHours, maxOverlapHours } from '../../../client/limits.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { FormEnd } from '../form-end.tsx'
import { useAction } from '../use-action.ts'
import { useClinicNames } from './clinic-names.ts'
import { RevokeToken } from './revoke-token.tsx'
import { ScopeNames } from './scope-choice.tsx'
import { TokenDates } from './token-dates.tsx'

interface Props {
  record: AccessTokenRecord
  /** The record of the token that a rotation created. */
  successor: AccessTokenRecord | undefined
  isEnded: boolean
  onRevoked: () => void
  onRotated: (created: CreatedAccessToken) => void
  /** Called after a rotation that may have happened. */
  onLost: () => void
}

/** An access token of the list: what it may do, when it was used, and what one can do with it. */
export function TokenRow({ record, successor, isEnded, onRevoked, onRotated, onLost }: Props) {
  const { say, fill } = useTexts('admin-access')
  const clinicNames = useClinicNames()
  const [rotation, setRotation] = useState<'none' | 'asking' | 'cancelled'>('none')
  const rotate = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (rotation === 'cancelled') rotate.current!.focus()
  }, [rotation])
  const id = useId()
  const { name, scopes, test } = record

  return (
    <li aria-labelledby={id}>
      <h4 id={id}>
        <bdi>{name}</bdi> {test && <span class="mark">{say.tokens.test}</span>}
      </h4>
      <ScopeNames scopes={scopes} />
      <p>
        <bdi>{clinicNames(record)}</bdi>
      </p>
      <TokenDates record={record} successor={successor} />
      {!isEnded && rotation === 'asking' && (
        <RotateToken
          record={record}
          onLost={onLost}
          onRotated={(created) => {
            setRotation('none')
            onRotated(created)
          }}
          onCancel={() => setRotation('cancelled')}
        />
      )}
      {!isEnded && rotation !== 'asking' && (
        <div class="row">
          {!record.replaced_by && (
            <button
              type="button"
              class="quiet"
              ref={rotate}
              aria-describedby={id}
              onClick={() => setRotation('asking')}
            >
              {say.tokens.rotate}
            </button>
          )}
          <RevokeToken
            record={record}
            onRevoked={onRevoked}
            describedBy={id}
            text={fill(say.tokens.revokeAsk, { name })}
            yes={say.tokens.revokeYes}
          />
        </div>
      )}
    </li>
  )
}

interface RotateTokenProps {
  record: AccessTokenRecord
  onRotated: (created: CreatedAccessToken) => void
  onLost: () => void
  onCancel: () => void
}

/** Asks how long the old token still works, and creates the new one. */
function RotateToken({ record, onRotated, onLost, onCancel }: RotateTokenProps) {
  const { session } = useSignedIn()
  const say = useWords('admin-access')
  const [hours, setHours] = useState(String(defaultOverlapHours))
  const rotating = useAction<CreatedAccessToken>(session.token, say.mayExist, onLost)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current!.focus(), [])
  const hintId = useId()
  const isValid = /^\d+$/.test(hours) && Number(hours) <= maxOverlapHours

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isValid) return field.current!.focus()
    const created = await rotating.run((client) => client.rotateAccessToken(record.id, Number(hours)))
    if (created) onRotated(created)
  }

  return (
    <form class="panel" onSubmit={submit} noValidate>
      <p id={hintId}>{say.tokens.rotateAbout}</p>
      <label>
        {say.tokens.overlap}
        <input
          ref={field}
          type="number"
          min={0}
          max={maxOverlapHours}
          value={hours}
          aria-describedby={hintId}
          aria-invalid={!isValid}
          onInput={({ currentTarget: { value } }) => setHours(value)}
        />
      </label>
      <FormEnd fault={rotating.fault} label={say.tokens.rotateYes} isBusy={rotating.isRunning} onCancel={onCancel} />
    </form>
  )
}
