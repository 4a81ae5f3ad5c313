import type { NotificationStatus } from '../../../client/client.ts'

/** Whether an address is a telephone. Its form decides: a channel may have both. */
export const isTelephone = (uid: string) => uid.startsWith('+')

/** The telephones of a contact, or else the other addresses. */
export function telephonesOf({ deliveries }: Pick<NotificationStatus, 'deliveries'>): string[] {
  const uids = [...new Set(deliveries.map(({ uid }) => uid))]
  const telephones = uids.filter(isTelephone)
  return telephones.length > 0 ? telephones : uids
}
