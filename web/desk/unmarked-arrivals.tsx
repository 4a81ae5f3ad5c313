import { useWords } from '../language.tsx'
import type { Unmarked } from './use-scan.ts'
import { words } from './words.ts'

/** Arrivals that could not be marked before the next contact came to the desk. */
export function UnmarkedArrivals({ unmarked, onLook }: { unmarked: Unmarked[]; onLook: (code: string) => void }) {
  const say = useWords(words)
  return (
    <div role="alert">
      <ul class="unmarked">
        {unmarked.map(({ code, record }) => (
          <li key={code}>
            <span class="fault">{say.notMarked}</span> <strong dir="auto">{record.contact.name}</strong>
            <button type="button" onClick={() => onLook(code)}>
              {say.look}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
