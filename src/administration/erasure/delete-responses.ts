import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { lonelyAddresses } from '../personal-data/lonely-addresses.ts'

const rowsAtOnce = 500

/** What a response about a contact names. */
interface Named {
  entityId: string
  /** The ids of the contact's notifications. */
  ids: string[]
  /** Other texts, such as the key of the contact. */
  texts: string[]
}

/** Deletes the stored responses to requests about a contact. Returns their number. */
export async function deleteResponses(trx: Transaction<Schema>, { entityId, ids, texts }: Named): Promise<number> {
  const all = ids.length === 0 ? texts : [...texts, ...ids, ...(await textsOf(trx, entityId, ids))]
  const pattern = all.map((text) => RegExp.escape(JSON.stringify(text).slice(1, -1))).join('|')
  const isAbout = new RegExp(pattern)
  let deleted = 0
  for await (const rows of responsesOf(trx, entityId)) {
    for (const { body, ...key } of rows) {
      if (!isAbout.test(body)) continue
      const own = trx.deleteFrom('idempotency_keys').where('entity_id', '=', entityId)
      await own.where(({ and }) => and(key)).execute()
      deleted++
    }
  }
  return deleted
}

async function* responsesOf(trx: Transaction<Schema>, entityId: string) {
  let after = { sender_id: '', idempotency_key: '' }
  for (let isLast = false; !isLast; ) {
    const { sender_id, idempotency_key } = after
    const rows = await trx
      .selectFrom('idempotency_keys')
      .select(['sender_id', 'idempotency_key', 'body'])
      .where('entity_id', '=', entityId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('sender_id', 'idempotency_key'), '>', tuple(sender_id, idempotency_key)),
      )
      .orderBy('sender_id')
      .orderBy('idempotency_key')
      .limit(sql.lit(rowsAtOnce))
      .execute()
    yield rows
    isLast = rows.length < rowsAtOnce
    after = rows.at(-1) ?? after
  }
}

/** Returns what responses name instead of a notification: the contact, addresses, and the ids of notes, replies and messages. */
async function textsOf(trx: Transaction<Schema>, entityId: string, ids: string[]): Promise<string[]> {
  const within = sql`entity_id = ${entityId} and notification_id in (${sql.join(ids)})`
  const { rows } = await sql<{ id: string }>`
    select note_id as id from notes where ${within}
    union all select reply_id from replies where ${within}
    union all select delivery_id from deliveries where ${within}`.execute(trx)
  const contacts = await trx
    .selectFrom('notifications')
    .select('contact')
    .distinct()
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .execute()
  const names = contacts.map(({ contact }) => (JSON.parse(contact) as { name: string }).name)
  const uids = (await lonelyAddresses(trx, entityId, ids)).map(({ uid }) => uid)
  return [...rows.map(({ id }) => id), ...names.filter((name) => name !== ''), ...uids]
}
