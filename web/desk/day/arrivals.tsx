import type { ActionRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { shortDetailOf, startOf } from '../../shared/visits/visit.ts'

/** The list of today's arrivals. */
export function Arrivals({ arrivals }: { arrivals: ActionRecord[] | undefined }) {
  const { time } = useSignedIn()
  const say = useWords('desk')
  const plugins = useWords('plugins')
  return (
    <section class="arrivals card" aria-labelledby="arrivals">
      <h2 id="arrivals">
        {say.arrivals} <span class="count">{arrivals?.length}</span>
      </h2>
      {arrivals?.length === 0 && <p class="hint">{say.noArrivals}</p>}
      <ol>
        {arrivals?.map((action) => (
          <li key={action.notification_id}>
            <time dateTime={action.date}>{time.time(action.date)}</time>
            <span dir="auto">{action.contact.name}</span>
            <span class="hint" dir="auto">
              {[startOf(action) && startAt(startOf(action)!, action.date), shortDetailOf(action, plugins)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )

  /** Names the day of a visit on another day: the contact came on the wrong one. */
  function startAt(start: string, arrivedAt: string) {
    return time.dayOf(start) === time.dayOf(arrivedAt) ? time.time(start) : time.moment(start)
  }
}
