import { useEffect, useState } from 'preact/hooks'
import type { Session } from '../../client/client.ts'
import { connect } from '../shared/access/connect.ts'
import { cookieSession } from '../shared/access/session.ts'
import { useTexts, useWords } from '../shared/language.tsx'
import { Fault } from '../shared/look/fault.tsx'

const client = () => connect(cookieSession, { retries: 0 })

/** Returns the sessions of the person who uses this one. */
async function readOwn() {
  const sessions = await client().sessions()
  const own = sessions.find(({ is_current }) => is_current)
  return sessions.filter(({ issuer, subject }) => issuer === own?.issuer && subject === own.subject)
}

/** Where the person is signed in, with a button that ends the other sessions. */
export function OwnSessions() {
  const { say, fill, locale } = useTexts('account-page', 'sessions')
  const { failed } = useWords('account')
  const [sessions, setSessions] = useState<Session[]>([])
  const [state, setState] = useState<'failed' | 'ended'>()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const moment = (at: string) => format.format(new Date(at))
  const others = sessions.filter(({ is_current }) => !is_current)
  useEffect(() => {
    readOwn().then(setSessions, () => setState('failed'))
  }, [])

  async function endOthers() {
    try {
      for (const { id } of others) await client().endSession(id)
      setSessions(await readOwn())
      setState('ended')
    } catch {
      setState('failed')
    }
  }

  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{say.title}</h2>
      <ul class="keys">
        {sessions.map(({ id, created_at, used_at, is_current }) => (
          <li key={id}>
            {is_current && <strong>{say.here}: </strong>}
            {fill(say.since, { at: moment(created_at), used: moment(used_at) })}
          </li>
        ))}
      </ul>
      <Fault>{state === 'failed' && failed}</Fault>
      <p role="status">{state === 'ended' && say.ended}</p>
      {others.length > 0 && (
        <button type="button" onClick={endOthers}>
          {say.others}
        </button>
      )}
    </section>
  )
}
