import type { AccessTokenRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'

interface Props {
  record: AccessTokenRecord
  successor: AccessTokenRecord | undefined
}

/** Who created and revoked an access token, and when it was used and expires. */
export function TokenDates({ record, successor }: Props) {
  const { time } = useSignedIn()
  const { tokens: say, usedAt } = useWords('admin-access')
  const { fill } = useLanguage()
  const { created_at, created_by, last_used_at, expires_at, expires_soon, revoked_at, revoked_by, replaced_by } = record
  const at = (text: string, instant: string, name = '') => fill(text, { at: time.moment(instant), name })
  const created = created_by ? at(say.createdAtBy, created_at, created_by) : at(say.createdAt, created_at)
  const isPast = expires_at !== undefined && new Date(expires_at) <= new Date()
  return (
    <>
      <p class="hint">
        {created} · {last_used_at ? at(usedAt, last_used_at) : say.neverUsed}
      </p>
      {replaced_by && <p class="hint">{successor ? at(say.replacedBy, successor.created_at) : say.replaced}</p>}
      {revoked_at && (
        <p class="hint">{revoked_by ? at(say.revokedAtBy, revoked_at, revoked_by) : at(say.revokedAt, revoked_at)}</p>
      )}
      {expires_at && !revoked_at && (
        <p class={expires_soon && !replaced_by ? 'expires-soon' : 'hint'}>
          {at(isPast ? say.expiredAt : expires_soon && !replaced_by ? say.expiresSoon : say.expiresAt, expires_at)}
        </p>
      )}
    </>
  )
}
