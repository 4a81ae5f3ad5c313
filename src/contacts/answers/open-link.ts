import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Address } from '../../channels/address.ts'
import { type Entity, readEntity } from '../../entities/entity.ts'
import { hashAnswerLink, readAnswerLink } from '../../messages/delivery/answer-link.ts'
import { deliveriesWithNotifications } from '../../messages/delivery/deliveries-with-notifications.ts'
import { ofSameAddress } from '../../messages/delivery/delivery-joins.ts'
import type { OptOutReason } from '../../messages/opt-outs/opt-out.ts'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { type ContactLocale, localeOfContact } from '../../platform/languages/contact-locale.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type Notification, readNotification } from '../../visits/notification.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { type OfferedSlots, readSlots } from '../../visits/slots.ts'
import type { State } from '../../visits/state.ts'
import { chosenLanguageOf } from './language-switch.ts'

/** The visit behind an answer link, and the address that received the link. */
export interface OpenedLink extends OfferedSlots {
  linkSecret: string
  entity: Entity
  notification: Notification
  state: State
  revision: number
  wish: string | null
  /** When the contact answered last. */
  answeredAt: Instant | null
  /** The name of the credential that answered for the contact last. */
  answeredBy: string | null
  /** The state before the notification was withdrawn or superseded. */
  endedFrom: State | null
  /** The address that received the link. */
  address: Address
  /** Whether the clinic has removed the address from the visit: its link is no longer valid. */
  isRemoved: boolean
  /** Why the address receives no messages, and since when; undefined if it does. `isOnlyContact`: others there receive theirs. */
  optedOut: { reason: OptOutReason; at: Instant; isOnlyContact: boolean } | undefined
  times: VisitTimes | undefined
  /** The notification that replaced this one. */
  supersededBy: string | null
  /** The language that the person chose on the page, if any. */
  chosenLanguage: Language | undefined
}

/** Whether a person at the address has answered that they are not the contact. */
export const isForAnotherPerson = ({ optedOut }: OpenedLink) => optedOut?.reason === 'not-me'

/** Whether the address no longer sees the visit. */
export const hasLostAccess = (opened: OpenedLink) => opened.isRemoved || isForAnotherPerson(opened)

/** Returns the URL of a page or file, in the language that the person chose. */
export const inLanguage = ({ chosenLanguage }: OpenedLink, url: string) =>
  chosenLanguage ? `${url}?lang=${chosenLanguage}` : url

/** Renders the way back to the page of the visit, which closes its questions. */
export const backLink = (opened: OpenedLink, url: string, text: string): Html =>
  html`<a href="${inLanguage(opened, url)}" class="back">${text}</a>`

/** Returns the contact's language and time format, or those of the language that the person chose. */
export const localeOf = ({ chosenLanguage, notification, entity }: OpenedLink): ContactLocale =>
  localeOfContact(notification.contact, entity.language, chosenLanguage)

const LinkPath = Type.Object({ link: Type.String() })

/** The options of each route behind an answer link. */
export const linkOptions = { schema: { hide: true, params: LinkPath } }

/** Finds the visit behind the answer link of a request, and says whose it is.
 *  @throws Problem notification-not-found for an unknown link */
export async function openLink(database: Database, request: FastifyRequest): Promise<OpenedLink> {
  const opened = await findLink(database, request)
  request.entityId = opened.entity.id
  request.noteContacts(contactsOf(opened.notification.id))
  return opened
}

/** @throws Problem notification-not-found for an unknown link */
export async function findLink(
  database: Database,
  request: Pick<FastifyRequest, 'params' | 'query'>,
): Promise<OpenedLink> {
  const read = readAnswerLink((request.params as Static<typeof LinkPath>).link)
  if (!read) throw new Problem('notification-not-found')
  const { entityId, linkSecret } = read
  const [row] = await selectLink(database, { entityId, linkHash: hashAnswerLink(linkSecret) })
  if (!row) throw new Problem('notification-not-found')
  const { state, wish, revision, channel, uid } = row
  const notification = readNotification(row)
  return {
    linkSecret,
    notification,
    state,
    wish,
    slots: readSlots(row.slots),
    slot: row.slot,
    revision,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    endedFrom: row.ended_from,
    entity: readEntity(row),
    address: { channel, uid },
    isRemoved: row.removed === 1,
    optedOut: optOutOf(row),
    times: timesOfVisit(notification),
    supersededBy: row.superseded_by,
    chosenLanguage: chosenLanguageOf(request),
  }
}

interface OptOutColumns {
  opted_out: OptOutReason | null
  opted_out_at: Instant | null
  contact_opted_out_at: Instant | null
}

function optOutOf({ opted_out, opted_out_at, contact_opted_out_at }: OptOutColumns): OpenedLink['optedOut'] {
  if (opted_out !== null) return { reason: opted_out, at: opted_out_at!, isOnlyContact: false }
  return contact_opted_out_at === null
    ? undefined
    : { reason: 'opt-out', at: contact_opted_out_at, isOnlyContact: true }
}

const selectLink = prepared((database, { entityId, linkHash }: { entityId: string; linkHash: string }) =>
  deliveriesWithNotifications(database)
    .leftJoin('opt_outs', (join) => join.on(ofSameAddress))
    .leftJoin('contact_opt_outs', (join) =>
      join
        .onRef('contact_opt_outs.entity_id', '=', 'deliveries.entity_id')
        .onRef('contact_opt_outs.channel', '=', 'deliveries.channel')
        .onRef('contact_opt_outs.uid', '=', 'deliveries.compared_uid')
        .onRef('contact_opt_outs.contact_external_id', '=', 'notifications.contact_external_id'),
    )
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.link_hash', '=', linkHash)
    .select([
      'deliveries.channel',
      'deliveries.uid',
      'deliveries.removed',
      'notifications.slots',
      'notifications.slot',
      'notifications.answered_at',
      'notifications.answered_by',
      'notifications.ended_from',
      'opt_outs.reason as opted_out',
      'opt_outs.opted_out_at',
      'contact_opt_outs.opted_out_at as contact_opted_out_at',
    ]),
)
