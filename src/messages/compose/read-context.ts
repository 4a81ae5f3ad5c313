import { findChannel } from '../../channels/registry.ts'
import { findEntity } from '../../entities/entity.ts'
import { findLogo } from '../../entities/logo.ts'
import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type NotificationKey, readNotification } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { toldTimes } from '../../visits/recorded-time.ts'
import type { LeasedDelivery } from '../delivery/leased-delivery.ts'
import type { MessageContext } from './message-context.ts'

export type MessageOfDelivery = Pick<
  LeasedDelivery,
  'entity_id' | 'delivery_id' | 'notification_id' | 'channel' | 'uid' | 'told_of'
>

/** Reads the current input of a delivery's message. Answers are closed if they were at `at`, the time of sending. The caller
 *  adds the URL of the link. */
export async function readContext(
  database: Database,
  { entity_id, delivery_id, notification_id, channel, uid, told_of }: MessageOfDelivery,
  at: Instant,
): Promise<Omit<MessageContext, 'linkUrl'>> {
  const [row] = await selectNotification(database, { entityId: entity_id, id: notification_id })
  const [knownRow] = told_of === null ? [] : await selectNotification(database, { entityId: entity_id, id: told_of })
  const logo = findChannel(channel).carriesPictures ? await findLogo(database, entity_id) : undefined
  const notification = readNotification(row!)
  const times = timesOfVisit(notification)
  const entity = (await findEntity(database, entity_id))!
  return {
    deliveryId: delivery_id,
    uid,
    entity,
    notification,
    state: row!.state,
    revision: row!.revision,
    times,
    knownTimes: knownRow && toldTimes(readNotification(knownRow), knownRow.recorded_time, entity.time_zone),
    areAnswersClosed: times !== undefined && times.answersCloseAt <= at,
    logo: logo === undefined ? undefined : Buffer.from(logo, 'base64'),
  }
}

const selectNotification = preparedStatement((database, { entityId, id }: NotificationKey) =>
  database.selectFrom('notifications').selectAll().where('entity_id', '=', entityId).where('notification_id', '=', id),
)
