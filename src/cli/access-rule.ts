import { type Command, Option } from 'commander'
import { type Scope, scopes } from '../access/credentials/scope.ts'
import { latestRules, removeRule, setRule } from '../access/sign-in/access-rules.ts'
import { type EntityOptions, entitiesOption, refuseUnknown } from './entities-option.ts'
import { CommandFailure, print, printNote, table } from './terminal.ts'
import { withDatabase, withExistingDatabase } from './with-database.ts'

interface SetOptions extends EntityOptions {
  scope: Scope[]
}

export function accessRuleCommand(rule: Command) {
  rule
    .command('set <group>')
    .description('give rights to the people of a group, from their next sign-in on; the first rule with a group counts')
    .addOption(new Option('--scope <scope...>', 'what these people may do').choices(scopes).makeOptionMandatory())
    .option('--entity <id...>', 'the entities that they can access')
    .option('--all-entities', 'access to all entities, also future ones')
    .action(async (group: string, options: SetOptions, command: Command) => {
      const given = { group, scopes: [...new Set(options.scope)], entities: entitiesOption(options) }
      await withDatabase(async (database) => {
        await refuseUnknown(database, given.entities)
        await setRule(database, given)
      })
      printNote(`Set the rule of ${group}.`)
      print(command, given, '')
    })

  rule
    .command('list')
    .description('list the rules, in the order in which they count')
    .action(async (_options: object, command: Command) => {
      const { rules } = await withExistingDatabase((database) => latestRules(database))
      const rows = rules.map(({ group, scopes, entities }) => [
        ...[group, scopes.join(' ')],
        entities === 'all' ? 'all entities' : entities.join(' '),
      ])
      print(command, rules, table(rows))
    })

  rule
    .command('remove <group>')
    .description('remove the rule of a group, and end the sessions of its people')
    .action(async (group: string, _options: object, command: Command) => {
      const removed = await withExistingDatabase((database) => removeRule(database, group))
      if (!removed)
        throw new CommandFailure(`The group ${group} has no rule. "rollcall access-rule list" shows all rules.`)
      printNote(`Removed the rule of ${group}.`)
      print(command, { group }, '')
    })
}
