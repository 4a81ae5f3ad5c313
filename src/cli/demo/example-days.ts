import { formatInstant, hours, type Instant, minutes, parseInstant } from '../../platform/time/instant.ts'
import type { ActionLine, HistoryLine, NotificationLine } from '../../systems/import/history-line.ts'
import type { AnswerName } from '../../visits/plugins/plugin.ts'
import { busiestMoment, nextInOfficeHours } from './office-hours.ts'
import { noticeTime, shiftedHistory, withStart } from './shifted-history.ts'

/** The clinic that the demo shows. */
export const shownClinic = 'clinica-lisboa'
/** The appointment of the check-in token that never expires. */
const shownId = 'n-1'

// The clinic has not moved the visits of the requests of these days: their contacts still wait for another time.
const waitingDays = 4
// Minutes from the busiest moment: in office hours, the desk has visits that have just begun or soon begin.
const aroundNow = [-50, -35, -20, -10, 5, 10, 20, 25, 40, 55, 70, 90]
const aroundNowAnswers: (AnswerName | undefined)[] = [
  ...(['confirm', 'confirm', 'confirm', 'cancel', 'confirm', 'reschedule'] as const),
  ...(['confirm', undefined, 'confirm', 'cancel', 'confirm', 'reschedule'] as const),
]

const openTomorrow = ['09:30', '11:15', '15:00']

/** A notice of the shown clinic, with the contact's address. */
interface Notice {
  at: Instant
  line: NotificationLine
  address: Pick<ActionLine, 'channel' | 'uid'>
}

export interface ExampleDays {
  /** The lines of a history file. */
  imported: HistoryLine[]
  /** The notices and actions for the API. */
  notices: Notice[]
  actions: { at: Instant; externalId: string; action: ActionLine['action'] }[]
}

/** Splits the example history into lines to import and later events for the API. Leaves out the events after now. */
export function exampleDays(file: string, moment: Temporal.Instant): ExampleDays {
  const history = shiftedHistory(file, moment)
  const zones = new Map(history.filter((line) => line.type === 'entity').map(({ id, time_zone }) => [id, time_zone]))
  const now = instantOf(moment)
  const today = moment.toZonedDateTimeISO(zones.get(shownClinic)!)
  const sentAt = (line: NotificationLine) => {
    const { day, hour } = noticeTime(line)
    return instantOf(day.toZonedDateTime({ timeZone: zones.get(line.entity_id)!, plainTime: { hour } }))
  }
  // These visits come through the API, so that they have states, deliveries and tasks.
  const isReplayed = ({ entity_id, category }: NotificationLine) => entity_id === shownClinic && category === 'medical'

  const all = history.filter((line) => line.type === 'notification')
  const sent = all.filter((line) => line.id !== shownId && sentAt(line) <= now)
  const importedIds = new Set(sent.filter((line) => !isReplayed(line)).map(({ id }) => id))
  const imported = history.filter((line) => {
    if (line.type === 'entity') return true
    if (line.type === 'notification') return importedIds.has(line.id)
    return importedIds.has(line.notification_id) && (line.type === 'checkin_token' || parseInstant(line.date)! <= now)
  })

  const seen = new Set<string>()
  const replayed = sent.filter(isReplayed)
  const notices = replayed
    .map((line) => ({ at: sentAt(line), line, address: addressOf(line) }))
    .filter(({ at, line: { external_id } }) => {
      const isMove = seen.has(external_id)
      seen.add(external_id)
      return !isMove || at < now - hours(24 * waitingDays)
    })
  const replayedById = new Map(replayed.map((line) => [line.id, line]))
  const actions = history
    .filter((line): line is ActionLine => line.type === 'action' && parseInstant(line.date)! <= now)
    .flatMap(({ notification_id, action, date }) => {
      const line = replayedById.get(notification_id)
      return line ? [{ at: parseInstant(date)!, externalId: line.external_id, action }] : []
    })

  const ofClinic = all.filter(({ entity_id }) => entity_id === shownClinic)
  const people = [...new Map(ofClinic.map((line) => [line.contact.external_id, line])).values()]
  const soon = [...visitsAroundNow(now, today, people), ...openVisitsTomorrow(today, people)]
  return {
    imported: [...imported, ...shownVisit(history, today)],
    notices: [...notices, ...soon.map(({ at, line }) => ({ at, line, address: addressOf(line) }))],
    actions: [...actions, ...soon.flatMap(({ answered }) => answered)],
  }
}

