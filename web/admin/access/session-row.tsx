import { useId } from 'preact/hooks'
import type { Session as SignIn } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { AskingButton } from '../question.tsx'
import { useAction } from '../use-action.ts'
import { useClinicNames } from './clinic-names.ts'
import { ScopeNames } from './scope-choice.tsx'

interface Props {
  shown: SignIn
  onEnded: () => void
}

/** The session of a person: since when, what it permits, and a button that ends it. The page's own ends with *Sign out*. */
export function SessionRow({ shown, onEnded }: Props) {
  const { session, time } = useSignedIn()
  const { sessions: say, usedAt } = useWords('admin-access')
  const { fill } = useLanguage()
  const clinicNames = useClinicNames()
  const ending = useAction<true>(session.token)
  const id = useId()
  const { name, scopes, created_at, used_at, expires_at, is_current } = shown
  const at = (text: string, instant: string) => fill(text, { at: time.moment(instant) })

  async function end() {
    const isDone = await ending.run((client) => client.endSession(shown.id).then(() => true as const))
    if (isDone) onEnded()
  }

  return (
    <li aria-labelledby={id}>
      <h3 id={id}>
        <bdi>{name}</bdi> {is_current && <span class="mark">{say.here}</span>}
      </h3>
      <ScopeNames scopes={scopes} />
      <p>
        <bdi>{clinicNames(shown)}</bdi>
      </p>
      <p class="hint">{[at(say.since, created_at), at(usedAt, used_at), at(say.endsAt, expires_at)].join(' · ')}</p>
      {!is_current && (
        <div class="row">
          <AskingButton
            label={say.end}
            describedBy={id}
            text={fill(say.endAsk, { name })}
            yes={say.endYes}
            action={ending}
            onYes={end}
          />
        </div>
      )}
    </li>
  )
}
