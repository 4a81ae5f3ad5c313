import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { CommandFailure, print, progressBar, say } from './console.ts'
import { withDatabase } from './with-database.ts'

export function backupCommand(program: Command) {
  program
    .command('backup <file>')
    .description('write a consistent copy of the database while it is in use; start on it to restore')
    .action(async (file: string, _options: object, command: Command) => {
      if (existsSync(file)) throw new CommandFailure(`There is a file ${file} already: give the copy another name.`)
      const draw = progressBar()
      await withDatabase((database) => database.engine.backup(file, (done, total) => draw('backup', done, total)))
      say(
        `Wrote ${file}. To restore, stop Rollcall and start it with DATABASE_URL=sqlite:${file}, or put the file in the old one's place.`,
      )
      print(command, { file }, '')
    })
}
