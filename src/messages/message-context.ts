import type { Entity } from '../entities/entity.ts'
import { type Instant, inZone } from '../instant.ts'
import { pickTongue } from '../languages.ts'
import type { Notification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'
import { words } from './words.ts'

/** What a message to a contact is written from. */
export interface MessageContext {
  deliveryId: string
  uid: string
  entity: Entity
  notification: Notification
  state: State
  startsAt: Instant | undefined
  /** The whole address of the answer page. */
  link: string
}

/** The contact's language, and the message in its words. */
export function told({ entity, notification, startsAt, link }: MessageContext) {
  const { language, locale } = pickTongue(notification.contact.language, entity.language)
  const local = startsAt === undefined ? undefined : inZone(startsAt, entity.time_zone)
  return {
    language,
    say: words[language],
    /** What it is, such as an appointment. */
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

/** Which message it is, and to whom. */
export const addressed = ({ deliveryId, entity, uid }: MessageContext) => ({ id: deliveryId, entityId: entity.id, uid })

/** The sentence with its `$…` filled in. */
export const fill = (sentence: string, values: Record<string, string>) =>
  sentence.replaceAll(/\$([A-Za-z]+)/g, (_, name: string) => values[name]!)
