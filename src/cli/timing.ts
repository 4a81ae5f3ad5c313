import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Kysely, Transaction } from 'kysely'
import type { TSchema } from 'typebox'
import type { Schema } from '../database/schema.ts'
import { EntitySettings, entitySettings, setEntitySettings } from '../delivery/settings.ts'
import { findEntity } from '../entities/entity.ts'
import { QuietHours } from '../entities/quiet-hours.ts'
import { type Instant, systemClock } from '../instant.ts'
import { Reminders, withDefaults } from '../reminders/sequence.ts'
import { reminderSettings, setQuietHours, setReminders } from '../reminders/settings.ts'
import { schemaCheck } from '../schema-faults.ts'
import { unknownEntity } from './entity.ts'
import { CommandFailure, print, printNote } from './terminal.ts'
import { withExistingDatabase } from './with-database.ts'

/** A setting of an entity that a file contains as JSON. */
interface Setting<Value> {
  name: string
  schema: TSchema
  get(database: Kysely<Schema>, entityId: string): Promise<Value>
  set(trx: Transaction<Schema>, entityId: string, value: Value, now: Instant): Promise<void>
}

/** Adds the commands `show` and `set` of a setting. */
const settingCommand =
  <Value>({ name, schema, get, set }: Setting<Value>) =>
  (command: Command) => {
    command
      .command('show <entity>')
      .description(`print the ${name} of an entity as JSON`)
      .action(async (id: string, _options: object, shown: Command) => {
        const value = await withExistingDatabase(async (database) => {
          await requireEntity(database, id)
          return get(database, id)
        })
        print(shown, value, JSON.stringify(value, undefined, 2))
      })

    command
      .command('set <entity> <file>')
      .description(`set the ${name} of an entity from a JSON file; "-" reads standard input`)
      .action(async (id: string, file: string, _options: object, changed: Command) => {
        const value = readSetting<Value>(file, schema)
        const stored = await withExistingDatabase((database) =>
          database.writeFor(id, async (trx) => {
            await requireEntity(trx, id)
            await set(trx, id, value, systemClock.now())
            return get(trx, id)
          }),
        )
        printNote(`Changed the ${name} of ${id}.`)
        print(changed, stored, '')
      })
  }

export const remindersCommand = settingCommand<Reminders>({
  name: 'reminders',
  schema: Reminders,
  get: async (database, id) => withDefaults((await reminderSettings(database, id)).reminders),
  set: setReminders,
})

export const quietHoursCommand = settingCommand<QuietHours>({
  name: 'quiet hours',
  schema: QuietHours,
  get: async (database, id) => (await reminderSettings(database, id)).quietHours,
  set: setQuietHours,
})

export const settingsCommand = settingCommand<EntitySettings>({
  name: 'settings',
  schema: EntitySettings,
  get: entitySettings,
  set: setEntitySettings,
})

async function requireEntity(database: Kysely<Schema>, id: string) {
  if (!(await findEntity(database, id))) throw unknownEntity(id)
}

/** @throws CommandFailure that lists the faults */
function readSetting<Value>(file: string, schema: TSchema): Value {
  const text = readFileSync(file === '-' ? process.stdin.fd : file, 'utf8')
  const value = parsed(text)
  const faults = schemaCheck(schema)(value)
  if (faults.length === 0) return value as Value
  const lines = faults.map(({ pointer, reason }) => `\n  ${pointer || '(the whole)'}: ${reason}`)
  throw new CommandFailure(`The file has faults. Nothing was changed.${lines.join('')}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandFailure('The file is not JSON. "show" prints the present setting as an example.')
  }
}
