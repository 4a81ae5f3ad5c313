import type { NotificationStatus } from '../../client/client.ts'

/** The telephones of a contact, or else the other addresses. The form of the uid decides: a channel may have both. */
export function telephonesOf({ deliveries }: Pick<NotificationStatus, 'deliveries'>): string[] {
  const uids = [...new Set(deliveries.map(({ uid }) => uid))]
  const telephones = uids.filter((uid) => uid.startsWith('+'))
  return telephones.length > 0 ? telephones : uids
}
