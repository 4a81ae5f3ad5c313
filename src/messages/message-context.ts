import type { Entity } from '../entities/entity.ts'
import { inZone } from '../instant.ts'
import { pickLocale } from '../languages.ts'
import type { Notification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import type { VisitTimes } from '../plugins/plugin.ts'
import type { PluginMessages } from '../plugins/plugin-messages.ts'
import { findPlugin } from '../plugins/registry.ts'
import { detailsOf } from './details.ts'
import type { Row } from './mail-content.ts'
import { words } from './words.ts'

/** The input of every message to a contact. */
export interface MessageContext {
  deliveryId: string
  uid: string
  entity: Entity
  notification: Notification
  state: State
  revision: number
  times: VisitTimes | undefined
  /** The times that an earlier message gave to this address. */
  knownTimes: VisitTimes | undefined
  areAnswersClosed: boolean
  /** The URL of the answer page. */
  link: string
  /** The clinic's logo as PNG. Only mails have it. */
  logo: Buffer | undefined
}

/** Picks the contact's language, and returns the texts and values of messages in it. */
export function messageTexts({ entity, notification, times, knownTimes, link }: MessageContext) {
  const { language, locale } = pickLocale(notification.contact.language, entity.language)
  const plugin = findPlugin(notification.category, notification.target)!
  const write = plugin.isCampaign ? writeRange : writeStart
  const [when, shortWhen] = write(times, entity.time_zone, locale)
  const [oldWhen, shortOldWhen] = write(knownTimes, entity.time_zone, locale)
  const say = { ...words[language], ...plugin.messages.words[language] }
  /** The params that the message shows, each with its label. */
  const details = (message: keyof PluginMessages['shows']) => detailsOf(notification, language, message)
  const time: Row[] = when === '' ? [] : [{ label: say.when, value: when, is: 'time' }]
  return {
    language,
    say,
    /** The plugin's word for the visit, such as "appointment". */
    thing: plugin.words[language].name,
    details,
    /** The time of the visit with its label, if it is known. */
    time,
    /** The time of the visit, and the params that the message shows. */
    rows: (message: keyof PluginMessages['shows']): Row[] => [...time, ...details(message)],
    values: {
      entity: entity.name,
      name: notification.contact.name,
      phone: entity.phone ?? '',
      ...{ when, shortWhen, oldWhen, shortOldWhen, link },
    },
  }
}

function writeStart(times: VisitTimes | undefined, timeZone: string, locale: string): [long: string, short: string] {
  if (!times) return ['', '']
  const local = inZone(times.startsAt, timeZone)
  const day = local.toLocaleString(locale, { dateStyle: 'full' })
  const shortDay = local.toLocaleString(locale, { day: 'numeric', month: 'numeric' })
  const time = local.toLocaleString(locale, { timeStyle: 'short' })
  return [`${day} ${time}`, `${shortDay} ${time}`]
}

function writeRange(times: VisitTimes | undefined, timeZone: string, locale: string): [long: string, short: string] {
  if (!times) return ['', '']
  const [start, end] = [times.startsAt / 1_000, times.endsAt / 1_000]
  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...style }).formatRange(start, end)
  return [
    write({ dateStyle: 'full', timeStyle: 'short' }),
    write({ day: 'numeric', month: 'numeric', hour: 'numeric', minute: 'numeric' }),
  ]
}

export const envelope = ({ deliveryId, entity, uid }: MessageContext) => ({ id: deliveryId, entityId: entity.id, uid })
