import { useContext } from 'preact/hooks'
import type { Client, SourceLag } from '../../../client/client.ts'
import { ClinicChoice } from '../../shared/access/clinic-choice.tsx'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { useReloads } from '../use-reloads.ts'
import { useNextDay } from './next-day.ts'
import { WorklistPage } from './worklist-page.tsx'
import {
  counted,
  daysOf,
  filtersOf,
  isDealtWith,
  keyOf,
  type Worklist,
  type WorklistName,
  worklistNames,
  worklistOf,
  worklists,
} from './worklists.ts'

export interface WorkProps {
  control: SessionControl
  today: string
}

/** The worklists of staff. */
export function Work(props: WorkProps) {
  const say = useWords('work')
  if (useSignedIn().session.scopes.includes('notifications:read')) return <Worklists {...props} />
  return (
    <main class="work">
      <p class="card">{say.needsScope}</p>
    </main>
  )
}

function Worklists({ control, today }: WorkProps) {
  const { session, time } = useSignedIn()
  const { say, locale } = useTexts('work')
  const { place } = useContext(LocationContext)
  const [reloads, reload] = useReloads()
  const next = useNextDay(today, reloads.counts)
  const list = { ...worklistOf(place.list, place.part), nextDay: next?.shown?.day }
  const { counts, systems, setCount } = useCounts(today, next?.shown?.day, reloads.counts)
  // A clinic whose systems acknowledge nothing does not need their list. New time-zone rules that move visits are rare.
  const needed: Partial<Record<WorklistName, boolean>> = {
    'not-applied': systems.length > 0,
    'clock-changed': (counts['clock-changed/todo'] ?? 0) > 0,
  }
  const isShown = (name: WorklistName) => (needed[name] ?? true) || name === list.name
  return (
    <main class="work">
      <div class="lists">
        <ClinicChoice control={control} />
        <nav aria-label={say.work}>
          {worklistNames.filter(isShown).map((name) => {
            const count = counts[keyOf({ name, part: worklists[name].counted })]
            return (
              <a
                key={name}
                href={hrefOf({ ...place, tab: 'work', list: name, part: undefined })}
                aria-current={name === list.name ? 'page' : undefined}
              >
                <span>{say.lists[name]}</span> <span class="count">{count?.toLocaleString(locale)}</span>
              </a>
            )
          })}
        </nav>
      </div>
      <WorklistPage
        key={keyOf(list)}
        control={control}
        session={session}
        today={today}
        time={time}
        list={list}
        next={next}
        counts={counts}
        systems={systems}
        reload={reload}
        generation={reloads.list}
        onCount={(count) => setCount(list, count)}
      />
    </main>
  )
}

const none: SourceLag[] = []

/** Counts the lists in the service, and reads how far the clinic's systems are behind. A list without a count could not be counted
 *  yet: the list itself says that the service cannot be reached. */
function useCounts(today: string, nextDay: string | undefined, generation: number) {
  const { entity } = useSignedIn().session
  const lag = useLoaded(entity.id, (client) => client.lag(entity.id), generation)
  const systems = lag.found ?? none
  const count = (client: Client, list: Worklist) => {
    const { from, to } = daysOf({ ...list, nextDay }, today)
    return list.name === 'texts'
      ? client.countReplies(entity.id, from, to, { read: 'false' })
      : client.countVisits(entity.id, from, to, filtersOf(list))
  }
  const { found, show } = useLoaded<Partial<Record<string, number>>>(
    entity.id,
    async (client) => {
      const counts = counted.map(async (list) => [keyOf(list), await count(client, list)] as const)
      return Object.fromEntries(await Promise.all(counts))
    },
    `${generation} ${today} ${nextDay}`,
  )
  return {
    systems,
    counts: { ...(lag.found && notApplied(systems)), ...found },
    setCount: (list: Worklist, count: number) =>
      !isDealtWith(list.part) && show((before) => ({ ...before, [keyOf(list)]: count })),
  }
}

function notApplied(systems: SourceLag[]) {
  const sum = (countOf: (one: SourceLag) => number) => systems.reduce((total, one) => total + countOf(one), 0)
  return {
    [keyOf({ name: 'not-applied', part: 'todo' })]: sum(({ failed, resent }) => failed - resent),
    [keyOf({ name: 'not-applied', part: 'resent' })]: sum(({ resent }) => resent),
  }
}
