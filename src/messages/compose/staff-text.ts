import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** Returns what staff wrote for a delivery. */
export async function staffText(
  database: Kysely<Schema>,
  { entity_id, delivery_id }: Pick<Schema['written_messages'], 'entity_id' | 'delivery_id'>,
): Promise<string> {
  const { text } = await database
    .selectFrom('written_messages')
    .select('text')
    .where('entity_id', '=', entity_id)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirstOrThrow()
  return text
}
