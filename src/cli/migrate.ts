import type { Command } from 'commander'
import { readConfig } from '../channels/configuration.ts'
import { connectForCommand } from '../platform/database/connect.ts'
import { migrate } from '../platform/database/migrate.ts'
import { print, printNote } from './terminal.ts'

export function migrateCommand(command: Command) {
  command.action(async (_options: object, command: Command) => {
    const database = await connectForCommand(readConfig(process.env).databaseUrl)
    const applied = await migrate(database).finally(() => database.destroy())
    printNote(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    print(command, { applied }, '')
  })
}
