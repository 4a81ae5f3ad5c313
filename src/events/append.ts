import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import { announce, beforeCommit } from '../database/database.ts'
import { preparedStatement } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import type { NewEvent } from './event.ts'
import { wakeWebhooks } from './wake-webhooks.ts'

export type EventRow = Insertable<Omit<Schema['events'], 'entity_id' | 'sequence'>>

/** The events of open transactions, by entity. */
const queued = new WeakMap<Transaction<Schema>, Map<string, EventRow[]>>()

const rowsPerStatement = 50
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
export async function insertEvents(trx: Transaction<Schema>, entity_id: string, first: number, rows: EventRow[]) {
  const numbered = rows.map(({ notification_id = null, action_sequence = null, ...row }, index): BatchRow => {
    return { entity_id, sequence: first + index, notification_id, action_sequence, ...row }
  })
  for (let from = 0; from < numbered.length; from += rowsPerStatement) {
    const some = numbered.slice(from, from + rowsPerStatement)
    if (some.length < rowsPerStatement) await trx.insertInto('events').values(some).execute()
    else await insertBatch(trx, Object.fromEntries(some.flatMap(placed)))
  }
}

const batchColumns = ['entity_id', 'sequence', 'action_sequence', ...columns] as const
type BatchRow = Pick<Selectable<Schema['events']>, (typeof batchColumns)[number]>

const placed = (row: BatchRow, index: number) =>
  batchColumns.map((column) => [`${column} ${index}`, row[column]] as const)

/** Inserts a whole batch, whose values are named by column and position. Building this statement takes longer than running it. */
const insertBatch = preparedStatement((database, values: Record<string, string | number | null>) =>
  database
    .insertInto('events')
    .values(
      Array.from(
        { length: rowsPerStatement },
        (_, index) =>
          Object.fromEntries(batchColumns.map((column) => [column, values[`${column} ${index}`]])) as BatchRow,
      ),
    ),
)
