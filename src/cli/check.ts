import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { keyFault, readConfig } from '../config.ts'
import { connectPatiently, type Database, nameOf, replicaFaults } from '../database/database.ts'
import { isPostgres } from '../database/engine-of.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { destinations, plaintextFaults } from '../delivery/channels/configured.ts'
import { CommandFailure, print, say } from './console.ts'

export function checkCommand(program: Command) {
  program
    .command('check')
    .description('check the configuration and the integrity of the database')
    .action(async (_options: object, command: Command) => {
      const config = readConfig(process.env)
      const { databaseUrl, replicaUrls } = config
      say(`database → ${[databaseUrl, ...replicaUrls].map(nameOf).join(', read from ')}`)
      for (const [what, where] of Object.entries(destinations(config))) say(`${what} → ${where}`)
      const unsafe = keyFault(config)
      if (unsafe) say(unsafe)
      const path = databaseUrl.replace('sqlite:', '')
      if (!isPostgres(databaseUrl) && !existsSync(path))
        throw new CommandFailure(`There is no database at ${path} yet. "rollcall migrate" makes one.`)
      await using database = await connectPatiently(databaseUrl)
      const pending = await pendingMigrations(database)
      if (pending.length > 0) {
        print(command, { faults: pending.map((name) => `migration ${name} is not applied`) }, '')
        throw new CommandFailure(`The database lacks ${pending.join(', ')}. Run "rollcall migrate".`)
      }
      const faults = [
        ...(await findFaults(database)),
        ...(await replicaFaults(database, replicaUrls)),
        ...(await plaintextFaults(config)),
      ]
      print(command, { faults }, faults.join('\n'))
      if (faults.length > 0)
        throw new CommandFailure(
          `Found ${faults.length}. Mend the settings; for what is wrong in the database, restore the latest backup, or ask for help with this list.`,
        )
      say('The configuration and the database are in order.')
    })
}

async function findFaults(database: Database): Promise<string[]> {
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
