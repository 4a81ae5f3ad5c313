import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { carryErasures } from '../administration/erasure/carry-over.ts'
import { readConfig } from '../channels/configuration.ts'
import { isPostgres } from '../platform/config/database-url.ts'
import { refuseNewer } from '../platform/database/migrate.ts'
import { isSameFile } from '../platform/database/sqlite/files.ts'
import { inspectBackup } from '../platform/database/sqlite/inspect-backup.ts'
import { restoreBackup } from '../platform/database/sqlite/restore.ts'
import { CommandFailure, print, printNote } from './terminal.ts'

export function restoreCommand(command: Command) {
  command.action(async (file: string, _options: object, command: Command) => {
    const { databaseUrl } = readConfig(process.env)
    if (isPostgres(databaseUrl)) {
      throw new CommandFailure(
        'Restore PostgreSQL with its own tools: pg_restore, or a base backup and archived WAL (docs/running/backup.md).',
      )
    }
    const path = databaseUrl.replace('sqlite:', '')
    if (!existsSync(file)) throw new CommandFailure(`There is no file ${file}.`)
    // A hard link to the database has no WAL beside it, so it would pass for a complete backup.
    if (isSameFile(file, path)) throw new CommandFailure(`${file} is the database itself. Pass a backup file.`)
    const backup = realpathSync(file)
    refuseNewer(inspectBackup(backup))
    let hasErasures = true
    const old = await restoreBackup(backup, path, (states, copy) => {
      hasErasures = carryErasures(states, copy)
    })
    printNote(`Restored ${path} from ${file}.${old === undefined ? '' : ` The old database is in ${old}.`}`)
    if (!hasErasures)
      printNote(
        'The erasures of the old database cannot be read. Erase the contacts again who were erased since the backup (docs/running/erasure.md).',
      )
    printNote(
      `${join(dirname(path), 'rollcall.key')} is unchanged. Start with the key file or SECRET_KEY that was in use at the time of the backup.
If clinics' systems have read newer actions than the backup contains, see "After a restore" in docs/running/backup.md first.`,
    )
    print(command, { path, old: old ?? null }, '')
  })
}
