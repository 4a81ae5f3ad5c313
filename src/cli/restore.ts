import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { refuseNewer } from '../database/migrate.ts'
import { isSameFile } from '../database/sqlite/files.ts'
import { inspectBackup } from '../database/sqlite/inspect-backup.ts'
import { restoreBackup } from '../database/sqlite/restore.ts'
import { isPostgres } from '../database-url.ts'
import { CommandFailure, print, say } from './console.ts'

export function restoreCommand(program: Command) {
  program
    .command('restore <file>')
    .description('put a backup in the place of the database, and keep the old one; stop Rollcall first')
    .action(async (file: string, _options: object, command: Command) => {
      const { databaseUrl } = readConfig(process.env)
      if (isPostgres(databaseUrl)) {
        throw new CommandFailure(
          'PostgreSQL is restored by its own tools: pg_restore, or a base backup and archived WAL (docs/running.md).',
        )
      }
      const path = databaseUrl.replace('sqlite:', '')
      if (!existsSync(file)) throw new CommandFailure(`There is no file ${file}.`)
      // A link to the database has no log beside it, and would be taken for a whole backup.
      if (isSameFile(file, path)) throw new CommandFailure(`${file} is the database itself: name a backup of it.`)
      const backup = realpathSync(file)
      refuseNewer(inspectBackup(backup))
      const old = await restoreBackup(backup, path)
      say(`Restored ${path} from ${file}.${old === undefined ? '' : ` The old database is in ${old}.`}`)
      say(
        `${join(dirname(path), 'rollcall.key')} was left as it is: start with the key, or the SECRET_KEY, that was used when the backup was made.
If the backup is older than what the clinics' systems have read, see "After a restore" in docs/running.md before you start.`,
      )
      print(command, { path, old: old ?? null }, '')
    })
}
