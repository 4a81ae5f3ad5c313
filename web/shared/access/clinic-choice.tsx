import { useWords } from '../language.tsx'
import { useSignedIn } from './signed-in.ts'
import type { SessionControl } from './use-session.ts'

/** Selects the clinic if the token can access several. */
export function ClinicChoice({ control }: { control: SessionControl }) {
  const { session } = useSignedIn()
  const say = useWords('access')
  if (session.entities.length < 2) return null
  const choose = (id: string) => control.choose({ ...session, entity: session.entities.find((one) => one.id === id)! })
  return (
    <label class="field">
      {say.clinic}
      <select value={session.entity.id} onChange={(event) => choose(event.currentTarget.value)}>
        {session.entities.map(({ id, name }) => (
          <option value={id}>{name}</option>
        ))}
      </select>
    </label>
  )
}
