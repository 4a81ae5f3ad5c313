import type { ComponentChildren } from 'preact'
import type { CreatedAccessToken } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { CopiedText } from '../copied-text.tsx'
import { ShownOnce } from '../shown-once.tsx'

interface Props {
  created: CreatedAccessToken
  onDone: () => void
  /** What becomes of the token that it replaces. */
  children?: ComponentChildren
}

/** A new access token. */
export function CreatedToken({ created, onDone, children }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('admin-access')
  const { accessToken } = useWords('access')
  const today = time.dayOf(new Date())
  return (
    <ShownOnce title={fill(say.tokens.created, { name: created.name })} secret={created.token} onDone={onDone}>
      <p class="once">{say.tokens.onlyNow}</p>
      {children}
      <CopiedText label={accessToken} text={created.token} />
      <CopiedText label={say.tokens.tryIt} text={commandFor(created, session.entity.id, today)} />
    </ShownOnce>
  )
}

/** Returns a command that reads the actions of today, or else the properties of the token. */
function commandFor({ token, scopes, entities, all_entities }: CreatedAccessToken, clinicId: string, day: string) {
  const clinic = all_entities || entities?.includes(clinicId) ? clinicId : entities?.[0]
  const path = scopes.includes('actions:read')
    ? `metrics/notifications/actions/${clinic}/bydate/${day}/${day}`
    : 'access-token'
  return `curl -H "Authorization: Bearer ${token}" ${new URL(`v1/${path}`, new URL('.', location.href))}`
}
