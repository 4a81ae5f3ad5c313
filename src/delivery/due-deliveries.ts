import { type SqlBool, sql } from 'kysely'
import type { ChannelName } from '../channels/registry.ts'
import type { Database } from '../database/database.ts'
import { type DueRow, isFree, leaseDue, scanDue } from '../database/due-rows.ts'
import type { Instant } from '../instant.ts'
import type { DueScan } from '../scheduling/due-scan.ts'
import { leaseMicros } from '../scheduling/lease.ts'
import { type Leased, leasedColumns } from './outbox.ts'

type DueDelivery = DueRow<'delivery_id', 'next_attempt_at'>

/** The due deliveries of a channel, of all entities. */
export interface DueDeliveries {
  scan: DueScan<DueDelivery>
  /** Leases deliveries that are still due, and counts the attempt. */
  lease(due: DueDelivery[], now: Instant): Promise<Leased[]>
}

/** The outbox has no other cross-entity statement. */
export function dueDeliveries(database: Database, channel: ChannelName): DueDeliveries {
  // The state is a literal, so that SQLite uses the partial index.
  const isDue = (now: Instant) =>
    sql<SqlBool>`state = 'pending' and channel = ${channel} and next_attempt_at <= ${now} and ${isFree(now, leaseMicros)}`
  const table = { name: 'deliveries', id: 'delivery_id', at: 'next_attempt_at', isDue } as const
  const leasing = {
    ...{ ...table, leaseMicros, columns: leasedColumns },
    alsoSet: { attempts: sql<number>`deliveries.attempts + 1` },
  }
  return { scan: scanDue(database, table), lease: (due, now) => leaseDue(database, leasing, due, now) }
}
