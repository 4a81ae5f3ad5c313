import { hash } from 'node:crypto'
import type { Channel } from '../../channels/channel.ts'
import { channels } from '../../channels/registry.ts'
import type { Entity } from '../../entities/entity.ts'
import type { Config } from '../../platform/config/config.ts'
import { localeOfContact } from '../../platform/languages/contact-locale.ts'
import { format } from '../../platform/languages/format.ts'
import type { Dialect, Language } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { Notification } from '../../visits/notification.ts'
import { findPlugin, timesOfVisit } from '../../visits/plugins/registry.ts'
import { wordsOfPlugin } from '../../visits/plugins/words.ts'
import { shownName } from '../../visits/shown-name.ts'
import type { State } from '../../visits/state.ts'
import { detailsOf } from './message-context.ts'

interface CalendarEntry {
  entity: Entity
  notification: Notification
  state: State
  /** The revision of the notification. Calendars replace an entry by one with a higher sequence. */
  revision: number
  /** The URL of the answer page. */
  url: string
  servers: Config['servers']
  /** The language that the person chose on the page, if any. */
  chosenLanguage?: Language | undefined
}

const alarmSeconds = 2 * 60 * 60
const uidCharacters = 32

/** The status of the entry in each state of the notification. */
const statuses = {
  open: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  rescheduling: 'TENTATIVE',
  cancelled: 'CANCELLED',
  arrived: 'TENTATIVE',
  'no-show': 'TENTATIVE',
  superseded: 'TENTATIVE',
  withdrawn: 'CANCELLED',
  imported: 'TENTATIVE',
} as const satisfies Record<State, string>

/** PUBLISH, and not REQUEST: for REQUEST, mail programs show buttons whose answers would not reach the service. */
export const calendarMethod = (state: State) => (statuses[state] === 'CANCELLED' ? 'CANCEL' : 'PUBLISH')

/** Returns a visit with a known start as iCalendar (RFC 5545), tentative until confirmed. */
export async function calendarOf(entry: CalendarEntry) {
  const { entity, notification, state, revision, url, servers, chosenLanguage } = entry
  const ics = await import('ical-generator')
  const { default: ical, ICalAlarmType, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } = ics
  const { language } = localeOfContact(notification.contact, entity.language, chosenLanguage)
  const name = shownName(notification.contact, entity.names)
  const { isCampaign } = findPlugin(notification.category, notification.target)!
  const { startsAt, endsAt } = timesOfVisit(notification)!
  const details = detailsOf(notification, language, 'calendar').map(({ label, value }) =>
    format(wordsOf('messages', language).detail, { label, value }, language),
  )
  const calendar = ical({ method: ICalCalendarMethod[calendarMethod(state)], prodId: '//Rollcall//Rollcall//EN' })
  calendar.createEvent({
    id: uidOf(notification),
    sequence: revision,
    status: ICalEventStatus[statuses[state]],
    start: new Date(startsAt / 1_000),
    end: new Date(endsAt / 1_000),
    // A campaign of several days leaves the contact free.
    transparency: isCampaign ? ICalEventTransparency.TRANSPARENT : null,
    summary: oneLine(summaryOf(entry, language, name)),
    location: oneLine([notification.params.place, entity.address].filter(Boolean).join(', ')) || null,
    description: [...details, entity.phone, url].filter(Boolean).join('\n'),
    url,
    organizer: { name: entity.name, email: organizerOf(servers)! },
    alarms:
      isCampaign || calendarMethod(state) === 'CANCEL'
        ? []
        : [{ type: ICalAlarmType.display, triggerBefore: alarmSeconds }],
  })
  // The library has no CONTACT, and most calendars show only the description. The number needs no escapes.
  const contact = entity.phone === undefined ? '' : `CONTACT:${entity.phone}\r\n`
  return calendar.toString().replace('BEGIN:VEVENT\r\n', (begin) => begin + contact)
}

/** Calendars that ignore the status, or add an entry instead of replacing one, show at least the summary. */
function summaryOf({ entity, notification, state }: CalendarEntry, language: Dialect, name: string | undefined) {
  const summary = `${wordsOfPlugin(notification, language).name}: ${[name, entity.name].filter(Boolean).join(', ')}`
  if (calendarMethod(state) !== 'CANCEL') return summary
  return format(wordsOf('messages', language).calendarCancelled, { summary }, language)
}

/** RFC 5546 requires an organizer, and calendars compare it. */
const organizerOf = (servers: Config['servers']) =>
  channels.flatMap(({ name, organizer }: Channel) => organizer?.(servers[name]) ?? [])[0]

/** The same for all notifications of a contact's visit, so that each mail replaces the entry of the previous one. */
function uidOf({ entity_id, category, target, external_id, contact }: Notification): string {
  const key = JSON.stringify([entity_id, category, target, external_id, contact.external_id])
  return `${hash('sha256', key, 'base64url').slice(0, uidCharacters)}@${entity_id}`
}
