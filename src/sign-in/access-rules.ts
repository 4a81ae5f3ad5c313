import type { Selectable } from 'kysely'
import type { Scope } from '../access/credential.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Rights } from '../sessions/session.ts'

export interface AccessRule extends Rights {
  group: string
}

/** Returns the rules, in the order in which they count. */
export async function listRules(database: Database): Promise<AccessRule[]> {
  const rows = await database.selectFrom('access_rules').selectAll().orderBy('position').execute()
  return rows.map(readRule)
}

/** Returns the rights of a person: those of the first rule with one of their groups. Rights are never combined: together, two
 *  rules could give a scope for an entity that neither gives. */
export async function rightsOf(database: Database, groups: string[]): Promise<Rights | undefined> {
  return (await listRules(database)).find(({ group }) => groups.includes(group))
}

/** Adds a rule after the others, or replaces the group's rule in its place. */
export const setRule = (database: Database, { group, scopes, entities }: AccessRule) =>
  database.write(async (trx) => {
    const { last } = await trx
      .selectFrom('access_rules')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirstOrThrow()
    const rights = {
      ...{ scopes: scopes.join(' '), all_entities: entities === 'all' ? (1 as const) : (0 as const) },
      entities: JSON.stringify(entities === 'all' ? [] : entities),
    }
    await trx
      .insertInto('access_rules')
      .values({ group_name: group, position: Number(last ?? 0) + 1, ...rights })
      .onConflict((conflict) => conflict.column('group_name').doUpdateSet(rights))
      .execute()
  })

/** Returns false when the group has no rule. */
export async function removeRule(database: Database, group: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('access_rules')
    .where('group_name', '=', group)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

const readRule = ({ group_name, scopes, all_entities, entities }: Selectable<Schema['access_rules']>): AccessRule => ({
  group: group_name,
  scopes: scopes.split(' ') as Scope[],
  entities: all_entities === 1 ? 'all' : JSON.parse(entities),
})
