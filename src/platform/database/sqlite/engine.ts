import { realpathSync, statSync } from 'node:fs'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isUnavailable } from '../../errors/errors.ts'
import type { DatabaseWait, Engine } from '../database.ts'
import { backUp } from './backup.ts'
import { columns } from './columns.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteDialect } from './driver.ts'
import { fileFaults } from './faults.ts'
import { preparePrivateFile, refuseInterruptedRestore, rememberFile } from './files.ts'
import { GroupCommit } from './group-commit.ts'
import { joining, readJoined } from './joined-records.ts'
import { SqliteNotifier } from './notifier.ts'
import { Reader } from './reader.ts'
import { maxQuickBytes, rewrite } from './scrub.ts'

/** Opens the database file at `path`. Creates it if it does not exist. Only its owner can read it. */
export function openSqlite(path: string, onWait: DatabaseWait): Engine {
  refuseInterruptedRestore(path)
  preparePrivateFile(path)
  const verifyDatabase = rememberFile(
    path,
    'Move the original file back, or stop Rollcall, restore a backup with "rollcall restore FILE", and start it again.',
  )
  const writer = new SqliteConnection(path, false, 5_000)
  // With SQLite's default page of 4 kB, an answer takes a tenth less processor time than with 8 kB. A day takes about as much, and a
  // year 6 % more (docs/decisions/0052).
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
  writer.exec(
    'pragma foreign_keys = on; pragma cell_size_check = on; pragma temp_store = memory; pragma journal_size_limit = 67108864',
  )
  // The pages of a group commit stay in memory until the commit: 16 MB raised 2,560 answers a second to 2,930.
  // A checkpoint copies a page once, regardless of the number of commits that changed it. 16,000 pages of 4 kB are 64 MB: an answer takes
  // an eighth less work than with 8 MB.
  writer.exec('pragma cache_size = -16384; pragma wal_autocheckpoint = 16000')
  if (writer.pragma('journal_mode') !== 'wal' || writer.pragma('synchronous') !== 2) {
    throw new Error(`${path}: this file system does not allow SQLite's WAL with synchronous=FULL. Use a local disk.`)
  }
  // From here on, the group commit retries a busy lock itself, without blocking the event loop.
  writer.exec('pragma busy_timeout = 0')
  checkpoint(writer)
  const verifyLog = rememberFile(
    `${realpathSync(path)}-wal`,
    'Restart Rollcall. On shutdown it writes all acknowledged changes to the database.',
  )
  const verifyFiles = () => {
    verifyDatabase()
    verifyLog()
  }
  verifyFiles()
  const readConnection = new SqliteConnection(path, true, 5_000)
  // Without this pragma, a damaged page can look like a page without rows.
  readConnection.exec('pragma cell_size_check = on')
  const reader = new Reader(readConnection, onWait)
  const writes = new GroupCommit(writer, verifyFiles, onWait, () => reader.refresh())
  const processNotifier = new SqliteNotifier(writer)
  const close = () => {
    processNotifier.close()
    reader.close()
    writes.close()
    // Explicit, because on close SQLite checkpoints only in the last process that has the database open.
    checkpoint(writer)
    writer.close()
  }

  return {
    dialect: sqliteDialect({ reader, writer, writes }),
    close,
    read: (query) => reader.run(query.sql, query.parameters).rows,
    joining,
    readJoined: (query) => readJoined(reader, query),
    notByIndex: (column) => sql`+${sql.ref(column)}`,
    isAmong: (column, values) => isOneOf(sql.ref(column), values),
    // `replace` would block the event loop for 0.3 s with 100 values and 1,000 rows, and this blocks it for 1 ms.
    hasMember: (column, name, values) => isOneOf(sql`${sql.ref(column)} ->> ${name}`, values),
    processNotifier,
    async serverTime() {
      return undefined
    },
    async verifyCanMigrate() {},
    async distribute() {},
    limitPerEntity: (_entityId, work) => work(),
    // Only one transaction writes at a time.
    lockKey: () => sql`select 1`,
    maxReads: 1,
    maxReadsPerEntity: 1,
    skipLocked: sql``,
    columns,
    clusteredByKey: sql`without rowid`,
    vacuumSooner: () => undefined,
    isEmbedded: true,
    backup: (target, progress) => backUp(path, target, progress),
    verifyFiles,
    scrub: () =>
      writes.interrupt(async () => {
        await rewrite(path)
        // A read transaction keeps the log.
        reader.refresh()
        const { busy } = writer.run<{ busy: 0 | 1 }>('pragma wal_checkpoint(truncate)', []).rows[0]!
        if (busy) throw new Error(`${path}-wal is in use by another process, and still has erased values`)
      }),
    isScrubSlow: () => statSync(path).size > maxQuickBytes,
    async verify() {},
    faults: async () => fileFaults(readConnection),
  }
}

const isOneOf = (text: Expression<unknown>, values: string[]) =>
  sql<SqlBool>`${text} in (select value from json_each(${JSON.stringify(values)}))`

/** Copies the log into the database and truncates it, unless another process is using it. */
function checkpoint(writer: SqliteConnection) {
  try {
    writer.exec('pragma wal_checkpoint(truncate)')
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}
