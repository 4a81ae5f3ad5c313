import { closeSync, fchmodSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { sql } from 'kysely'
import type { DatabaseWait, Engine, Joined } from '../database.ts'
import { columns } from './columns.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteDialect } from './driver.ts'
import { faultsOf } from './faults.ts'
import { GroupCommit } from './group-commit.ts'
import { Reader } from './reader.ts'

const pageBytes = 8192
// Milliseconds. A look at an empty feed takes 3 µs: other processes need not be told.
const lookEvery = 100

/** The embedded engine on the file at `path`, made when it is not there, readable by its owner alone. */
export function openSqlite(path: string, onWait: DatabaseWait): Engine {
  makePrivate(path)
  const writer = new SqliteConnection(path, false, 5_000)
  // Eight kilobytes hold some ten records: read at 0.9 GB/s in chunks of 512, against 0.88 at the default four.
  writer.exec(`pragma page_size = ${pageBytes}; pragma journal_mode = wal; pragma synchronous = full`)
  writer.exec(
    'pragma foreign_keys = on; pragma cell_size_check = on; pragma temp_store = memory; pragma journal_size_limit = 67108864',
  )
  // A shared commit's pages stay in memory until then: 16 MB of them took 2,560 answers a second to 2,930.
  // Pages that many commits change are copied back once: an eighth less for each answer than at the usual 1,000.
  writer.exec('pragma cache_size = -16384; pragma wal_autocheckpoint = 8000')
  if (writer.pragma('journal_mode') !== 'wal' || writer.pragma('synchronous') !== 2) {
    throw new Error(`${path}: this file system does not allow SQLite's WAL with synchronous=FULL. Use a local disk.`)
  }
  // From here on the group commit waits for the lock itself, without blocking the process.
  writer.exec('pragma busy_timeout = 0')
  const reading = new SqliteConnection(path, true, 5_000)
  // Without it, a page of garbage can pass for one that has no rows.
  reading.exec('pragma cell_size_check = on')
  const reader = new Reader(reading, onWait)
  const writes = new GroupCommit(writer, onWait, () => reader.refresh())
  const close = () => {
    reader.close()
    // Last, since only a connection that may write folds the WAL back into the database.
    writes.close()
  }

  return {
    dialect: sqliteDialect({ reader, writer, writes }),
    close,
    read: (query) => reader.run(query.sql, query.parameters).rows,
    // The order of an aggregate's input is that of its sorted subquery; `order by` inside the aggregate halves the speed.
    joining: (rows, separator) => sql`
      select cast('[' || coalesce(string_agg(record, ${sql.lit(separator)}), '') || ']' as blob) as records,
        count(*) as rows, count(record) as matched
      from ${rows} as rows`,
    readJoined: (query) => reader.run<Joined>(query.sql, query.parameters).rows[0]!,
    wire: { lookEvery, send() {}, listen() {} },
    async arrange() {},
    inTurn: (_entityId, work) => work(),
    readsAtOnce: 1,
    skipLocked: sql``,
    columns,
    clusteredByKey: sql`without rowid`,
    backup: (target, progress) => copyTo(path, target, progress),
    faults: async () => faultsOf(reading),
  }
}

function makePrivate(path: string) {
  mkdirSync(dirname(path), { recursive: true })
  const descriptor = openSync(path, 'a', 0o600)
  const isFile = fstatSync(descriptor).isFile()
  if (isFile) fchmodSync(descriptor, 0o600)
  closeSync(descriptor)
  if (!isFile) throw new Error(`${path} is no regular file. DATABASE_URL takes sqlite: and the path of one.`)
}

async function copyTo(path: string, target: string, progress: (done: number, total: number) => void) {
  closeSync(openSync(target, 'wx', 0o600))
  const source = new SqliteConnection(path, true, 5_000)
  try {
    // An open read transaction pins what is copied: without it, every write would start the copy again.
    source.exec('begin; select count(*) from sqlite_schema')
    await backup(source.handle, target, {
      rate: 1_000,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    })
  } finally {
    source.close()
  }
}
