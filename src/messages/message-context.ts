import type { Entity } from '../entities/entity.ts'
import { type Instant, inZone } from '../instant.ts'
import { pickLocale } from '../languages.ts'
import type { Notification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'
import { words } from './words.ts'

/** The input of every message to a contact. */
export interface MessageContext {
  deliveryId: string
  uid: string
  entity: Entity
  notification: Notification
  state: State
  startsAt: Instant | undefined
  /** The URL of the answer page. */
  link: string
}

/** Picks the contact's language, and returns the texts and values of messages in it. */
export function messageTexts({ entity, notification, startsAt, link }: MessageContext) {
  const { language, locale } = pickLocale(notification.contact.language, entity.language)
  const local = startsAt === undefined ? undefined : inZone(startsAt, entity.time_zone)
  return {
    language,
    say: words[language],
    /** The plugin's word for the visit, such as "appointment". */
    thing: findPlugin(notification.category, notification.target)?.words[language].name ?? '',
    values: {
      entity: entity.name,
      name: notification.contact.name,
      day: local?.toLocaleString(locale, { dateStyle: 'full' }) ?? '',
      shortDay: local?.toLocaleString(locale, { day: 'numeric', month: 'numeric' }) ?? '',
      time: local?.toLocaleString(locale, { timeStyle: 'short' }) ?? '',
      link,
    },
  }
}

export const envelope = ({ deliveryId, entity, uid }: MessageContext) => ({ id: deliveryId, entityId: entity.id, uid })

/** Replaces each `$name` in the sentence by its value. */
export const fill = (sentence: string, values: Record<string, string>) =>
  sentence.replaceAll(/\$([A-Za-z]+)/g, (_, name: string) => values[name]!)
