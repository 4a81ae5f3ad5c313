import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { Value } from 'typebox/value'
import { addEntity, Entity, findEntity, listEntities, setEntity } from '../entities/entity.ts'
import { logoFault, setLogo } from '../entities/logo.ts'
import { CommandFailure, print, say, table, UsageFailure } from './console.ts'
import { withDatabase, withExistingDatabase } from './with-database.ts'

interface AddOptions {
  name: string
  timeZone: string
  language: string
}

interface SetOptions extends Partial<AddOptions> {
  phone?: string
  address?: string
  logo?: string
  arriveEarly?: number
  arriveLate?: number
}

export function entityCommand(entity: Command) {
  entity
    .command('add <id>')
    .description('add an entity')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--time-zone <zone>', 'its IANA time zone, such as Europe/Lisbon')
    .option('--language <tag>', 'its language, such as pt-PT', 'en')
    .action(async (id: string, { name, timeZone, language }: AddOptions, command: Command) => {
      const added = checked({ id, name, time_zone: timeZone, language })
      await withDatabase(async (database) => {
        if (!(await addEntity(database, added))) throw new CommandFailure(`Entity ${id} already exists.`)
      })
      say(`Added ${id}.`)
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
    .description("change an entity's name, time zone, language, contact details or arrival window")
    .option('--name <name>', 'its name')
    .option('--time-zone <zone>', 'its IANA time zone; it applies to past days, too')
    .option('--language <tag>', 'its language')
    .option('--phone <number>', "the telephone number on its pages and messages; '' removes it")
    .option('--address <address>', "the address on its pages and messages, in one line; '' removes it")
    .option('--logo <file>', "the PNG file of the logo on its pages and mails; '' removes it")
    .option('--arrive-early <minutes>', 'how early an arrival can be marked before the appointment', minutesOfADay)
    .option('--arrive-late <minutes>', 'how late an arrival can be marked after the appointment', minutesOfADay)
    .action(async (id: string, options: SetOptions, command: Command) => {
      const { timeZone, arriveEarly, arriveLate, logo, ...settings } = options
      const window = given({ arrive_early: arriveEarly, arrive_late: arriveLate })
      const changes = given({ ...settings, time_zone: timeZone })
      const png = logo ? readLogo(logo) : undefined
      const changed = await withExistingDatabase((database) =>
        database.write(async (trx) => {
          const before = await findEntity(trx, id)
          if (!before) throw new CommandFailure(`There is no entity ${id}. "rollcall entity list" shows all entities.`)
          const { phone, address, ...after } = { ...before, ...changes }
          const checkedEntity = checked({ ...after, ...(phone && { phone }), ...(address && { address }) })
          const { id: _, ...columns } = { phone: null, address: null, ...checkedEntity }
          await setEntity(trx, id, { ...columns, ...window })
          if (logo !== undefined) await setLogo(trx, id, png)
          return { ...checkedEntity, ...window }
        }),
      )
      say(`Changed ${id}.`)
      print(command, changed, '')
    })
}

/** Returns the values that the user gave. */
const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

function readLogo(file: string): Buffer {
  const png = readFileSync(file)
  const fault = logoFault(png)
  if (fault) throw new UsageFailure(`${file} ${fault}.`)
  return png
}

function minutesOfADay(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1_440) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of minutes, 0 to 1440.')
}

function checked(entity: Entity): Entity {
  const [fault] = Value.Errors(Entity, entity)
  if (fault) throw new UsageFailure(`${fault.instancePath.slice(1)} ${fault.message}`)
  return entity
}
