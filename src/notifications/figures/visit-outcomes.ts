import { type Static, Type } from 'typebox'

const count = (description: string) => Type.Integer({ description })

/** An answer that comes less than this before the start is late: the clinic can hardly give the time to another contact. */
export const lateHours = 24

/** The visits that are over, by their end. They add up to `visits`. */
export const EndedVisits = Type.Object(
  {
    visits: count('The visits that are over.'),
    arrived: count('The contacts who arrived, with any answer or without one.'),
    no_show: count('The contacts who neither came nor said so before, on days on which staff marked arrivals.'),
    cancelled_in_time: count(`The contacts who cancelled at least ${lateHours} hours before the start.`),
    cancelled_late: count(`The contacts who cancelled less than ${lateHours} hours before the start.`),
    another_time: count('The contacts who asked for another time before the visit, and got none.'),
    unknown: count('The end is unknown: staff marked no arrival on that day, or a history file has the visit.'),
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
    confirmed: count('The contacts whose last answer confirmed the visit.'),
    another_time: count('The contacts whose last answer asked for another time.'),
    cancelled: count('The contacts whose last answer cancelled the visit.'),
    open: count('No answer: the contacts whom a message has reached, and who have not answered yet.'),
    waiting: count('On its way: the contacts who have not answered, and to whom the first message is on its way.'),
    unreached: count(
      'Not reached: the contacts without an answer, whom no message has reached, and to whom none is on its way.',
    ),
    unknown: count('A history file has the visit, without an answer.'),
    arrived: count('The contacts who have already arrived. They are in no other count.'),
  },
  { $id: 'VisitsToCome', description: 'Visits that are still to come, or under way.' },
)
export type VisitsToCome = Static<typeof VisitsToCome>

/** Each notification that counts is in at most one of these, apart from `notified`, `no_show` and `arrived`. */
export const ContactCounts = Type.Object({
  notified: count(
    'Contacts whom a message about their visit has reached, or who answered. A visit that was moved has two notifications, which count apart. Visits that the clinic withdrew count only if the contact had cancelled, or asked for another time.',
  ),
  confirmed: count('Of these, the contacts whose last answer confirmed the visit.'),
  another_time: count('Of these, the contacts whose last answer asked for another time.'),
  moved: count('Of these, the contacts whose visit the clinic moved.'),
  cancelled: count('Of these, the contacts whose last answer cancelled the visit.'),
  open: count(
    'Of these, the contacts who have not answered yet. A contact of a history file without an answer is one.',
  ),
  no_show: count('Of these, the contacts who did not come, and neither cancelled nor asked for another time.'),
  arrived: count('Of these, the contacts who arrived, with any answer or without one.'),
  waiting: count('Contacts without an answer, to whom the first message is on its way. Not among the notified.'),
  unreached: count('Contacts without an answer whom no message has reached or will reach. Not among the notified.'),
})
export type ContactCounts = Static<typeof ContactCounts>

const ends = { over: EndedVisits, to_come: VisitsToCome }

const VisitGroup = Type.Object({
  value: Type.Optional(Type.String({ description: 'What the visits have in common. Absent where it is unknown.' })),
  ...ends,
})

export const maxGroups = 100

export const VisitOutcomes = Type.Object(
  {
    ...ContactCounts.properties,
    ...ends,
    groups: Type.Optional(
      Type.Array(VisitGroup, {
        description: `With \`by\`: at most ${maxGroups} doctors, the largest group first, or the other groups in their order.`,
      }),
    ),
    other: Type.Optional(
      Type.Object(
        { values: count('The number of values without a group of their own.'), ...ends },
        { description: 'With `by`: the smallest groups, as one.' },
      ),
    ),
  },
  { $id: 'VisitOutcomes', description: 'The outcomes of the visits of some days.' },
)
export type VisitOutcomes = Static<typeof VisitOutcomes>
export type EndCounts = Pick<VisitOutcomes, 'over' | 'to_come'>
