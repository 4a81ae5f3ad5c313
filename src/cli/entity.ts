import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { Value } from 'typebox/value'
import { entityChange, logoChange } from '../administration/entities/change-entity.ts'
import { addEntity, Entity, type EntityChanges, findEntity, idNotUsedAgain, listEntities } from '../entities/entity.ts'
import { type Names, names } from '../entities/entity-properties.ts'
import { change, commandLine } from '../entities/history/change-resource.ts'
import { logoFault } from '../entities/logo.ts'
import { maxMinutesOfDay } from '../entities/max-minutes-of-day.ts'
import { removeEntity } from '../entities/remove-entity.ts'
import type { Database } from '../platform/database/database.ts'
import { languageOf, languages } from '../platform/languages/languages.ts'
import { systemClock } from '../platform/time/instant.ts'
import { CommandFailure, print, printNote, table, UsageFailure } from './terminal.ts'
import { requireEntity, withDatabase, withExistingDatabase } from './with-database.ts'

interface AddOptions {
  name: string
  timeZone: string
  language: string
  names?: Names
}

interface SetOptions extends Partial<AddOptions> {
  phone?: string
  address?: string
  logo?: string
  colour?: string
  country?: string
  arriveEarly?: number
  arriveLate?: number
}

export function entityCommand(entity: Command) {
  entity
    .command('add <id>')
    .description('add an entity')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--time-zone <zone>', 'its IANA time zone, such as Europe/Lisbon')
    .option('--language <tag>', 'its language, such as pt-PT', supportedLanguage, 'en')
    .addOption(shownNames())
    .action(async (id: string, { name, timeZone, language, names }: AddOptions, command: Command) => {
      const added = requireValid({ id, name, time_zone: timeZone, language, ...(names && { names }) })
      await withDatabase(async (database) => {
        if (!(await addEntity(database, added))) throw await refusal(database, id)
      })
      printNote(`Added ${id}.`)
      print(command, added, '')
    })

  entity
    .command('list')
    .description('list the entities')
    .action(async (_options: object, command: Command) => {
      const entities = await withExistingDatabase((database) => listEntities(database))
      print(command, entities, table(entities.map((one) => [one.id, one.time_zone, one.language, one.name])))
    })

  entity
    .command('set <id>')
    .description("change an entity's name, time zone, language, contact details, shown names or arrival window")
    .option('--name <name>', 'its name')
    .option('--time-zone <zone>', 'its IANA time zone; it applies to past days, too')
    .option('--language <tag>', 'its language', supportedLanguage)
    .option('--phone <number>', "the telephone number on its pages and messages; '' removes it")
    .option('--address <address>', "the address on its pages and messages, in one line; '' removes it")
    .option('--logo <file>', "the PNG file of the logo on its pages and mails; '' removes it")
    .option('--colour <colour>', "the colour of links and buttons, such as '#0b62ab'; '' removes it")
    .option('--country <code>', "the country of telephone numbers without a country's code, such as PT; '' removes it")
    .addOption(shownNames())
    .option('--arrive-early <minutes>', 'how early an arrival can be marked before the appointment', minutesOfADay)
    .option('--arrive-late <minutes>', 'how late an arrival can be marked after the appointment', minutesOfADay)
    .action(async (id: string, options: SetOptions, command: Command) => {
      const { timeZone, arriveEarly, arriveLate, logo, ...settings } = options
      const window = given({ arrive_early: arriveEarly, arrive_late: arriveLate })
      const changes = given({ ...settings, time_zone: timeZone })
      const png = logo ? readLogo(logo) : undefined
      const changed = await withExistingDatabase((database) =>
        database.write(async (trx) => {
          const before = await requireEntity(trx, id)
          const { phone, address, colour, country, ...after } = { ...before, ...changes }
          requireValid({
            ...after,
            ...(phone && { phone }),
            ...(address && { address }),
            ...(colour && { colour }),
            ...(country && { country }),
          })
          const by = { entityId: id, by: commandLine }
          const now = systemClock.now()
          if (logo !== undefined) await change(trx, by, logoChange(id, png), now)
          return change(trx, by, entityChange(id, { ...withoutEmpty(changes), ...window }), now)
        }),
      )
      printNote(`Changed ${id}.`)
      print(command, changed, '')
    })

  entity
    .command('remove <id>')
    .description('remove an entity that has no data, such as one with a misspelt id; the id is not used again')
    .action(async (id: string, _options: object, command: Command) => {
      await withExistingDatabase((database) => refuseOrRemove(database, id))
      printNote(`Removed ${id}.`)
      print(command, { id }, '')
    })
}

/** Returns the reason why an entity could not be added. */
const refusal = async (database: Database, id: string) =>
  new CommandFailure(
    (await findEntity(database, id))
      ? `Entity ${id} already exists.`
      : `There was an entity ${id}. ${idNotUsedAgain} Choose another id.`,
  )

async function refuseOrRemove(database: Database, id: string) {
  await requireEntity(database, id)
  const data = await removeEntity(database, systemClock, id)
  if (data.length === 0) return
  const has = data.map(({ table, rows }) => `${table.replaceAll('_', ' ')}: ${rows}`).join(', ')
  throw new CommandFailure(`Entity ${id} has data (${has}). Only an entity without data can be removed.`)
}

const shownNames = () =>
  new Option('--names <part>', "how much of a contact's name its messages and pages show").choices(names)

/** An empty text removes the property. */
const withoutEmpty = (changes: Partial<Entity>) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]),
  ) as EntityChanges

/** Returns the values that the user gave. */
const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

function readLogo(file: string): Buffer {
  const png = readFileSync(file)
  const fault = logoFault(png)
  if (fault) throw new UsageFailure(`${file} ${fault}.`)
  return png
}

function supportedLanguage(tag: string): string {
  if (languageOf(tag)) return tag
  throw new InvalidArgumentError(`Pages and messages have the languages ${languages.join(', ')}.`)
}

function minutesOfADay(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= maxMinutesOfDay) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number of minutes, 0 to ${maxMinutesOfDay}.`)
}

function requireValid(entity: Entity): Entity {
  const [fault] = Value.Errors(Entity, entity)
  if (fault) throw new UsageFailure(`${fault.instancePath.slice(1)} ${fault.message}`)
  return entity
}
