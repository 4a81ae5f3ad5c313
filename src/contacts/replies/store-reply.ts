import { sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { logEvent } from '../../log/events/append.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import { lookAgain } from '../../visits/look-again.ts'
import type { Meaning } from './meaning.ts'

const repeatedWithinMicros = minutes(10)

interface NewReply extends Address {
  entityId: string
  notificationId: string | undefined
  text: string
  readAs: Meaning
  now: Instant
}

/** Stores a reply. A provider that missed our response sends a reply again. Therefore a text that repeats the previous
 *  one from the same address within ten minutes is not stored. */
export async function storeReply(trx: Transaction<Schema>, reply: NewReply) {
  const { entityId, notificationId, channel, uid, text, readAs, now } = reply
  if (await isRepeated(trx, reply)) return
  const key = { entity_id: entityId, received_at: now, reply_id: newId() }
  await trx
    .insertInto('replies')
    .values({ ...key, notification_id: notificationId ?? null, channel, uid, text, read_as: readAs })
    .execute()
  if (notificationId !== undefined) await lookAgain(trx, { entityId, id: notificationId })
  const about = notificationId === undefined ? {} : { notification_id: notificationId }
  logEvent(trx, entityId, { kind: 'reply', reply_id: key.reply_id, ...about, channel, uid, text }, now)
}

async function isRepeated(trx: Transaction<Schema>, { entityId, channel, uid, text, now }: Omit<NewReply, 'readAs'>) {
  const latest = await trx
    .selectFrom('replies')
    .select('text')
    .where('entity_id', '=', entityId)
    .where('received_at', '>', now - repeatedWithinMicros)
    .where('channel', '=', channel)
    .where('uid', '=', uid)
    .orderBy('received_at', 'desc')
    .orderBy('reply_id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return latest?.text === text
}
