import { useContext, useEffect, useRef } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { useReloads } from '../use-reloads.ts'
import { useNextDay } from './next-day.ts'
import { useCounts } from './use-counts.ts'
import { WorklistPage } from './worklist-page.tsx'
import { keyOf, type WorklistName, worklistNames, worklistOf, worklists } from './worklists.ts'

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
  const tabs = useRef<HTMLElement>(null)
  // On a telephone, the tabs are wider than the screen.
  useEffect(() => tabs.current!.querySelector('[aria-current]')!.scrollIntoView({ block: 'nearest' }), [list.name])
  const isShown = (name: WorklistName) => (needed[name] ?? true) || name === list.name
  return (
    <main class="work">
      <nav class="lists" aria-label={useWords('frame').places.work} ref={tabs}>
        {worklistNames.filter(isShown).map((name) => (
          <a
            key={name}
            href={hrefOf({ ...place, tab: 'work', list: name, part: undefined })}
            aria-current={name === list.name ? 'page' : undefined}
          >
            {say.lists[name]}{' '}
            <span class="count">{counts[keyOf({ name, part: worklists[name].counted })]?.toLocaleString(locale)}</span>
          </a>
        ))}
      </nav>
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
