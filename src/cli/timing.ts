import type { Command } from 'commander'
import type { Kysely } from 'kysely'
import type { TSchema } from 'typebox'
import { retentionChange } from '../administration/retention/change.ts'
import { Reminders, withDefaults } from '../contacts/reminders/sequence.ts'
import { reminderSettings, remindersChange } from '../contacts/reminders/settings.ts'
import { change, commandLine, type ResourceChange } from '../entities/history/change-resource.ts'
import { type GivenRetention, Retention, retentionOf } from '../entities/retention.ts'
import { EntitySettings, entitySettings, settingsChange } from '../messages/delivery/settings.ts'
import { quietHoursChange } from '../messages/quiet-hours/change.ts'
import { QuietHours, quietHoursOf } from '../messages/quiet-hours/quiet-hours.ts'
import type { Schema } from '../platform/database/schema.ts'
import { schemaCheck } from '../platform/errors/schema-faults.ts'
import { systemClock } from '../platform/time/instant.ts'
import { CommandFailure, print, printNote, readText } from './terminal.ts'
import { requireEntity, withExistingDatabase } from './with-database.ts'

/** A setting of an entity that a file contains as JSON. */
interface Setting<Value> {
  name: string
  schema: TSchema
  get(database: Kysely<Schema>, entityId: string): Promise<Value>
  changeOf(entityId: string, value: Value): ResourceChange<Value>
}

/** Adds the commands `show` and `set` of a setting. */
const settingCommand =
  <Value>({ name, schema, get, changeOf }: Setting<Value>) =>
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
      .action(async (id: string, file: string, _options: object, command: Command) => {
        const value = readSetting<Value>(file, schema)
        const stored = await withExistingDatabase((database) =>
          database.writeFor(id, async (trx) => {
            await requireEntity(trx, id)
            return change(trx, { entityId: id, by: commandLine }, changeOf(id, value), systemClock.now())
          }),
        )
        printNote(`Changed the ${name} of ${id}.`)
        print(command, stored, '')
      })
  }

export const remindersCommand = settingCommand<Reminders>({
  name: 'reminders',
  schema: Reminders,
  get: async (database, id) => withDefaults((await reminderSettings(database, id)).reminders),
  changeOf: remindersChange,
})

export const quietHoursCommand = settingCommand<QuietHours>({
  name: 'quiet hours',
  schema: QuietHours,
  get: quietHoursOf,
  changeOf: quietHoursChange,
})

export const settingsCommand = settingCommand<EntitySettings>({
  name: 'settings',
  schema: EntitySettings,
  get: entitySettings,
  changeOf: settingsChange,
})

export const retentionCommand = settingCommand<GivenRetention>({
  name: 'retention',
  schema: Retention,
  get: retentionOf,
  changeOf: retentionChange,
})

/** @throws CommandFailure that lists the faults */
function readSetting<Value>(file: string, schema: TSchema): Value {
  const value = parsed(readText(file))
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
