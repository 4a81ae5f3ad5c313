import type { Database } from '../database/database.ts'
import { Problem } from '../errors.ts'
import type { Instant } from '../instant.ts'
import type { ReadChange } from './read-change.ts'
import { replyColumns, replyOf, type UnhandledReply } from './unhandled-reply.ts'

/** Marks a reply as read, or removes the mark. The first mark stays when it is repeated.
 *  @throws Problem reply-not-found */
export async function markRead(
  database: Database,
  { entityId, id, by }: { entityId: string; id: string; by: string },
  { read }: ReadChange,
  now: Instant,
): Promise<UnhandledReply> {
  const row = await database.writeFor(entityId, async (trx) => {
    await trx
      .updateTable('replies')
      .set(read ? { read_at: now, read_by: by } : { read_at: null, read_by: null })
      .where('entity_id', '=', entityId)
      .where('reply_id', '=', id)
      .where('read_at', read ? 'is' : 'is not', null)
      .execute()
    return trx
      .selectFrom('replies')
      .select(replyColumns)
      .where('entity_id', '=', entityId)
      .where('reply_id', '=', id)
      .executeTakeFirst()
  })
  if (!row) throw new Problem('reply-not-found')
  return replyOf(row)
}
