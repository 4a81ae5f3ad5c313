import { type Kysely, sql } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { ofSameNotification } from '../../messages/delivery/delivery-joins.ts'
import { maxTogether, takesJointTexts } from '../../messages/delivery/joint-texts.ts'
import { kindsWithStart } from '../../messages/delivery/kind.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import { type NotificationKey, readNotification, type StoredNotification } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'

/** Reminders to the same telephone that fall due within this time go out together. */
export const togetherMicros = minutes(10)

/** Returns the other notifications that these addresses know of, and whose reminders may be due until `until`. Only channels that have
 *  joint messages count. */
export async function dueTogether(
  database: Kysely<Schema>,
  { entityId, id }: NotificationKey,
  addresses: Address[],
  until: Instant,
): Promise<string[]> {
  const found = addresses
    .filter(({ channel }) => takesJointTexts(channel))
    .map((address) =>
      database
        .selectFrom('deliveries')
        .innerJoin('notifications', (join) => join.on(ofSameNotification))
        .select('notifications.notification_id')
        .distinct()
        .where('deliveries.entity_id', '=', entityId)
        .where(isToAddress(address))
        .where('deliveries.kind', 'in', kindsWithStart)
        .where('deliveries.removed', '=', 0)
        .where('deliveries.test', '=', 0)
        .where('deliveries.notification_id', '!=', id)
        .where('notifications.next_due_at', '>', 0)
        .where('notifications.next_due_at', '<=', until)
        .limit(sql.lit(maxTogether))
        .execute(),
    )
  return (await Promise.all(found)).flat().map(({ notification_id }) => notification_id)
}

/** Whether two visits begin on the same day of the zone. */
export function isSameDay(one: StoredNotification, other: StoredNotification, timeZone: string): boolean {
  const [day, ofOther] = [one, other].map((stored) => {
    const times = timesOfVisit(readNotification(stored))
    return times && `${inZone(times.startsAt, timeZone).toPlainDate()}`
  })
  return day !== undefined && day === ofOther
}
