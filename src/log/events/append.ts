import { type Insertable, sql, type Transaction } from 'kysely'
import { announce, beforeCommit } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { NewEvent } from './event.ts'

export type EventRow = Insertable<Omit<Schema['events'], 'entity_id' | 'sequence'>>

/** The events of open transactions, by entity. */
const queued = new WeakMap<Transaction<Schema>, Map<string, EventRow[]>>()

const maxRowsPerInsert = 1_000
// More rows take less time in one statement than in prepared statements of one row.
const maxRowsInOnePacket = 10

/** Logs an event in the transaction of its change. The transaction appends its events at its end: from then on, other transactions
 *  of the entity wait for the commit, so that sequences follow commit order (docs/decisions/0092). */
export function logEvent(trx: Transaction<Schema>, entityId: string, event: NewEvent, now: Instant) {
  const { kind, notification_id = null, ...details } = event
  let byEntity = queued.get(trx)
  if (!byEntity) {
    const added = new Map<string, EventRow[]>()
    byEntity = added
    queued.set(trx, added)
    beforeCommit(trx, () => appendQueued(trx, added))
  }
  byEntity
    .getOrInsertComputed(entityId, () => [])
    .push({ kind, at: now, notification_id, details: JSON.stringify(details) })
}

/** Takes the counters in the order of ids, so that transactions of several entities do not deadlock. */
async function appendQueued(trx: Transaction<Schema>, byEntity: Map<string, EventRow[]>) {
  const ordered = [...byEntity].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [entityId, rows] of ordered) await appendEvents(trx, entityId, rows)
}

async function appendEvents(trx: Transaction<Schema>, entityId: string, rows: EventRow[]) {
  const count = rows.length
  const taken = takeSequences(trx, { entityId, count })
  const isOnePacket = count <= maxRowsInOnePacket
  const added = isOnePacket ? rows.map((row, index) => insertBefore(trx, entityId, row, count - 1 - index)) : []
  const [[entity]] = await Promise.all([taken, ...added])
  const { last_event, webhooks } = entity!
  if (!isOnePacket) await insertEvents(trx, entityId, Number(last_event) - count + 1, rows)
  if (webhooks > 0) await wakeWebhooks(trx, { entityId, at: rows[0]!.at })
  announce(trx, entityId)
}

const takeSequences = preparedStatement((database, { entityId, count }: { entityId: string; count: number }) =>
  database
    .updateTable('entities')
    .set({ last_event: sql<number>`last_event + cast(${count} as integer)` })
    .where('entity_id', '=', entityId)
    .returning(['last_event', 'webhooks']),
)

/** @param later the number of events of the transaction that follow */
const insertBefore = (
  trx: Transaction<Schema>,
  entity_id: string,
  { kind, at, notification_id = null, details }: EventRow,
  later: number,
) => insertEvent(trx, { entity_id, kind, at, notification_id, details, later })

const columns = ['kind', 'at', 'notification_id', 'details'] as const

/** Inserts an event under one of the sequences that the transaction has just taken, in the same packet. */
const insertEvent = preparedStatement(
  (database, event: Pick<Schema['events'], 'entity_id' | (typeof columns)[number]> & { later: number }) =>
    database
      .insertInto('events')
      .columns(['entity_id', 'sequence', ...columns])
      .expression((eb) =>
        eb
          .selectFrom('entities')
          .select(['entity_id', sql<number>`last_event - cast(${event.later} as integer)`.as('sequence')])
          .select(({ val }) => columns.map((column) => val(event[column]).as(column)))
          .where('entity_id', '=', event.entity_id),
      ),
)

/** @param first the sequence of the first row */
export async function insertEvents(trx: Transaction<Schema>, entityId: string, first: number, rows: EventRow[]) {
  const numbered = rows.map((row, index) => ({ ...row, entity_id: entityId, sequence: first + index }))
  for (let from = 0; from < numbered.length; from += maxRowsPerInsert)
    await trx
      .insertInto('events')
      .values(numbered.slice(from, from + maxRowsPerInsert))
      .execute()
}

/** Makes the webhooks of an entity due that have had nothing to send. The transaction has locked the entity's row by its new
 *  event: a worker locks the row, too, before it notes that a webhook has nothing to send. */
export const wakeWebhooks = preparedStatement((database, { entityId, at }: { entityId: string; at: Instant }) =>
  database
    .updateTable('webhooks')
    .set({ next_attempt_at: at })
    .where('entity_id', '=', entityId)
    .where('next_attempt_at', 'is', null)
    .where('disabled_at', 'is', null),
)
