import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Returns the names of the migrations in a backup.
 *  @throws Error when it is damaged, in use, or not a Rollcall database */
export function inspectBackup(file: string): string[] {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new Error(`${file} is a database in use, since it has a log. Back it up with "rollcall backup" first.`)
  }
  const url = pathToFileURL(file)
  // Otherwise, SQLite would create files beside the backup.
  url.searchParams.set('immutable', '1')
  const backup = new DatabaseSync(url, { readOnly: true })
  try {
    const [fault] = column(backup, 'pragma quick_check').filter((answer) => answer !== 'ok')
    if (fault !== undefined) throw new Error(fault)
    const isOurs = column(backup, "select 1 from sqlite_schema where name = 'kysely_migration'").length > 0
    if (!isOurs) throw new Error('it is not a Rollcall database')
    return column(backup, 'select name from kysely_migration')
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${(error as Error).message}`)
  } finally {
    backup.close()
  }
}

const column = (database: DatabaseSync, query: string) =>
  database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]))
