import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { hrefOf } from '../../shared/page-location.ts'
import { writtenWeekday } from '../visits/written-days.ts'
import { useCounts } from '../work/use-counts.ts'
import { keyOf, type Worklist } from '../work/worklists.ts'

interface Props {
  today: string
  nextDay: string | undefined
  generation: number
}

/** The numbers of the worklists that cannot wait, each a link to its list. */
export function Needs({ today, nextDay, generation }: Props) {
  const { entity } = useSignedIn().session
  const { say, fill, locale } = useTexts('home')
  const { counts } = useCounts(today, nextDay, generation)
  const { found: ofNextDay } = useLoaded(
    nextDay && `${entity.id} ${nextDay}`,
    (client) => client.countVisits(entity.id, nextDay!, nextDay!, { test: 'false' }),
    generation,
  )
  const needs: { list: Worklist; name: string; detail?: string | undefined }[] = [
    ...(nextDay === undefined
      ? []
      : [
          {
            list: { name: 'unanswered', part: 'next-day' } as const,
            name: fill(say.unanswered, { day: writtenWeekday(nextDay, locale) }),
            detail: ofNextDay === undefined ? undefined : fill(say.ofVisits, { count: ofNextDay }),
          },
        ]),
    { list: { name: 'unreached', part: 'todo' }, name: say.unreached, detail: fill(say.inDays, { days: 14 }) },
    { list: { name: 'rescheduling', part: 'todo' }, name: say.rescheduling },
    { list: { name: 'texts', part: 'todo' }, name: say.texts },
  ]
  return (
    <nav class="card needs" aria-label={say.needs}>
      {needs.map(({ list, name, detail }) => {
        const count = counts[keyOf(list)]
        return (
          <a
            key={list.name}
            class={count === 0 ? 'none' : undefined}
            href={hrefOf({ entity: entity.id, tab: 'work', list: list.name, part: list.part })}
          >
            <span>{name}</span>
            <strong>{count === undefined ? '–' : count.toLocaleString(locale)}</strong>
            <small>{count === 0 ? say.nothing : (detail ?? say.open)}</small>
          </a>
        )
      })}
    </nav>
  )
}
