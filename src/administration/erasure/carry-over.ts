import { DatabaseSync } from 'node:sqlite'

/** Copies the erasures of the states of a SQLite database, the latest last, into the older state at `to`. The service then erases the
 *  contacts again. Returns false if a state cannot be read. */
export function carryErasures(states: DatabaseSync[], to: string): boolean {
  const read = states.map(readErasures)
  using database = new DatabaseSync(to)
  for (const rows of read) if (rows !== undefined && rows.length > 0) insert(database, rows)
  return !read.includes(undefined)
}

type Row = ReturnType<ReturnType<DatabaseSync['prepare']>['all']>[number]

function readErasures(database: DatabaseSync): Row[] | undefined {
  try {
    return database.prepare('select * from erasures').all()
  } catch {
    return undefined
  }
}

function insert(database: DatabaseSync, rows: Row[]) {
  const columns = Object.keys(rows[0]!)
  const statement = database.prepare(`
    insert or replace into erasures (${columns.join(', ')})
    select ${columns.map(() => '?').join(', ')} where exists (select 1 from entities where entity_id = ?)`)
  database.exec('pragma synchronous = full; begin')
  for (const row of rows) statement.run(...columns.map((column) => row[column]!), row.entity_id!)
  database.exec(`
    insert into task_counters (entity_id, tasks, has_erasures) select distinct entity_id, 0, 1 from erasures where true
    on conflict (entity_id) do update set has_erasures = 1;
    commit`)
}
