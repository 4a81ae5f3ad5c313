import type { Entity } from '../entities/entity.ts'
import { localeOfContact } from '../languages/contact-locale.ts'
import type { VisitTimes } from '../plugins/plugin.ts'
import type { PluginMessages } from '../plugins/plugin-messages.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Notification } from '../visits/notification.ts'
import { shownName } from '../visits/shown-name.ts'
import type { State } from '../visits/state.ts'
import { detailsOf } from './details.ts'
import type { Row } from './mail-content.ts'
import { writeRange, writeStart } from './visit-time.ts'
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
  const { language, locale } = localeOfContact(notification.contact, entity.language)
  const plugin = findPlugin(notification.category, notification.target)!
  const say = { ...words[language], ...plugin.messages.words[language] }
  const write = plugin.isCampaign ? writeRange : writeStart
  const [when, old] = [times, knownTimes].map((one) => write(one, entity.time_zone, locale, say.to))
  const name = shownName(notification.contact.name, entity.names)
  const thing = plugin.words[language].name
  /** The params that the message shows, each with its label. */
  const details = (message: keyof PluginMessages['shows']) => detailsOf(notification, language, message)
  const time: Row[] = when!.long === '' ? [] : [{ label: say.when, value: when!.long, is: 'time' }]
  return {
    language,
    say,
    /** The plugin's word for the visit, such as "Appointment". */
    thing,
    /** The part of the contact's name that the entity shows. */
    name,
    details,
    /** The time of the visit with its label, if it is known. */
    time,
    /** The time of the visit, and the params that the message shows. */
    rows: (message: keyof PluginMessages['shows']): Row[] => [...time, ...details(message)],
    values: {
      entity: entity.name,
      name: name ?? '',
      who: name === undefined ? '' : `${name},`,
      parties: [name, entity.name].filter(Boolean).join(', '),
      thing: thing.toLowerCase(),
      yours: say.yours,
      phone: entity.phone ?? '',
      ...{ when: when!.long, shortWhen: when!.short, days: when!.days },
      ...{ oldWhen: old!.long, shortOldWhen: old!.short, oldDates: old!.dates },
      link,
    },
  }
}

export const envelope = ({ deliveryId, entity, uid }: MessageContext) => ({ id: deliveryId, entityId: entity.id, uid })
