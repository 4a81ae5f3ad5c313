import { useContext } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { placesOf } from '../../shared/frame/places.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { StateBadge } from '../../shared/look/state-badge.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { useNow } from '../../shared/time/use-now.ts'
import { stateOf } from '../../shared/visits/listed-visit.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import type { Visit } from '../visits/visit-rows.ts'

const maxRows = 6
const awaited = ['open', 'confirmed', 'imported', 'rescheduling'] as const

interface Props {
  today: string
  generation: number
}

/** The contacts who have not come yet, the latest first, and how many have. */
export function ArrivalsToday({ today, generation }: Props) {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('home')
  const { entity } = session
  const { found } = useLoaded(
    `${entity.id} ${today}`,
    async (client) => {
      const real = { test: 'false' } as const
      const count = (state: readonly ('arrived' | (typeof awaited)[number])[]) =>
        client.countVisits(entity.id, today, today, { ...real, state: [...state] })
      const [rows, waiting, arrived] = await Promise.all([
        firstOf(client.visits(entity.id, today, today, { ...real, state: [...awaited] }, maxRows), maxRows),
        count(awaited),
        count(['arrived']),
      ])
      return { rows: rows as Visit[], waiting, arrived }
    },
    generation,
  )
  const count = found && found.waiting + found.arrived
  return (
    <section aria-labelledby="arrivals-today" aria-busy={!found}>
      <h2 id="arrivals-today">
        {say.arrivals}{' '}
        <small>{found && count! > 0 && fill(say.haveCome, { arrived: found.arrived, count: count! })}</small>
        {placesOf(session).includes('desk') && <a href="desk">{say.openDesk}</a>}
      </h2>
      <div class="card">
        {found?.rows.length === 0 && <p class="empty">{count === 0 ? say.noVisits : say.allHere}</p>}
        <ol>
          {found?.rows.map((visit) => (
            <ExpectedVisit key={visit.id} visit={visit} />
          ))}
        </ol>
        {found && found.waiting > found.rows.length && (
          <a class="more" href={hrefOf({ entity: entity.id, tab: 'visits', date: today })}>
            {fill(say.moreToday, { count: found.waiting - found.rows.length })}
          </a>
        )}
      </div>
    </section>
  )
}

function ExpectedVisit({ visit }: { visit: Visit }) {
  const { time } = useSignedIn()
  const { place } = useContext(LocationContext)
  const plugins = useWords('plugins')
  const states = useWords('states')
  const state = stateOf(visit, useNow())
  return (
    <li>
      <a href={hrefOf({ ...place, visit: visit.id })}>
        <time dateTime={visit.starts_at}>{time.time(visit.starts_at)}</time>
        <span>
          <b dir="auto">{visit.contact.name}</b>
          <small dir="auto">{shortDetailsOf(visit, plugins).join(' · ')}</small>
        </span>
        <StateBadge state={state} text={states[state]} />
      </a>
    </li>
  )
}
