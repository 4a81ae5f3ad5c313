import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { commandLine } from '../../entities/history/change-resource.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant, systemClock } from '../../platform/time/instant.ts'
import { endSessionsOfGroups, type GroupRights } from '../sessions/session.ts'
import { type AccessRulesVersion, shownRule } from './access-rule.ts'

const maxVersions = 20

interface Version {
  version: number
  rules: GroupRights[]
}

/** Returns the latest version of the rules, in the order in which they count. */
export async function latestRules(database: Kysely<Schema>): Promise<Version> {
  const latest = await database
    .selectFrom('access_rules')
    .select(['version', 'rules'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest ? { version: latest.version, rules: JSON.parse(latest.rules) } : { version: 0, rules: [] }
}

/** Returns the rights of a person: those of the first rule with one of their groups. Rights are never combined: together, two
 *  rules could give a scope for an entity that neither gives. */
export async function rightsOf(trx: Transaction<Schema>, groups: string[]): Promise<GroupRights | undefined> {
  return (await lockLatestRules(trx)).rules.find(({ group }) => groups.includes(group))
}

/** Returns the latest version. No other transaction replaces it before this one ends, so that no
 *  session starts with a rule that is gone. */
async function lockLatestRules(trx: Transaction<Schema>): Promise<Version> {
  for (;;) {
    const latest = await latestRules(trx)
    await trx.selectFrom('access_rules').select('version').where('version', '=', latest.version).forUpdate().execute()
    // The lock may have waited for a transaction that replaced the version.
    if ((await latestRules(trx)).version === latest.version) return latest
  }
}

/** Stores other rules after the version that they replace. Ends the sessions of people whose rule is gone, or gives less.
 *  @throws Problem changed-meanwhile */
export async function replaceRules(
  database: Database,
  before: Version,
  rules: GroupRights[],
  { by, at }: { by: string; at: Instant },
) {
  if (isDeepStrictEqual(before.rules, rules)) return
  await database.write(async (trx) => {
    if ((await lockLatestRules(trx)).version !== before.version) throw new Problem('changed-meanwhile')
    const row = { version: before.version + 1, rules: JSON.stringify(rules), changed_at: at, changed_by: by }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('access_rules')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw new Problem('changed-meanwhile')
    const kept = new Map(rules.map((rule) => [rule.group, rule]))
    const narrowed = before.rules.filter((rule) => !includes(kept.get(rule.group), rule)).map(({ group }) => group)
    await endSessionsOfGroups(trx, at, narrowed)
  })
}

/** Whether a rule gives all that an earlier one gave. */
function includes(rule: GroupRights | undefined, earlier: GroupRights): boolean {
  if (!rule || !earlier.scopes.every((scope) => rule.scopes.includes(scope))) return false
  if (rule.entities === 'all' || earlier.entities === 'all') return rule.entities === 'all'
  return new Set(earlier.entities).isSubsetOf(new Set(rule.entities))
}

/** Lists the latest 20 versions of the rules, the newest first. */
export async function listRulesVersions(database: Database): Promise<AccessRulesVersion[]> {
  const rows = await database
    .selectFrom('access_rules')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(maxVersions)
    .execute()
  return rows.map(({ version, rules, changed_at, changed_by }) => ({
    version,
    changed_at: formatInstant(changed_at),
    changed_by,
    rules: (JSON.parse(rules) as GroupRights[]).map(shownRule),
  }))
}

const byCommand = () => ({ by: commandLine, at: systemClock.now() })

/** Adds a rule after the others, or replaces the group's rule in its place.
 *  @throws Problem changed-meanwhile */
export async function setRule(database: Database, rule: GroupRights) {
  const before = await latestRules(database)
  const place = before.rules.findIndex(({ group }) => group === rule.group)
  const rules = place < 0 ? [...before.rules, rule] : before.rules.with(place, rule)
  await replaceRules(database, before, rules, byCommand())
}

/** Removes the rule of a group. Returns false when the group has no rule.
 *  @throws Problem changed-meanwhile */
export async function removeRule(database: Database, group: string): Promise<boolean> {
  const before = await latestRules(database)
  const rules = before.rules.filter((rule) => rule.group !== group)
  await replaceRules(database, before, rules, byCommand())
  return rules.length < before.rules.length
}
