import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { connectForCommand } from '../database/connect.ts'
import { upgrade } from '../upgrade.ts'
import { print, say } from './console.ts'

export function migrateCommand(command: Command) {
  command.action(async (_options: object, command: Command) => {
    const database = await connectForCommand(readConfig(process.env).databaseUrl)
    const skip = (entity: string) => say(`Cannot read some rows of entity ${entity}. Run "rollcall check".`)
    const applied = await upgrade(database, skip).finally(() => database.destroy())
    say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    print(command, { applied }, '')
  })
}
