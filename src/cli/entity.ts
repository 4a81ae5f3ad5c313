import { type Command, InvalidArgumentError } from 'commander'
import { Value } from 'typebox/value'
import { addEntity, Entity, findEntity, listEntities, setEntity } from '../entities/entity.ts'
import { CommandFailure, print, say, table, UsageFailure } from './console.ts'
import { withDatabase, withExistingDatabase } from './with-database.ts'

interface EntityOptions {
  name?: string
  timeZone?: string
  language?: string
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
    .action(async (id: string, { name, timeZone, language }: Required<EntityOptions>, command: Command) => {
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
    .description("change an entity's name, time zone, language or arrival window")
    .option('--name <name>', 'its name')
    .option('--time-zone <zone>', 'its IANA time zone; it applies to past days, too')
    .option('--language <tag>', 'its language')
    .option('--arrive-early <minutes>', 'how early an arrival can be marked before the appointment', minutesOfADay)
    .option('--arrive-late <minutes>', 'how late an arrival can be marked after the appointment', minutesOfADay)
    .action(
      async (id: string, { name, timeZone, language, arriveEarly, arriveLate }: EntityOptions, command: Command) => {
        const changed = await withExistingDatabase(async (database) => {
          const before = await findEntity(database, id)
          if (!before) throw new CommandFailure(`There is no entity ${id}. "rollcall entity list" shows all entities.`)
          const after = checked({
            id,
            name: name ?? before.name,
            time_zone: timeZone ?? before.time_zone,
            language: language ?? before.language,
          })
          const { id: _, ...changes } = after
          const window = {
            ...(arriveEarly !== undefined && { arrive_early: arriveEarly }),
            ...(arriveLate !== undefined && { arrive_late: arriveLate }),
          }
          await setEntity(database, id, { ...changes, ...window })
          return { ...after, ...window }
        })
        say(`Changed ${id}.`)
        print(command, changed, '')
      },
    )
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
