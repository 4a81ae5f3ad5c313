import type { SourceLag } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'

/** Says for each system of the clinic how far it is behind. */
export function SystemLag({ systems, today }: { systems: SourceLag[]; today: string }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const since = (oldest: string) => (time.dayOf(oldest) === today ? time.time(oldest) : time.moment(oldest))
  // A system whose access token has ended cannot catch up.
  const present = systems.filter(({ ended }) => !ended)
  if (present.length === 0) return null
  return (
    <ul class="systems">
      {present.map(({ source, name, behind, oldest }) => (
        <li key={source} class={oldest ? 'behind' : undefined}>
          {oldest
            ? fill(say.systemBehind, { system: name, count: behind, since: since(oldest) })
            : fill(say.systemUpToDate, { system: name })}
        </li>
      ))}
    </ul>
  )
}
