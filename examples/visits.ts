import type { Clinic } from './clinics.ts'
import { type Person, peopleOf } from './people.ts'
import type { Random } from './random.ts'

export type Moment = Temporal.ZonedDateTime

/** An appointment, with the moment of its notice. */
export interface Visit {
  key: string
  person: Person
  category: 'medical' | 'dental'
  /** The params that name the doctor or the service. */
  host: Record<string, string>
  notice: Moment
  start: Moment
}

export const firstDay = Temporal.PlainDate.from('2026-03-01')
const dayAfterLast = Temporal.PlainDate.from('2026-05-01')

/** Yields the appointments with notices in the period of the history, in the order of their days. */
export function* visitsOf(clinic: Clinic, random: Random): Generator<Visit> {
  const people = peopleOf(clinic, random)
  let key = 1100
  for (let day = firstDay; isBefore(day, dayAfterLast.add({ days: 7 })); day = day.add({ days: 1 })) {
    if (!isOpen(clinic, day)) continue
    const visits = day.dayOfWeek === 6 ? 3 : clinic.visitsPerDay - 2 + random.below(5)
    for (let visit = 0; visit < visits; visit++) {
      const notice = noticeFor(clinic, random, day)
      const start = slot(clinic, random, day)
      const category = random.chance(0.12) ? 'dental' : 'medical'
      const host = random.pick(category === 'dental' ? clinic.dentists : clinic.doctors)
      const person = random.pick(people)
      if (isInHistory(notice)) yield { key: `${clinic.visitKey}${++key}`, person, category, host, notice, start }
    }
  }
}

/** Moves an appointment to a later day, with a new notice within hours of `after`. */
export function moved(clinic: Clinic, random: Random, visit: Visit, after: Moment): Visit {
  const soon = after.add({ minutes: 20 + random.below(200), microseconds: random.below(60_000_000) })
  const closed = soon.hour < 9 || soon.hour > 18 || !isOpen(clinic, soon.toPlainDate())
  const nextMorning = soon.add({ days: soon.hour < 9 ? 0 : 1 }).with({ hour: 9 })
  const notice = closed ? onOpenDay(clinic, nextMorning) : soon
  const day = onOpenDay(clinic, notice.add({ days: 3 + random.below(9) })).toPlainDate()
  return { ...visit, notice, start: slot(clinic, random, day) }
}

export const isInHistory = (moment: Moment) =>
  !isBefore(moment.toPlainDate(), firstDay) && isBefore(moment.toPlainDate(), dayAfterLast)

const isBefore = (day: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(day, other) < 0

const isOpen = (clinic: Clinic, day: Temporal.PlainDate) =>
  day.dayOfWeek !== 7 && !clinic.holidays.includes(day.toString())

function onOpenDay(clinic: Clinic, moment: Moment): Moment {
  return isOpen(clinic, moment.toPlainDate()) ? moment : onOpenDay(clinic, moment.add({ days: 1 }))
}

function slot({ zone }: Clinic, random: Random, day: Temporal.PlainDate): Moment {
  const hour = day.dayOfWeek === 6 ? 9 + random.below(4) : 8 + random.below(11)
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour, minute: random.pick([0, 10, 15, 20, 30, 40, 45]) } })
}

function noticeFor({ zone }: Clinic, random: Random, day: Temporal.PlainDate): Moment {
  const sent = day.subtract({ days: random.pick([1, 2, 2, 3, 3, 3, 4, 7]) })
  const movesToFriday = sent.dayOfWeek > 5 && random.chance(0.7)
  const onWorkday = movesToFriday ? sent.subtract({ days: sent.dayOfWeek - 5 }) : sent
  const plainTime = { hour: random.pick([9, 13, 18]), second: random.below(60), microsecond: random.below(1000) }
  return onWorkday.toZonedDateTime({ timeZone: zone, plainTime })
}
