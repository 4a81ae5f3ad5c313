import type { AuditEntry } from '../src/access/audit/entry.ts'
import type { Connection } from './connection.ts'

export interface AuditMethods {
  /** Lists who used the data of contacts, from the start of `startDate` to the end of `endDate`, in order. */
  audit(entityId: string, startDate: string, endDate: string): AsyncGenerator<AuditEntry>
  /** Lists who used the data of a contact, by the contact's key in the clinic's own system, the latest first. */
  auditOfContact(entityId: string, externalId: string): AsyncGenerator<AuditEntry>
}

export const auditMethods = ({ each, address }: Connection): AuditMethods => ({
  audit(entityId, startDate, endDate) {
    const url = address('audit', entityId, 'bydate', startDate, endDate)
    url.searchParams.set('limit', '1000')
    return each<AuditEntry>(entityId, url)
  },
  auditOfContact: (entityId, externalId) =>
    each<AuditEntry>(entityId, address('contacts', entityId, externalId, 'audit')),
})
