import { type SqlBool, sql, type Transaction } from 'kysely'
import { readRetention } from '../../entities/retention.ts'
import { type Database, engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type KeptKind, keptKinds } from '../../platform/database/table-data.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type HeldData, heldData } from '../holds/held-data.ts'
import { type RemovedRows, removePersonalData } from '../personal-data/remove.ts'
import { type Cutoffs, cutoffsOf } from './cutoffs.ts'
import { kindBits, valuesWithout } from './kind-bits.ts'

// On SQLite, a batch blocks other writers for 50 ms (bench/retention.ts).
const visitsAtOnce = 100

/** What a deletion must respect when it begins. */
export interface Limits {
  cutoffs: Cutoffs
  held: HeldData
}

/** Reads the limits in the transaction that deletes, because settings and holds may change between two batches. */
export async function limitsOf(trx: Transaction<Schema>, entityId: string, now: Instant): Promise<Limits> {
  const held = await heldData(trx, entityId)
  const entity = await trx
    .selectFrom('entities')
    .select(['retention', 'time_zone'])
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  return { held, cutoffs: entity ? cutoffsOf(readRetention(entity.retention), entity.time_zone, now) : {} }
}

/** A part of the work of a night. */
export interface Batch {
  removed: RemovedRows[]
  /** Whether more may be due. */
  isFull: boolean
}

export interface DeletionContext {
  database: Database
  audit: Audit
}

/** The name of the work in the audit. */
export const retentionWorkName = 'retention'

/** Removes data of a kind from visits whose period is over, up to some number of visits, and marks the visits. */
export async function removeDue(
  { database, audit }: DeletionContext,
  entityId: string,
  kind: KeptKind,
  now: Instant,
): Promise<Batch> {
  const { ids, removed } = await database.writeFor(entityId, async (trx) => {
    const { cutoffs, held } = await limitsOf(trx, entityId, now)
    const cutoff = cutoffs[kind]
    if (cutoff === undefined || held === 'all') return { ids: [], removed: [] }
    const ids = await dueVisits(trx, { entityId, kind, cutoff, held })
    // Usually, messages and replies go together.
    const kinds = keptKinds.filter((other) => cutoffs[other] === cutoff)
    const removed: RemovedRows[] = []
    for (const one of kinds) removed.push(await removePersonalData(trx, { entityId, ids, removed: one }))
    if (ids.length > 0) await markRemoved(trx, entityId, ids, kindBits(kinds))
    return { ids, removed }
  })
  if (ids.length > 0) {
    const contacts = contactsIn(ids.length, () => ids)
    audit.record({ entityId, who: { kind: 'worker' }, operation: retentionWorkName, contacts, outcome: 'removed' })
  }
  return { removed, isFull: ids.length === visitsAtOnce }
}

interface Due {
  entityId: string
  kind: KeptKind
  cutoff: Instant
  held: ReadonlySet<string>
}

/** A visit counts from its start. Without a start, it counts from its submission, and in history, from its latest action. */
async function dueVisits(trx: Transaction<Schema>, due: Due): Promise<string[]> {
  const dated = await selectVisits(trx, due, sql`coalesce(starts_at, created_at) < ${due.cutoff}`, visitsAtOnce)
  const latest = sql`(select max(at) from actions where entity_id = ${due.entityId}
    and actions.notification_id = notifications.notification_id)`
  const isUndated = sql<SqlBool>`coalesce(starts_at, created_at) is null and ${latest} < ${due.cutoff}`
  const undated = await selectVisits(trx, due, isUndated, visitsAtOnce - dated.length)
  return [...dated, ...undated]
}

async function selectVisits(
  trx: Transaction<Schema>,
  { entityId, kind, held }: Due,
  isOver: ReturnType<typeof sql<SqlBool>>,
  limit: number,
): Promise<string[]> {
  if (limit === 0) return []
  const rows = await trx
    .selectFrom('notifications')
    .select('notification_id')
    .where('entity_id', '=', entityId)
    .where('removed_kinds', 'in', valuesWithout(kind))
    .where(isOver)
    .$if(held.size > 0, (some) => some.where(({ not }) => not(engineOf(trx).isAmong('contact_external_id', [...held]))))
    .limit(sql.lit(limit))
    .execute()
  return rows.map(({ notification_id }) => notification_id)
}

const markRemoved = (trx: Transaction<Schema>, entityId: string, ids: string[], bits: number) =>
  trx
    .updateTable('notifications')
    .set({ removed_kinds: sql<number>`removed_kinds | cast(${bits} as integer)` })
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .execute()
