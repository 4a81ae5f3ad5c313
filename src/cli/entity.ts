import type { Command } from 'commander'
import { Value } from 'typebox/value'
import { addEntity, Entity, findEntity, listEntities, setEntity } from '../entities/entity.ts'
import { CommandFailure, print, say, table, UsageFailure } from './console.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  name?: string
  timeZone?: string
  language?: string
}

export function entityCommand(program: Command) {
  const entity = program
    .command('entity')
    .description("add, list and change entities: clinics, doctor's offices, hospitals")

  entity
    .command('add <id>')
    .description('add an entity')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--time-zone <zone>', 'its IANA time zone, such as Europe/Lisbon')
    .option('--language <tag>', 'its language, such as pt-PT', 'en')
    .action(async (id: string, { name, timeZone, language }: Required<Options>, command: Command) => {
      const added = checked({ id, name, time_zone: timeZone, language })
      await withDatabase(async (database) => {
        if (!(await addEntity(database, added))) throw new CommandFailure(`There is an entity ${id} already.`)
      })
      say(`Added ${id}.`)
      print(command, added, '')
    })

  entity
    .command('list')
    .description('list the entities')
    .action(async (_options: object, command: Command) => {
      const entities = await withDatabase((database) => listEntities(database))
      print(command, entities, table(entities.map((one) => [one.id, one.time_zone, one.language, one.name])))
    })

  entity
    .command('set <id>')
    .description("change an entity's name, time zone or language")
    .option('--name <name>', 'its name')
    .option('--time-zone <zone>', 'its IANA time zone; past days are then read in it too')
    .option('--language <tag>', 'its language')
    .action(async (id: string, { name, timeZone, language }: Options, command: Command) => {
      const changed = await withDatabase(async (database) => {
        const before = await findEntity(database, id)
        if (!before) throw new CommandFailure(`There is no entity ${id}. "rollcall entity list" shows those there are.`)
        const after = checked({
          id,
          name: name ?? before.name,
          time_zone: timeZone ?? before.time_zone,
          language: language ?? before.language,
        })
        const { id: _, ...changes } = after
        await setEntity(database, id, changes)
        return after
      })
      say(`Changed ${id}.`)
      print(command, changed, '')
    })
}

function checked(entity: Entity): Entity {
  const [fault] = Value.Errors(Entity, entity)
  if (fault) throw new UsageFailure(`${fault.instancePath.slice(1)} ${fault.message}`)
  return entity
}
