import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { hrefOf } from '../../shared/page-location.ts'
import { writtenWeekday } from '../visits/written-days.ts'
import { appointmentsOn, type NextDay } from '../work/next-day.ts'
import { useCounts } from '../work/use-counts.ts'
import { keyOf, type Worklist } from '../work/worklists.ts'

interface Props {
  today: string
  next: NextDay | undefined
  generation: number
}

/** The numbers of the worklists that cannot wait, each a link to its list. */
export function Needs({ today, next, generation }: Props) {
  const { entity } = useSignedIn().session
  const { say, fill, locale } = useTexts('home')
  const day = next?.shown?.day
  const appointments = next?.withAppointments
  const { counts } = useCounts(today, day, generation)
  const needs: { list: Worklist; name: string; detail?: string | undefined }[] = [
    ...(day === undefined
      ? []
      : [
          {
            list: { name: 'unanswered', part: 'next-day' } as const,
            name: fill(say.unanswered, { day: writtenWeekday(day, locale) }),
            detail: appointments?.day === day ? fill(say.ofVisits, { count: appointmentsOn(appointments) }) : undefined,
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
