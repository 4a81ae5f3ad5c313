import { type Static, Type } from 'typebox'

export const count = (description: string) => Type.Integer({ description })

/** An answer that comes less than this before the start is late: the clinic can hardly give the time to another contact. */
export const lateHours = 24

/** The visits that are over, by their end. They add up to `visits`. */
export const EndedVisits = Type.Object(
  {
    visits: count('The visits that are over.'),
    arrived: count('Of these, the contacts who arrived, with any answer or without one.'),
    no_show: count(
      'Of these, the contacts who neither came nor said so before, on days on which staff marked arrivals.',
    ),
    cancelled_in_time: count(`Of these, the contacts who cancelled at least ${lateHours} hours before the start.`),
    cancelled_late: count(`Of these, the contacts who cancelled less than ${lateHours} hours before the start.`),
    another_time: count('Of these, the contacts who asked for another time before the visit, and got none.'),
    unknown: count(
      'Of these, the visits whose end is unknown: staff marked no arrival on that day, or the visit comes from a history file.',
    ),
  },
  {
    $id: 'EndedVisits',
    description:
      'Visits that are over: the service would have noted by now that the contact did not come. That is an hour after the arrival window closed. Visits that the clinic moved before count under their new start.',
  },
)
export type EndedVisits = Static<typeof EndedVisits>

/** The visits that are not over, by what is known of them. They add up to `visits`. */
export const VisitsToCome = Type.Object(
  {
    visits: count('The visits that are not over.'),
    confirmed: count('Of these, the contacts whose last answer confirmed the visit.'),
    another_time: count('Of these, the contacts whose last answer asked for another time.'),
    cancelled: count('Of these, the contacts whose last answer cancelled the visit.'),
    open: count('Of these, the contacts who got a message and have not answered yet.'),
    waiting: count('Of these, the contacts who have not answered, and to whom the first message is on its way.'),
    unreached: count(
      'Of these, the contacts who have not answered, whom no message has reached, and to whom none is on its way.',
    ),
    arrived: count('Of these, the contacts who have already arrived. They are in no other count.'),
  },
  { $id: 'VisitsToCome', description: 'Visits that are still to come, or under way.' },
)
export type VisitsToCome = Static<typeof VisitsToCome>

export type VisitEnd = Exclude<keyof EndedVisits, 'visits'>
export type Prospect = Exclude<keyof VisitsToCome, 'visits'>

export interface EndCounts {
  over: EndedVisits
  to_come: VisitsToCome
}

const zeros = <Name extends string>(properties: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, 0])) as Record<Name, number>

/** Counts visits of one group, in order of time. */
export function endTally() {
  const over: EndedVisits = zeros(EndedVisits.properties)
  const to_come: VisitsToCome = zeros(VisitsToCome.properties)
  /** The contacts who did not come, by day: whether they count depends on all visits of the day. */
  const missed = new Map<string, number>()
  return {
    addOver(end: VisitEnd, date: string, visits: number) {
      over.visits += visits
      if (end === 'no_show') missed.set(date, (missed.get(date) ?? 0) + visits)
      else over[end] += visits
    },
    addToCome(prospect: Prospect, visits: number) {
      to_come.visits += visits
      to_come[prospect] += visits
    },
    /** On a day without a single arrival, staff marked none. Then a missing arrival says nothing. */
    counts(markedDays: ReadonlySet<string>): EndCounts {
      for (const [date, visits] of missed) over[markedDays.has(date) ? 'no_show' : 'unknown'] += visits
      missed.clear()
      return { over, to_come }
    },
  }
}
export type EndTally = ReturnType<typeof endTally>

/** Adds up the counts of several groups. */
export function sumOf(all: EndCounts[]): EndCounts {
  const sum: EndCounts = { over: zeros(EndedVisits.properties), to_come: zeros(VisitsToCome.properties) }
  for (const { over, to_come } of all) {
    for (const name of Object.keys(over) as (keyof EndedVisits)[]) sum.over[name] += over[name]
    for (const name of Object.keys(to_come) as (keyof VisitsToCome)[]) sum.to_come[name] += to_come[name]
  }
  return sum
}
