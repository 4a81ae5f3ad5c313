import type { ChannelName } from '../../channels/registry.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

/** The name of the worker of a channel. */
export const outboxName = (channel: ChannelName) => `the ${channel} outbox`

/** Makes an entry for each delivery of a message that was sent, or that ends. */
export function auditDeliveries({ audit }: { audit: Audit }, deliveries: LeasedDelivery[], outcome: string) {
  for (const { entity_id: entityId, notification_id, channel } of deliveries) {
    const contacts = contactsOf(notification_id)
    audit.record({ entityId, who: { kind: 'worker' }, operation: outboxName(channel), contacts, outcome })
  }
}
