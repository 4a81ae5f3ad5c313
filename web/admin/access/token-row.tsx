import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AccessTokenRecord, CreatedAccessToken } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { useClinicNames } from './clinic-names.ts'
import { RevokeToken } from './revoke-token.tsx'
import { RotateToken } from './rotate-token.tsx'
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
