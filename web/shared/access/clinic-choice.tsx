import { useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { useSignedIn } from './signed-in.ts'
import type { SessionControl } from './use-session.ts'

/** The clinic that the page shows. Selects another one if the credential can access several. */
export function ClinicChoice({ control }: { control: SessionControl }) {
  const { session } = useSignedIn()
  const say = useWords('access')
  const { entity, entities } = session
  const choose = (id: string) => control.choose({ ...session, entity: entities.find((one) => one.id === id)! })
  return (
    <div class="clinic">
      <Logo />
      {entities.length < 2 ? (
        <span dir="auto">{entity.name}</span>
      ) : (
        <select aria-label={say.clinic} value={entity.id} onChange={(event) => choose(event.currentTarget.value)}>
          {entities.map(({ id, name }) => (
            <option value={id}>{name}</option>
          ))}
        </select>
      )}
    </div>
  )
}
