import { useWords } from '../../shared/language.tsx'
import { signInAddress } from './person.ts'
import type { PersonControl } from './use-person.ts'

/** Says who records arrivals at this desk. It keeps its place while the page does not know it. */
export function PersonBar({ person, signIn, signOut }: Pick<PersonControl, 'person' | 'signIn' | 'signOut'>) {
  const say = useWords('desk').person
  if (person.mode === 'unneeded') return null
  return (
    <div class={`person ${person.mode}`}>
      <p role="status">
        {person.mode === 'missing' && <a href={signInAddress}>{say.signIn}</a>}
        {'name' in person && (
          <span class="name" dir="auto">
            {person.name}
          </span>
        )}
        {person.mode === 'unfit' && <span class="fault"> {say.unfit}</span>}
      </p>
      {'name' in person && (
        <>
          <button type="button" class="quiet" onClick={signIn}>
            {say.change}
          </button>
          <button type="button" class="quiet" aria-label={`${say.signOut}: ${person.name}`} onClick={signOut}>
            {say.signOut}
          </button>
        </>
      )}
    </div>
  )
}
