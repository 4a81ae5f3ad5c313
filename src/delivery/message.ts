import type { Entity } from '../entities/entity.ts'
import { Html, html } from '../http/html.ts'
import { type Instant, inZone } from '../instant.ts'
import { pickTongue } from '../languages.ts'
import type { Notification } from '../notifications/notification.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Address } from './address.ts'
import { words } from './words.ts'

/** A notice, written for one contact. */
export interface Message {
  /** The same at each attempt, so that whoever takes it twice can tell. */
  id: string
  to: Address
  entity: Pick<Entity, 'id' | 'name'>
  /** Says nothing of anybody's health, as a short text does not: other people read both. */
  subject: string
  text: string
  html: string
  short: string
}

/** What a message is written from. `link` is the whole address of the answer page. */
export interface Notice {
  deliveryId: string
  to: Address
  entity: Entity
  notification: Notification
  startsAt: Instant | undefined
  link: string
}

export function writeMessage({ deliveryId, to, entity, notification, startsAt, link }: Notice): Message {
  const { language, locale } = pickTongue(notification.contact.language, entity.language)
  const say = words[language]
  const local = startsAt === undefined ? undefined : inZone(startsAt, entity.time_zone)
  const day = local?.toLocaleString(locale, { dateStyle: 'full' }) ?? ''
  const time = local?.toLocaleString(locale, { timeStyle: 'short' }) ?? ''
  const shortDay = local?.toLocaleString(locale, { day: 'numeric', month: 'numeric' }) ?? ''
  const name = findPlugin(notification.category, notification.target)?.words[language].name ?? ''
  const greeting = fill(say.greeting, { name: notification.contact.name })
  const what = [name, entity.name, `${day} ${time}`.trim()].filter(Boolean)

  return {
    id: deliveryId,
    to,
    entity: { id: entity.id, name: oneLine(entity.name) },
    subject: oneLine(`${entity.name}: ${day} ${time}`),
    short: oneLine(fill(say.short, { entity: entity.name, day: shortDay, time, link })),
    text: [greeting, what.join('\n'), `${say.invitation}\n${link}`, say.closing].join('\n\n'),
    html: html`<!doctype html><html lang="${language}"><body>
<p>${greeting}</p><p>${what.map((line, index) => html`${index > 0 && new Html('<br>')}${line}`)}</p>
<p>${say.invitation}<br><a href="${link}">${link}</a></p><p>${say.closing}</p>
</body></html>`.text,
  }
}

const fill = (sentence: string, values: Record<string, string>) =>
  sentence.replaceAll(/\$([a-z]+)/g, (_, name: string) => values[name]!)

/** A name may hold line breaks: here it would begin another header, or another message. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
