import { type Insertable, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { columnsOf, type entityColumns } from '../../entities/entity.ts'
import { setLogo } from '../../entities/logo.ts'
import { actionRow, recordActions } from '../../log/events/record-action.ts'
import { renderCheckin } from '../../messages/check-in/checkin-record.ts'
import { hashCheckinToken } from '../../messages/check-in/token-hash.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { type Notification, readNotification, storedColumns, storedForm } from '../../visits/notification.ts'
import type { HistoryLine } from './history-line.ts'

export type LineType = HistoryLine['type']

/** Maps one type of line to the rows of its table. */
export interface RowKind<Line, Row> {
  /** @param notification to which the line refers, unless it is an entity or a notification */
  toRow(line: Line, notification: Notification): Row
  key(row: Partial<Row>): string
  /** Reads the stored rows with the same keys: the columns that a file determines. */
  findStored(database: Kysely<Schema>, rows: Row[]): Promise<Partial<Row>[]>
  insert(trx: Transaction<Schema>, rows: Row[]): Promise<unknown>
}

type EntityRow = Pick<Insertable<Schema['entities']>, (typeof entityColumns)[number]> & { logo?: string }
type NotificationRow = ReturnType<typeof storedForm>
type ActionRow = Omit<Schema['actions'], 'sequence'>
type CheckinTokenRow = Omit<Schema['checkin_tokens'], 'revoked_at'>

type LineOf<Type extends LineType> = Extract<HistoryLine, { type: Type }>

// Compares without the settings that `rollcall entity set` adds to imported entities.
export const entityRows: RowKind<LineOf<'entity'>, EntityRow> = {
  toRow: ({ type: _, id, ...settings }) => ({ entity_id: id, ...columnsOf(settings) }),
  key: (row) => row.entity_id!,
  findStored: (database, rows) =>
    database
      .selectFrom('entities')
      .select(['entity_id', 'name', 'time_zone', 'language'])
      .where(
        'entity_id',
        'in',
        rows.map((row) => row.entity_id),
      )
      .execute(),
  async insert(trx, rows) {
    await trx
      .insertInto('entities')
      .values(rows.map(({ logo: _, ...entity }) => entity))
      .execute()
    for (const { entity_id, logo } of rows) if (logo) await setLogo(trx, entity_id, Buffer.from(logo, 'base64'))
  },
}

// Compares without the columns that derive from the others.
export const notificationRows: RowKind<LineOf<'notification'>, NotificationRow> = {
  toRow: ({ type: _, ...notification }) => storedForm(notification),
  key: (row) => notificationKey(row as NotificationRow),
  findStored: storedNotifications,
  insert: (trx, rows) => trx.insertInto('notifications').values(rows).execute(),
}

// Compares without starts_at, which derives from the notification, and without the columns that a file does not contain.
export const actionRows: RowKind<LineOf<'action'>, ActionRow> = {
  toRow: (line, notification) => ({
    entity_id: line.entity_id,
    ...actionRow(line.id, { ...line, at: parseInstant(line.date)! }, notification),
  }),
  key: (row) => `${row.entity_id} ${row.action_id}`,
  findStored: (database, rows) =>
    database
      .selectFrom('actions')
      .select(['entity_id', 'at', 'action_id', 'notification_id', 'action', 'channel', 'record'])
      .where(
        among(
          'action_id',
          rows.map((row) => [row.entity_id, row.action_id]),
        ),
      )
      .execute(),
  async insert(trx, rows) {
    // Lock the counters in the order of ids, so that concurrent imports do not deadlock.
    const byEntity = [...Map.groupBy(rows, (row) => row.entity_id)].sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [entityId, ofEntity] of byEntity) await recordActions(trx, entityId, ofEntity)
  },
}

export const checkinTokenRows: RowKind<LineOf<'checkin_token'>, CheckinTokenRow> = {
  toRow: (line, notification) => ({
    entity_id: line.entity_id,
    token_hash: hashCheckinToken(line.token),
    notification_id: line.notification_id,
    record: renderCheckin(notification),
    expires_at: line.expires_at === undefined ? null : parseInstant(line.expires_at)!,
    revoked: line.revoked ?? null,
  }),
  key: (row) => `${row.entity_id} ${row.token_hash}`,
  async findStored(database, rows) {
    const found = await database
      .selectFrom('checkin_tokens')
      .selectAll()
      .where(
        among(
          'token_hash',
          rows.map((row) => [row.entity_id, row.token_hash]),
        ),
      )
      .execute()
    // Ignore a revocation by the service: the file does not contain it.
    return found.map(({ revoked_at, revoked, ...row }) => ({ ...row, revoked: revoked_at === null ? revoked : null }))
  },
  insert: (trx, rows) => trx.insertInto('checkin_tokens').values(rows).execute(),
}

/** The types of lines, in the order in which their rows refer to each other. */
export const rowKinds = {
  entity: entityRows,
  notification: notificationRows,
  action: actionRows,
  checkin_token: checkinTokenRows,
}

interface NamedNotification {
  entity_id: string
  notification_id: string
}

export const notificationKey = ({ entity_id, notification_id }: NamedNotification) => `${entity_id} ${notification_id}`

/** Finds the stored notifications to which the actions and check-in tokens refer, by `notificationKey`. */
export async function findNotifications(database: Kysely<Schema>, lines: HistoryLine[]) {
  const rows = await storedNotifications(
    database,
    lines.filter((line) => 'notification_id' in line),
  )
  return new Map(rows.map((row) => [notificationKey(row), readNotification(row)]))
}

async function storedNotifications(database: Kysely<Schema>, named: NamedNotification[]) {
  if (named.length === 0) return []
  const keys = named.map((one) => [one.entity_id, one.notification_id] as const)
  return database.selectFrom('notifications').select(storedColumns).where(among('notification_id', keys)).execute()
}

/** `(entity_id, column) in (values …)`: both engines look up these keys by index. */
const among = (column: string, keys: (readonly [entityId: string, id: string])[]) =>
  sql<SqlBool>`(entity_id, ${sql.ref(column)}) in (values ${sql.join(keys.map(([entityId, id]) => sql`(${entityId}, ${id})`))})`
