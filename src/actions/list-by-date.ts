import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { preparedJoined } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { Id } from '../entities/entity.ts'
import type { Turn } from '../fair-queue.ts'
import { ForeignKey } from '../notifications/notification.ts'
import { ActionName } from './action.ts'
import { firstOf, type Position, positionAfter, type Stretch, startingAt } from './stretch.ts'

// Nearly every list is one chunk of this size, and one read.
export const firstChunkRows = 512
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

export type ActionList = Stretch & { filters: ActionFilters }

export type RecordSeparator = ',' | '\n'

export interface Chunk {
  /** UTF-8: `[`, the records with separators between them, `]`. */
  records: Uint8Array<ArrayBuffer>
  matched: number
  next: ActionList | undefined
}

/** The first records of the list, in order and joined. A chunk is one read; nothing stays open between
 *  two of them. `next` is the list of those that follow. */
export async function readChunk(database: Database, list: ActionList, separator: RecordSeparator): Promise<Chunk> {
  const { records, rows, matched } = await (hasFilters(list.filters)
    ? readPassing(database, list, separator)
    : readWholeChunk[separator](database, list))
  const following = rows < list.rows ? undefined : await positionAfter(database, list)
  return { records, matched, next: following && startingAt({ ...list, rows: nextChunkRows }, following) }
}

/** The position of the record that follows the first `count` that pass the filters; undefined when there is none. */
export async function positionOfNext(database: Database, list: ActionList, count: number, turn: Turn) {
  let window: ActionList | undefined = list
  let before = count
  while (window) {
    const looked = await turn(() => lookFor(database, window!, before))
    if (looked.found) return looked.found
    before -= looked.matched
    window = looked.next
  }
  return undefined
}

/** The position after `count` matches within one window, or how many matches the window has and where the next one begins. */
async function lookFor(database: Database, window: ActionList, count: number) {
  const passing = passes(window, window.filters)
  const found: Position | undefined = await slice(database, window)
    .where(passing)
    .select(['at', 'sequence'])
    .orderBy('at')
    .orderBy('sequence')
    .limit(sql.lit(1))
    .offset(count)
    .executeTakeFirst()
  if (found) return { found, matched: 0, next: undefined }
  const { rows, matched } = await slice(database, window)
    .select([sql<number>`count(*)`.as('rows'), sql<number>`count(*) filter (where ${passing})`.as('matched')])
    .executeTakeFirstOrThrow()
  const following = rows < window.rows ? undefined : await positionAfter(database, window)
  return { found, matched, next: following && startingAt(window, following) }
}

const wholeChunk = (separator: RecordSeparator) =>
  preparedJoined(separator, (database, stretch: Stretch) => firstOf(database, stretch).select('record'))

/** Without filters, which is how lists are mostly asked for, the statement is always the same. */
const readWholeChunk = { ',': wholeChunk(','), '\n': wholeChunk('\n') }

/** A row that does not pass is read all the same, without its record: so the work of one read is bounded. */
function readPassing(database: Database, list: ActionList, separator: RecordSeparator) {
  const record = sql<string | null>`case when ${passes(list, list.filters)} then record end`.as('record')
  const { engine } = database
  const { sql: text, parameters } = engine.joining(slice(database, list).select(record), separator).compile(database)
  return engine.readJoined({ sql: text, parameters }, separator)
}

const hasFilters = (filters: ActionFilters) => Object.keys(filters).length > 0

/** One read's rows before the filters, so that its work is bounded however few records pass. */
const slice = (database: Database, stretch: Stretch) =>
  database.selectFrom(firstOf(database, stretch).selectAll().as('actions'))

function passes({ entityId }: Stretch, filters: ActionFilters): Expression<SqlBool> {
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
