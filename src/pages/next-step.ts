import { sql } from 'kysely'
import { acrossEntities } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'

/** What a new installation lacks first. */
export type MissingSetup = 'entity' | 'token'

/** The commands that add what is lacking. */
export const setUpCommands = {
  entity: "npx rollcall entity add my-clinic --name 'My clinic' --time-zone Europe/Lisbon --language pt-PT",
  token: `npx rollcall token create --name console ${['actions', 'notifications']
    .flatMap((data) => [`--scope ${data}:read`, `--scope ${data}:write`])
    .join(' ')} --all-entities`,
  demo: 'npm run demo',
}

/** Returns undefined if the database has an entity and an access token. */
export async function findMissingSetup(database: Database): Promise<MissingSetup | undefined> {
  const entities = await acrossEntities(database, (isAvailable) =>
    database.selectFrom('entities').select('entity_id').where(isAvailable('entity_id')).limit(sql.lit(1)).execute(),
  )
  if (entities.length === 0) return 'entity'
  const token = await database
    .selectFrom('access_tokens')
    .select('access_token_id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return token ? undefined : 'token'
}
