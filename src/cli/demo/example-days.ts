import type { ActionLine, HistoryLine, NotificationLine } from '../../import/history-line.ts'
import type { AnswerName } from '../../plugins/answer-name.ts'
import { busiestMoment, nextInOfficeHours } from './office-hours.ts'
import { noticeTime, shiftedHistory, startOf, withStart } from './shifted-history.ts'

/** The clinic that the demo shows. */
export const shownClinic = 'clinica-lisboa'
/** The appointment of the check-in token that never expires. */
const shownId = 'n-1'

// Visits of this clinic come through the API, so that they have states, deliveries and tasks. Older ones are imported.
const replayedDays = 14
// The clinic has not moved the visits of the requests of these days: their contacts still wait for another time.
const waitingDays = 4
// Minutes from the busiest moment: in office hours, the desk has visits that have just begun or soon begin.
const aroundNow = [-50, -35, -20, -10, 5, 10, 20, 25, 40, 55, 70, 90]
const aroundNowAnswers: (AnswerName | undefined)[] = [
  ...(['confirm', 'confirm', 'confirm', 'cancel', 'confirm', 'reschedule'] as const),
  ...(['confirm', undefined, 'confirm', 'cancel', 'confirm', 'reschedule'] as const),
]

/** A notice of the shown clinic, with the contact's address. */
interface Notice {
  at: Temporal.Instant
  line: NotificationLine
  address: Pick<ActionLine, 'channel' | 'uid'>
}

export interface ExampleDays {
  /** The lines of a history file. */
  imported: HistoryLine[]
  /** The notices and actions since then, for the API. */
  notices: Notice[]
  actions: { at: Temporal.Instant; externalId: string; action: ActionLine['action'] }[]
}

/** Splits the example history into lines to import and later events for the API. Leaves out the events after now. */
export function exampleDays(file: string, now: Temporal.Instant): ExampleDays {
  const history = shiftedHistory(file, now)
  const zones = new Map(history.filter((line) => line.type === 'entity').map(({ id, time_zone }) => [id, time_zone]))
  const zone = zones.get(shownClinic)!
  const local = (instant: string | Temporal.Instant) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  const isPast = (instant: string | Temporal.Instant) => Temporal.Instant.compare(instant, now) <= 0
  const sentAt = (line: NotificationLine) => {
    const { day, hour } = noticeTime(line)
    return day.toZonedDateTime({ timeZone: zones.get(line.entity_id)!, plainTime: { hour } }).toInstant()
  }
  const firstReplayed = local(now).startOfDay().subtract({ days: replayedDays }).toInstant()
  const isReplayed = (line: NotificationLine) =>
    line.entity_id === shownClinic &&
    line.category === 'medical' &&
    Temporal.Instant.compare(startOf(line), firstReplayed) >= 0

  const all = history.filter((line) => line.type === 'notification')
  const addressOf = addresses(all, history)
  const sent = all.filter((line) => line.id !== shownId && isPast(sentAt(line)))
  const importedIds = new Set(sent.filter((line) => !isReplayed(line)).map(({ id }) => id))
  const imported = history.filter((line) => {
    if (line.type === 'entity') return true
    if (line.type === 'notification') return importedIds.has(line.id)
    return importedIds.has(line.notification_id) && (line.type === 'checkin_token' || isPast(line.date))
  })

  const waitsSince = now.subtract({ hours: 24 * waitingDays })
  const seen = new Set<string>()
  const replayed = sent.filter(isReplayed)
  const notices = replayed
    .map((line) => ({ at: sentAt(line), line, address: addressOf(line) }))
    .filter(({ at, line: { external_id } }) => {
      const isMove = seen.has(external_id)
      seen.add(external_id)
      return !isMove || Temporal.Instant.compare(at, waitsSince) < 0
    })
  const replayedById = new Map(replayed.map((line) => [line.id, line]))
  const actions = history
    .filter((line): line is ActionLine => line.type === 'action' && isPast(line.date))
    .flatMap(({ notification_id, action, date }) => {
      const line = replayedById.get(notification_id)
      return line ? [{ at: Temporal.Instant.from(date), externalId: line.external_id, action }] : []
    })

  const soon = visitsAroundNow(
    now,
    local(now),
    all.filter(({ entity_id }) => entity_id === shownClinic),
  )
  return {
    imported: [...imported, ...shownVisit(history, local(now))],
    notices: [...notices, ...soon.map(({ at, line }) => ({ at, line, address: addressOf(line) }))],
    actions: [...actions, ...soon.flatMap(({ answered }) => answered)],
  }
}

