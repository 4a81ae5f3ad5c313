import { useState } from 'preact/hooks'
import type { Session } from '../../../client/client.ts'
import { forgetTab } from '../../shared/access/kept-sessions.ts'
import { cookieSession } from '../../shared/access/session.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { LoadedList } from '../loaded-list.tsx'
import { Note } from '../note.tsx'
import { AskingButton } from '../question.tsx'
import type { SectionProps } from '../section.ts'
import { useAction } from '../use-action.ts'
import { SessionRow } from './session-row.tsx'
import './access.css'

/** The people who are signed in now. */
export function Sessions({ control }: SectionProps) {
  const { session } = useSignedIn()
  const { sessions: say } = useWords('admin-access')
  const { fill } = useLanguage()
  const { token } = session
  const loaded = useLoaded('sessions', (client) => client.sessions())
  const [note, setNote] = useState<{ text: string }>()
  const leaving = useAction<true>(token)

  async function leave() {
    const isDone = await leaving.run((client) => client.signOutEverywhere().then(() => true as const))
    if (!isDone) return
    forgetTab()
    control.close()
  }

  return (
    <>
      {token !== cookieSession && <p class="hint">{say.noSession}</p>}
      <Note note={note} />
      <LoadedList loaded={loaded}>
        {(found) => (
          <>
            {found.length === 0 && <p>{say.none}</p>}
            <ul class="rows grants">
              {found.map((one) => (
                <SessionRow
                  key={one.id}
                  shown={one}
                  onEnded={() => {
                    setNote({ text: fill(say.ended, { name: one.name }) })
                    loaded.load()
                  }}
                />
              ))}
            </ul>
            {found.some(({ is_current }) => is_current) && (
              <div class="row everywhere">
                <AskingButton
                  label={say.everywhere}
                  text={fill(say.everywhereAsk, { count: ownOf(found).length })}
                  yes={say.everywhere}
                  action={leaving}
                  onYes={leave}
                />
              </div>
            )}
          </>
        )}
      </LoadedList>
    </>
  )
}

/** Returns the sessions of the person who uses this one. */
function ownOf(sessions: Session[]): Session[] {
  const own = sessions.find(({ is_current }) => is_current)
  return sessions.filter(({ issuer, subject }) => issuer === own?.issuer && subject === own.subject)
}
