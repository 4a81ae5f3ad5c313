import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { readConfig } from '../channels/configuration.ts'
import { connectForCommand } from '../platform/database/connect.ts'
import { CommandFailure, print, printNote, progressBar } from './terminal.ts'
import { requireDatabase } from './with-database.ts'

export function backupCommand(command: Command) {
  command.action(async (file: string, _options: object, command: Command) => {
    if (existsSync(file)) throw new CommandFailure(`The file ${file} already exists. Choose another name.`)
    const { databaseUrl } = readConfig(process.env)
    requireDatabase(databaseUrl)
    // Do not migrate: the new version may be backing up the old version's database.
    await using database = await connectForCommand(databaseUrl)
    const draw = progressBar()
    await database.engine.backup(file, (done, total) => draw('backup', done, total))
    printNote(
      `Wrote ${file}. Also keep rollcall.key or SECRET_KEY. To restore, stop Rollcall and run "rollcall restore ${file}".`,
    )
    print(command, { file }, '')
  })
}
