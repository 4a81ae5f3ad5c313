import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import type { CreatedAccessToken } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { clinicTime } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { CopiedText } from './copied-text.tsx'

interface Props {
  session: Session
  created: CreatedAccessToken
  onDone: () => void
  /** What becomes of the token that it replaces. */
  children?: ComponentChildren
}

/** A new access token. It is in no storage, so it goes with this component. */
export function CreatedToken({ session, created, onDone, children }: Props) {
  const say = useWords('admin-access')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current!.focus(), [])
  const today = clinicTime(session.entity.time_zone, locale).dayOf(new Date())
  return (
    <section class="secret" aria-labelledby="secret">
      <h3 id="secret" tabIndex={-1} ref={heading}>
        {fill(say.tokens.created, { name: created.name })}
      </h3>
      <p class="once">{say.tokens.onlyNow}</p>
      {children}
      <CopiedText label={say.tokens.token} text={created.token} />
      <CopiedText label={say.tokens.tryIt} text={commandFor(created, session.entity.id, today)} />
      <div class="row">
        <button type="button" class="main" onClick={onDone}>
          {say.done}
        </button>
      </div>
    </section>
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
