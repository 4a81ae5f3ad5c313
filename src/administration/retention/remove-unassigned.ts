import { sql, type Transaction } from 'kysely'
import { comparedUid } from '../../channels/address.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { clearedDetails } from '../../log/events/cleared-details.ts'
import { type Database, engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { keptKinds } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { HeldData } from '../holds/held-data.ts'
import type { Cutoffs } from './cutoffs.ts'
import { type Batch, limitsOf } from './remove-due.ts'

const rowsAtOnce = 200

/** The position after which a batch begins. Rows that are held stay, so the next batch begins behind them. */
interface Position {
  at: Instant
  id: string
}

/** Deletes replies that belong to no visit, by their own time. */
export const removeReplies = (
  database: Database,
  entityId: string,
  after: Position,
  now: Instant,
): Promise<Batch & { last: Position | undefined }> =>
  database.writeFor(entityId, async (trx) => {
    const { cutoffs, held } = await limitsOf(trx, entityId, now)
    const { replies = 0, notifications = 0 } = cutoffs
    const rows = await trx
      .selectFrom('replies')
      .select(['received_at', 'reply_id', 'channel', 'uid'])
      .where('entity_id', '=', entityId)
      .where('notification_id', 'is', null)
      .where('received_at', '<', Math.max(replies, notifications))
      .where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'reply_id'), '>', tuple(after.at, after.id)))
      .orderBy('received_at')
      .orderBy('reply_id')
      .limit(sql.lit(rowsAtOnce))
      .execute()
    const isKept = await heldAddresses(trx, entityId, rows.length === 0 ? new Set() : held)
    const over = rows.filter((row) => !isKept(row.channel, row.uid)).map(({ reply_id }) => reply_id)
    if (over.length > 0)
      await trx.deleteFrom('replies').where('entity_id', '=', entityId).where('reply_id', 'in', over).execute()
    const last = rows.at(-1)
    return {
      removed: [over.length > 0 ? { replies: over.length } : {}],
      isFull: rows.length === rowsAtOnce,
      last: last && { at: last.received_at, id: last.reply_id },
    }
  })

/** Clears events that belong to no visit, by their own time. */
export const clearEvents = (
  database: Database,
  entityId: string,
  after: number,
  now: Instant,
): Promise<Batch & { last: number | undefined }> =>
  database.writeFor(entityId, async (trx) => {
    const { cutoffs, held } = await limitsOf(trx, entityId, now)
    const rows = await trx
      .selectFrom('events')
      .select(['sequence', 'at', 'details'])
      .where('entity_id', '=', entityId)
      .where('notification_id', 'is', null)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(sql.lit(rowsAtOnce))
      .execute()
    const changed = rows.flatMap((row) => changeOf(row, cutoffs))
    const isKept = await heldAddresses(trx, entityId, changed.length === 0 ? new Set() : held)
    let events = 0
    for (const { sequence, channel, uid, details } of changed) {
      if (isKept(channel, uid)) continue
      events++
      await trx
        .updateTable('events')
        .set({ details })
        .where('entity_id', '=', entityId)
        .where('sequence', '=', sequence)
        .execute()
    }
    return {
      removed: [events > 0 ? { events } : {}],
      isFull: rows.length === rowsAtOnce,
      last: rows.at(-1)?.sequence,
    }
  })

/** Returns the details that remain, and the address of the event; nothing if the event does not change. */
function changeOf({ sequence, at, details }: { sequence: number; at: Instant; details: string }, cutoffs: Cutoffs) {
  const over = keptKinds.filter((kind) => at < (cutoffs[kind] ?? 0))
  const remaining = over.reduce(clearedDetails, details)
  const { channel, uid } = JSON.parse(details) as { channel: ChannelName; uid: string }
  return remaining === details ? [] : [{ sequence, channel, uid, details: remaining }]
}

/** Returns a function that says whether an address is that of a held contact. */
async function heldAddresses(trx: Transaction<Schema>, entityId: string, held: HeldData) {
  if (held === 'all') return () => true
  if (held.size === 0) return () => false
  const contacts = trx
    .selectFrom('notifications')
    .select('notification_id')
    .where('entity_id', '=', entityId)
    .where(engineOf(trx).isAmong('contact_external_id', [...held]))
  const rows = await trx
    .selectFrom('deliveries')
    .select(['channel', 'compared_uid'])
    .distinct()
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', contacts)
    .execute()
  const kept = new Set(rows.map(({ channel, compared_uid }) => `${channel} ${compared_uid}`))
  return (channel: ChannelName, uid: string) => kept.has(`${channel} ${comparedUid({ channel, uid })}`)
}
