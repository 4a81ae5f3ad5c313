import type { AuditEntry } from '../src/access/audit/entry.ts'
import type { Rollcall } from './rollcall.ts'

/** The log lines of the audit. */
export const auditLines = ({ logged }: Pick<Rollcall, 'logged'>) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ audit }) => audit === true)

/** Returns the stored entries of an entity, oldest first, without those of this function. */
export async function entriesOf(rollcall: Rollcall, entityId = 'clinica-lisboa'): Promise<AuditEntry[]> {
  const url = `/v1/audit/${entityId}/bydate/2026-01-01/2027-12-31`
  const entries: AuditEntry[] = (await rollcall.get(url)).json()
  return entries.filter(({ operation }) => operation !== 'listAudit')
}

/** What an entry says, apart from its time and its ids. */
export const told = ({ who, operation, notification_ids, count, outcome }: AuditEntry) => ({
  who: who.kind,
  operation,
  ids: notification_ids,
  count,
  outcome,
})
