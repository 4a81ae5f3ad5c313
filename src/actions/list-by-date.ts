import { setImmediate } from 'node:timers/promises'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { Id } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import { ForeignKey } from '../notifications/notification.ts'
import { ActionName } from './action.ts'

// Nearly every list is one chunk of this size, and one read.
const firstChunkRows = 512
// What follows is streamed, and a reader that stands still holds one or two chunks: 150 kB each.
const nextChunkRows = 256

const anyOf = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Optional(Type.Array(item, { description: `${description} Repeat for any of several.`, maxItems: 100 }))

/** The opt-in filters: a record passes when each filter that is given has its value among those asked for. */
export const ActionFilters = Type.Object({
  action: anyOf(ActionName, 'Only these actions.'),
  channel: anyOf(Id, 'Only actions over these channels.'),
  category: anyOf(Id, 'Only notifications of these categories.'),
  target: anyOf(Id, 'Only notifications of these targets.'),
  task_id: anyOf(Id, 'Only notifications of these tasks.'),
  notification_id: anyOf(Id, 'Only these notifications.'),
  external_id: anyOf(ForeignKey, "Only these appointments, by the client's own keys."),
})
export type ActionFilters = Static<typeof ActionFilters>

/** Where an action stands in the order of the list: by instant, then by sequence. */
export interface Position {
  at: Instant
  sequence: number
}

/** The actions of one entity from one position up to, not including, another. Only sequences up to `snapshot` are
 *  seen: what is recorded while a list is being read does not change it. */
export interface ActionList {
  entityId: string
  from: Position
  to: Position
  snapshot: number
  filters: ActionFilters
  /** How many rows one read takes; 512 unless told. */
  chunkRows?: number
}

export type RecordSeparator = ',' | '\n'

export interface Chunk {
  /** UTF-8; null when no record of the chunk passes the filters. */
  records: Uint8Array | null
  matched: number
  next: ActionList | undefined
}

/** The first records of the list, in order, with `separator` in front of each, joined inside the database. A chunk is
 *  one read of at most `chunkRows`; nothing stays open between two of them. `next` is the list of those that follow. */
export async function readChunk(database: Database, list: ActionList, separator: RecordSeparator): Promise<Chunk> {
  const chunk = hasFilters(list)
    ? await selectChunk(database, list, separator).executeTakeFirstOrThrow()
    : (await selectWholeChunk[separator](database, flat(list)))[0]!
  if (chunk.rows < rowsOf(list)) return { ...chunk, next: undefined }
  const from = await positionAfter(database, list)
  return { ...chunk, next: from && { ...list, from, chunkRows: nextChunkRows } }
}

/** The position of the record that follows the first `count` that pass the filters; undefined when there is none. */
export async function positionOfNext(database: Database, list: ActionList, count: number) {
  let from: Position | undefined = list.from
  let before = count
  while (from) {
    const window: ActionList = { ...list, from }
    const next = await slice(database, window)
      .where(passes(list))
      .select(['at', 'sequence'])
      .orderBy('at')
      .orderBy('sequence')
      .limit(1)
      .offset(before)
      .executeTakeFirst()
    if (next) return next
    await setImmediate()
    const { matched, rows } = await countWindow(database, window)
    before -= matched
    from = rows < rowsOf(window) ? undefined : await positionAfter(database, window)
  }
  return undefined
}

const selectChunk = (database: Database, list: ActionList, separator: RecordSeparator) => {
  // The order of an aggregate's input is that of its sorted subquery; `order by` inside the aggregate halves the speed.
  const passing = hasFilters(list) ? sql`filter (where ${passes(list)})` : sql``
  const joined = sql<string>`${sql.lit(separator)} || string_agg(record, ${sql.lit(separator)}) ${passing}`
  return slice(database, list).select([
    database.engine.bytes(joined).as('records'),
    sql<number>`count(*)`.as('rows'),
    sql<number>`count(*) ${passing}`.as('matched'),
  ])
}

const wholeChunk = (separator: RecordSeparator) =>
  prepared((database, list: ReturnType<typeof flat>) => selectChunk(database, unflat(list), separator))

/** Without filters, which is how lists are mostly asked for, the statement is always the same. */
const selectWholeChunk = { ',': wholeChunk(','), '\n': wholeChunk('\n') }

const flat = (list: ActionList) => ({
  entityId: list.entityId,
  snapshot: list.snapshot,
  fromAt: list.from.at,
  fromSequence: list.from.sequence,
  toAt: list.to.at,
  toSequence: list.to.sequence,
  chunkRows: rowsOf(list),
})

const unflat = (list: ReturnType<typeof flat>): ActionList => ({
  entityId: list.entityId,
  snapshot: list.snapshot,
  from: { at: list.fromAt, sequence: list.fromSequence },
  to: { at: list.toAt, sequence: list.toSequence },
  chunkRows: list.chunkRows,
  filters: {},
})

const rowsOf = ({ chunkRows = firstChunkRows }: ActionList) => chunkRows

const hasFilters = ({ filters }: ActionList) => Object.keys(filters).length > 0

async function countWindow(database: Database, list: ActionList) {
  const { rows, matched } = await slice(database, list)
    .select([
      (eb) => eb.fn.countAll<number>().as('rows'),
      (eb) => eb.fn.countAll<number>().filterWhere(passes(list)).as('matched'),
    ])
    .executeTakeFirstOrThrow()
  return { rows: Number(rows), matched: Number(matched) }
}

async function positionAfter(database: Database, list: ActionList): Promise<Position | undefined> {
  const [position] = await selectPositionAfter(database, flat(list))
  return position
}

const selectPositionAfter = prepared((database, list: ReturnType<typeof flat>) =>
  ordered(database, unflat(list)).select(['at', 'sequence']).limit(1).offset(list.chunkRows),
)

/** One chunk's rows before the filters, so that the work of a read is bounded however few records pass. */
const slice = (database: Database, list: ActionList) =>
  database.selectFrom(ordered(database, list).selectAll().limit(rowsOf(list)).as('actions'))

const ordered = (database: Database, { entityId, from, to, snapshot }: ActionList) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'sequence'), '>=', tuple(from.at, from.sequence)))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'sequence'), '<', tuple(to.at, to.sequence)))
    .where('sequence', '<=', snapshot)
    .orderBy('at')
    .orderBy('sequence')

function passes({ entityId, filters }: ActionList): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'actions'>()
  const own = (['action', 'channel', 'notification_id'] as const).flatMap((column) =>
    filters[column] ? [eb(column, 'in', filters[column])] : [],
  )
  const ofNotification = (['category', 'target', 'task_id', 'external_id'] as const).filter((column) => filters[column])
  if (ofNotification.length === 0) return eb.and(own)
  const notification = eb
    .selectFrom('notifications')
    .whereRef('notifications.notification_id', '=', 'actions.notification_id')
    .where('notifications.entity_id', '=', entityId)
    .where((of) => of.and(ofNotification.map((column) => of(`notifications.${column}`, 'in', filters[column]!))))
    .select('notifications.notification_id')
  return eb.and([...own, eb.exists(notification)])
}
