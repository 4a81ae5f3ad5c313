import { scopes } from '../../access/credentials/scope.ts'
import { isFirstStart } from '../../access/first-start/link.ts'
import type { Config } from '../../platform/config/config.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'

export interface MissingSetup {
  /** What a new installation lacks first. */
  lacks: 'entity' | 'token'
  /** Whether the service printed a link for the browser when it started. */
  hasLink: boolean
}

/** The commands that add what is lacking. */
export const setUpCommands = {
  entity: "npx rollcall entity add my-clinic --name 'My clinic' --time-zone Europe/Lisbon --language pt-PT",
  token: `npx rollcall token create --name console ${['actions', 'notifications']
    .flatMap((data) => [`--scope ${data}:read`, `--scope ${data}:write`])
    .join(' ')} --all-entities`,
  administrator: `npx rollcall token create --name administrator ${scopes.map((scope) => `--scope ${scope}`).join(' ')} --all-entities`,
  demo: 'npm run demo',
}

/** @param hasAccounts whether the service has accounts, of which the link would make the first
 *  @returns undefined if the database has an entity, and an access token, an account or a rule for people who sign in. */
export async function findMissingSetup(
  database: Database,
  { hasAccounts }: Pick<Config, 'hasAccounts'>,
): Promise<MissingSetup | undefined> {
  const entities = await acrossEntities(database, database.selectFrom('entities').select('entity_id'), {
    orderBy: [],
    limit: 1,
  })
  const isFirst = await isFirstStart(database)
  const hasLink = hasAccounts && isFirst
  if (entities.length === 0) return { lacks: 'entity', hasLink }
  return isFirst ? { lacks: 'token', hasLink } : undefined
}
