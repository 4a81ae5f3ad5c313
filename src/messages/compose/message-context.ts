import type { Envelope } from '../../channels/channel.ts'
import type { Row } from '../../channels/content.ts'
import type { Entity } from '../../entities/entity.ts'
import { localeOfContact } from '../../platform/languages/contact-locale.ts'
import { format, type Values } from '../../platform/languages/format.ts'
import { type Dialect, languageOf } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { Notification } from '../../visits/notification.ts'
import type { ShowingMessage, VisitTimes } from '../../visits/plugins/plugin.ts'
import { findPlugin } from '../../visits/plugins/registry.ts'
import { labelOf, sentencesOfPlugin, wordsOfPlugin } from '../../visits/plugins/words.ts'
import { shownName } from '../../visits/shown-name.ts'
import type { State } from '../../visits/state.ts'
import { writeRange, writeStart } from './visit-time.ts'

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
  linkUrl: string
  /** The clinic's logo as PNG, for a channel that carries pictures. */
  logo: Buffer | undefined
}

/** Picks the contact's language, and returns the texts and values of messages in it. */
export function messageTexts({ entity, notification, times, knownTimes, linkUrl }: MessageContext) {
  const { language, locale } = localeOfContact(notification.contact, entity.language)
  const plugin = findPlugin(notification.category, notification.target)!
  const words = { ...wordsOf('messages', language), ...sentencesOfPlugin(notification, language) }
  const write = plugin.isCampaign ? writeRange : writeStart
  const [when, old] = [times, knownTimes].map((one) => write(one, entity.time_zone, locale, words.to))
  const name = shownName(notification.contact, entity.names)
  const visitKind = wordsOfPlugin(notification, language).name
  /** The params that the message shows, each with its label. */
  const details = (message: ShowingMessage) => detailsOf(notification, language, message)
  const time: Row[] = when!.long === '' ? [] : [{ label: words.when, value: when!.long, is: 'time' }]
  /** One line, without superfluous spaces. */
  const fill = (text: string, given: Values) => format(text, given, language).replaceAll(/\s+/g, ' ').trim()
  const [clinic, contact] = [oneLine(entity.name), name === undefined ? '' : oneLine(name)]
  const values = {
    entity: clinic,
    name: contact,
    who: name === undefined ? '' : fill(words.addressed, { name: contact }),
    parties: name === undefined ? clinic : fill(words.both, { name: contact, entity: clinic }),
    visitKind: words.visitKind,
    yours: words.yours,
    phone: entity.phone ?? '',
    when: when!.long,
    shortWhen: when!.short,
    days: when!.days,
    oldWhen: old!.long,
    shortOldWhen: old!.short,
    oldDates: old!.dates,
    longDay: when!.longDay,
    shortDay: when!.shortDay,
    time: when!.time,
    oldLongDay: old!.longDay,
    oldShortDay: old!.shortDay,
    oldTime: old!.time,
    link: linkUrl,
  }
  return {
    language,
    words,
    /** The plugin's word for the visit, such as "Appointment". */
    visitKind,
    /** The part of the contact's name that the entity shows. */
    name,
    details,
    /** The entity's own sentence, if it has one in this language. */
    ownSentence: entity.sentences?.[language] ?? entity.sentences?.[languageOf(language)!],
    /** The time of the visit with its label, if it is known. */
    time,
    /** The time of the visit, and the params that the message shows. */
    rows: (message: ShowingMessage): Row[] => [...time, ...details(message)],
    values,
    fill,
    /** Fills a text with these values. */
    write: (text: string) => fill(text, values),
    writeRow: ({ label, value }: Row) => format(words.detail, { label, value }, language),
  }
}

/** The message about a visit that the clinic withdrew: with the time that the contact was told of. The clinic may also have given
 *  the key to another contact. */
export const ofWithdrawn = (message: MessageContext): MessageContext => ({
  ...message,
  state: 'withdrawn',
  times: message.knownTimes ?? message.times,
})

/** Whether the contact was told of another start. A visit may move away and back before the contact learns of it. */
export const hasMoved = ({ knownTimes, times }: MessageContext) =>
  knownTimes !== undefined && knownTimes.startsAt !== times?.startsAt

/** Returns the params that the message shows, each with its label. */
export function detailsOf(
  { category, target, params }: Notification,
  language: Dialect,
  message: ShowingMessage,
): { key: string; label: string; value: string }[] {
  const words = wordsOfPlugin({ category, target }, language)
  return findPlugin(category, target)!
    .shows[message].filter((key) => params[key] !== undefined)
    .map((key) => ({ key, label: labelOf(key, words), value: params[key]! }))
}

export const envelopeOf = ({ deliveryId, entity, uid }: MessageContext): Envelope => ({
  id: deliveryId,
  entityId: entity.id,
  uid,
})
