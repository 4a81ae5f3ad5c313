import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { connectPatiently, type Database } from '../database/database.ts'
import { isPostgres } from '../database/engine-of.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { destinations } from '../delivery/channels/configured.ts'
import { CommandFailure, print, say } from './console.ts'

export function checkCommand(program: Command) {
  program
    .command('check')
    .description('check the configuration and the integrity of the database')
    .action(async (_options: object, command: Command) => {
      const config = readConfig(process.env)
      const { databaseUrl } = config
      for (const [what, where] of Object.entries(destinations(config))) say(`${what} → ${where}`)
      const path = databaseUrl.replace('sqlite:', '')
      if (!isPostgres(databaseUrl) && !existsSync(path))
        throw new CommandFailure(`There is no database at ${path} yet. "rollcall migrate" makes one.`)
      const database = await connectPatiently(databaseUrl)
      const faults = await findFaults(database).finally(() => database.destroy())
      print(command, { faults }, faults.join('\n'))
      if (faults.length > 0)
        throw new CommandFailure(`Found ${faults.length}. Restore the latest backup, or ask for help with this list.`)
      say('The configuration and the database are in order.')
    })
}
async function findFaults(database: Database): Promise<string[]> {
  const pending = await pendingMigrations(database)
  if (pending.length > 0) return pending.map((name) => `migration ${name} is not applied: run "rollcall migrate"`)
  const behind = await database
    .selectFrom('entities')
    .innerJoin('actions', 'actions.entity_id', 'entities.entity_id')
    .whereRef('actions.sequence', '>', 'entities.last_sequence')
    .select('entities.entity_id')
    .distinct()
    .execute()
  return [
    ...(await database.engine.faults()),
    ...behind.map((row) => `entity ${row.entity_id}: its counter is behind its actions`),
  ]
}