/** Returns a function that finds the address of a notice: notices of the history have none, but actions do. */
function addresses(notices: NotificationLine[], history: HistoryLine[]) {
  const contacts = new Map(notices.map(({ entity_id, id, contact }) => [`${entity_id} ${id}`, contact.external_id]))
  const known = new Map(
    history
      .filter((line): line is ActionLine => line.type === 'action' && line.channel !== 'desk')
      .map(({ entity_id, notification_id, channel, uid }) => [
        `${entity_id} ${contacts.get(`${entity_id} ${notification_id}`)}`,
        { channel, uid },
      ]),
  )
  return ({ entity_id, contact }: NotificationLine) =>
    known.get(`${entity_id} ${contact.external_id}`) ?? {
      channel: 'mobile',
      uid: `+351900${contact.external_id.replaceAll(/\D/g, '').padStart(6, '0')}`,
    }
}

/** Moves the visits of some contacts to today. Most contacts have answered, and most of those whose visit has begun have
 *  arrived. */
function visitsAroundNow(now: Temporal.Instant, today: Temporal.ZonedDateTime, notices: NotificationLine[]) {
  const startOfDay = today.startOfDay().toInstant()
  const evening = startOfDay.subtract({ hours: 6 })
  const people = [...new Map(notices.map((line) => [line.contact.external_id, line])).values()]
  const busiest = busiestMoment(today)
  const answersBegin = earlier(now, busiest.toInstant()).subtract({ minutes: 150 })
  return aroundNow.map((minutes, index) => {
    const start = busiest.add({ minutes })
    const origin = people[index * 7 + 3]!
    const externalId = `A-9${String(index).padStart(3, '0')}`
    const line: NotificationLine = { ...origin, external_id: externalId, category: 'medical', target: 'appointment' }
    line.params = withStart(
      { ...line, params: { when: '', doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' } },
      start,
    )
    const answer = aroundNowAnswers[index]
    const at = later(startOfDay, answersBegin.add({ minutes: 9 * index }))
    const hasArrived = isBefore(start.toInstant(), now) && answer === 'confirm' && index % 3 !== 2
    const arrivedAt = later(startOfDay, start.toInstant().subtract({ minutes: 4 }))
    return {
      at: evening,
      line,
      answered: [
        ...(answer ? [{ at, externalId, action: answer }] : []),
        ...(hasArrived ? [{ at: later(at, arrivedAt), externalId, action: 'arrive' as const }] : []),
      ],
    }
  })
}

const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0
const earlier = (one: Temporal.Instant, other: Temporal.Instant) => (isBefore(one, other) ? one : other)
const later = (one: Temporal.Instant, other: Temporal.Instant) => (isBefore(one, other) ? other : one)

/** Returns the visit of the token that never expires: in half an hour, or at the next opening. Its contact has confirmed. */
function shownVisit(history: HistoryLine[], today: Temporal.ZonedDateTime): HistoryLine[] {
  const start = nextInOfficeHours(today, 30)
  const confirmed = later(today.startOfDay().toInstant(), today.subtract({ minutes: 12 }).toInstant())
  return history.flatMap((line): HistoryLine[] => {
    if (line.type === 'entity' || line.entity_id !== shownClinic) return []
    if (line.type === 'notification') return line.id === shownId ? [{ ...line, params: withStart(line, start) }] : []
    if (line.notification_id !== shownId || (line.type === 'action' && line.action === 'arrive')) return []
    return [line.type === 'action' ? { ...line, date: confirmed.toString({ fractionalSecondDigits: 6 }) } : line]
  })
}