/** Returns an address of the contact, since notices of the history have none. Every third contact gets mails. */
function addressOf({ contact }: NotificationLine): Notice['address'] {
  const number = contact.external_id.replaceAll(/\D/g, '').padStart(6, '0')
  return Number(number) % 3 === 0
    ? { channel: 'email', uid: `contact.${number}@example.org` }
    : { channel: 'mobile', uid: `+351910${number}` }
}

/** Moves the visits of some contacts to today. Most contacts have answered, and most of those whose visit has begun have
 *  arrived. */
function visitsAroundNow(now: Instant, today: Temporal.ZonedDateTime, people: NotificationLine[]) {
  const startOfDay = instantOf(today.startOfDay())
  const busiest = busiestMoment(today)
  const answersBegin = Math.min(now, instantOf(busiest)) - minutes(150)
  return aroundNow.map((ahead, index) => {
    const start = busiest.add({ minutes: ahead })
    const externalId = `A-9${String(index).padStart(3, '0')}`
    const line = visitOf(people[index * 7 + 3]!, externalId, start)
    const answer = aroundNowAnswers[index]
    const at = Math.max(startOfDay, answersBegin + minutes(9 * index))
    const hasArrived = instantOf(start) < now && answer === 'confirm' && index % 3 !== 2
    const arrivedAt = Math.max(startOfDay, at, instantOf(start) - minutes(4))
    return {
      at: startOfDay - hours(6),
      line,
      answered: [
        ...(answer ? [{ at, externalId, action: answer }] : []),
        ...(hasArrived ? [{ at: arrivedAt, externalId, action: 'arrive' as const }] : []),
      ],
    }
  })
}

/** Returns visits of tomorrow, also on a Friday, whose contacts have not answered. */
const openVisitsTomorrow = (today: Temporal.ZonedDateTime, people: NotificationLine[]) =>
  openTomorrow.map((time, index) => {
    const start = today.add({ days: 1 }).withPlainTime(time)
    const line = visitOf(people[index * 7 + 5]!, `A-8${String(index).padStart(3, '0')}`, start)
    return { at: instantOf(today.startOfDay()) - hours(6), line, answered: [] }
  })

/** Returns an appointment of a contact of the history. */
function visitOf(origin: NotificationLine, external_id: string, start: Temporal.ZonedDateTime): NotificationLine {
  const line = { ...origin, external_id, category: 'medical', target: 'appointment' }
  const params = { when: '', doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' }
  return { ...line, params: withStart({ ...line, params }, start) }
}

const instantOf = ({ epochNanoseconds }: Temporal.Instant | Temporal.ZonedDateTime): Instant =>
  Number(epochNanoseconds / 1_000n)

/** Returns the visit of the token that never expires: in half an hour, or at the next opening. Its contact has confirmed. */
function shownVisit(history: HistoryLine[], today: Temporal.ZonedDateTime): HistoryLine[] {
  const start = nextInOfficeHours(today, 30)
  const confirmed = formatInstant(Math.max(instantOf(today.startOfDay()), instantOf(today) - minutes(12)))
  return history.flatMap((line): HistoryLine[] => {
    if (line.type === 'entity' || line.entity_id !== shownClinic) return []
    if (line.type === 'notification') return line.id === shownId ? [{ ...line, params: withStart(line, start) }] : []
    if (line.notification_id !== shownId || (line.type === 'action' && line.action === 'arrive')) return []
    return [line.type === 'action' ? { ...line, date: confirmed } : line]
  })
}
