import type { ActionName } from '../src/log/actions/action.ts'
import type { Clinic } from './clinics.ts'
import { actionLine, type DatedLine, type Ids, noticeLine, tokenLine } from './lines.ts'
import type { Random } from './random.ts'
import { firstDay, isInHistory, type Moment, moved, type Visit } from './visits.ts'

type Answer = { action: ActionName; at: Moment }

// The number of contacts per hundred with each sequence of answers.
const answerings: ActionName[][] = [
  ...Array(58).fill(['confirm']),
  ...Array(7).fill(['reschedule']),
  ...Array(7).fill(['cancel']),
  ...Array(5).fill(['confirm', 'cancel']),
  ...Array(4).fill(['cancel', 'confirm']),
  ...Array(3).fill(['confirm', 'reschedule']),
  ...Array(2).fill(['reschedule', 'confirm']),
  ...Array(1).fill(['confirm', 'cancel', 'confirm']),
  ...Array(13).fill([]),
]

/** Returns the history of a clinic's notices. Requires visits in the order of their days. */
export function storiesOf(clinic: Clinic, random: Random, visits: Iterable<Visit>): DatedLine[] {
  const edges = edgesOf(clinic)
  const queue = [...visits]
  // The queue grows during the iteration: a moved appointment gets a new notice.
  return queue
    .entries()
    .flatMap(([index, visit]) => {
      const ids = { entity_id: clinic.id, notification_id: `n-${clinic.mark}-${String(index + 1).padStart(4, '0')}` }
      const answers = answersTo(visit, random, edges)
      const next = nextOf(clinic, random, visit, answers.at(-1))
      if (next) queue.push(next)
      return [
        noticeLine(clinic, random, visit, ids),
        ...answers.map(({ action, at }, nth) => actionLine(visit, ids, action, at, nth + 1)),
        ...checkinToken(random, visit, ids, answers, next),
        ...arrival(random, visit, ids, answers, next),
      ]
    })
    .toArray()
}

/** Edge cases of clocks and calendars: midnights and the change of clocks. */
function edgesOf({ zone }: Clinic): Moment[] {
  const change = firstDay.toZonedDateTime(zone).getTimeZoneTransition('next')!
  const midnight = change.startOfDay()
  return [
    ...[midnight, change, midnight.add({ days: 1 })].flatMap((edge) => [edge.subtract({ microseconds: 1 }), edge]),
    ...[change.subtract({ minutes: 30 }), change.add({ minutes: 30 })],
  ]
}

/** Places the first answer on an unused edge, if any. */
function answersTo({ notice, start }: Visit, random: Random, edges: Moment[]): Answer[] {
  const latest = start.subtract({ hours: 1 })
  const actions = random.pick(answerings)
  const edge = edges.findIndex((at) => isBefore(notice, at) && isBefore(at, latest))
  let at = edge < 0 || actions.length === 0 ? later(random, notice, 40) : edges.splice(edge, 1)[0]!
  const answers: Answer[] = []
  for (const action of actions) {
    if (!isBefore(at, latest) || !isInHistory(at)) break
    answers.push({ action, at })
    at = later(random, at, 30)
  }
  return answers
}

/** Returns a later moment: usually soon, seldom at night. */
function later(random: Random, after: Moment, hours: number): Moment {
  const [minutes, microseconds] = [random.below(60 * hours), random.below(60_000_000)]
  const at = after.add({ minutes: 1 + Math.floor(minutes ** 3 / (60 * hours) ** 2), microseconds })
  return at.hour < 7 && random.chance(0.9) ? at.add({ hours: 7 }) : at
}

/** Returns the next visit if the contact requested another time, or if the clinic moves the appointment. */
function nextOf(clinic: Clinic, random: Random, visit: Visit, last: Answer | undefined): Visit | undefined {
  if (last?.action !== 'reschedule' && !(last?.action === 'confirm' && random.chance(0.04))) return undefined
  const next = moved(clinic, random, visit, last.at)
  const inTime = last.action === 'reschedule' || isBefore(next.notice, visit.start)
  return inTime && isInHistory(next.notice) ? next : undefined
}

function checkinToken(random: Random, visit: Visit, ids: Ids, answers: Answer[], next: Visit | undefined): DatedLine[] {
  const confirmed = answers.find(({ action }) => action === 'confirm')
  if (!confirmed || random.chance(0.1)) return []
  const endOfDay = visit.start.startOfDay().add({ days: 1 }).toInstant().toString()
  const expiry = random.pick([undefined, undefined, '2099-01-01T00:00:00Z', endOfDay, endOfDay])
  return [tokenLine(random, ids, confirmed.at, expiry, reason(answers.at(-1)!.action, next))]
}

function reason(last: ActionName, next: Visit | undefined) {
  if (last === 'cancel') return 'cancelled'
  if (last === 'reschedule') return 'another-time'
  return next && 'superseded'
}

function arrival(random: Random, visit: Visit, ids: Ids, answers: Answer[], next: Visit | undefined): DatedLine[] {
  if (answers.at(-1)?.action !== 'confirm' || next || random.chance(0.4)) return []
  const at = visit.start.subtract({ minutes: 1 + random.below(25), microseconds: random.below(60_000_000) })
  return isInHistory(at) ? [actionLine(visit, ids, 'arrive', at, answers.length + 1)] : []
}

const isBefore = (at: Moment, other: Moment) => Temporal.ZonedDateTime.compare(at, other) < 0
