import { findChannel } from '../../../channels/registry.ts'
import type { Entity } from '../../../entities/entity.ts'
import { findLogo } from '../../../entities/logo.ts'
import { hiddenLink, hiddenParts } from '../../../messages/compose/hidden-parts.ts'
import type { MessageContext } from '../../../messages/compose/message-context.ts'
import { withTemplate } from '../../../messages/compose/with-template.ts'
import { writers } from '../../../messages/compose/write-message.ts'
import { fallbackDelay } from '../../../messages/delivery/fallback.ts'
import type { CheckedVisit, UnchangedVisit } from '../../../notifications/submit/check-submission.ts'
import type { ExpectedOutcome } from '../../../notifications/submit/expected-outcomes.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/time/instant.ts'
import { readNotification, storedColumns } from '../../../visits/notification.ts'
import { timesOfVisit } from '../../../visits/plugins/registry.ts'
import type { PreviewedRow } from './report.ts'

export interface PreviewContext {
  database: Database
  config: Pick<Config, 'servers'>
  clock: Clock
  origin: () => string
}

/** Returns what a visit would do, with the message that its first address would get. */
export async function previewOf(
  context: PreviewContext,
  entity: Entity,
  visit: CheckedVisit | UnchangedVisit,
  { outcome, stored }: ExpectedOutcome,
): Promise<Omit<PreviewedRow, 'line'>> {
  const { external_id } = visit
  const [address, ...others] = visit.isKnown ? [] : visit.addresses
  const kind = outcome === 'created' ? 'notice' : outcome === 'moved' ? 'moved' : undefined
  if (visit.isKnown || !address || !kind) return { external_id, outcome }
  const { channel, uid } = address
  const { database, config, clock, origin } = context
  const { carriesPictures, compose, shown } = findChannel(channel)
  const notification = { ...visit.notification, id: 'preview' }
  const times = timesOfVisit(notification)
  const logo = carriesPictures ? await findLogo(database, entity.id) : undefined
  const message: MessageContext = {
    deliveryId: 'preview',
    uid,
    entity,
    notification,
    state: 'open',
    revision: 0,
    times,
    knownTimes: kind === 'moved' ? await storedTimes(database, entity.id, stored!.id) : undefined,
    areAnswersClosed: times !== undefined && times.answersCloseAt <= clock.now(),
    linkUrl: hiddenLink(origin(), entity.id),
    logo: logo === undefined ? undefined : Buffer.from(logo, 'base64'),
  }
  const shipped = writers[kind](hiddenParts(config.servers, channel), message)
  const content = await withTemplate(database, { kind, channel }, message, shipped)
  const composed = await compose({ id: 'preview', entityId: entity.id, uid, isConversation: true }, content)
  // With a fallback, a notice goes to the other addresses only if the first one fails or brings no answer.
  const isForAll = kind === 'moved' || (await fallbackDelay(database, entity.id)) === undefined
  const further = isForAll ? others.map((other) => other.channel) : []
  return {
    external_id,
    outcome,
    message: { channel, uid, ...shown(composed!) },
    ...(further.length > 0 && { further }),
  }
}

/** Returns the times of a stored visit. */
async function storedTimes(database: Database, entityId: string, id: string) {
  const row = await database
    .selectFrom('notifications')
    .select(storedColumns)
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirstOrThrow()
  return timesOfVisit(readNotification(row))
}
