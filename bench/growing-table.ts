import { sql } from 'kysely'
import { connectPatiently, type Database } from '../src/database/database.ts'
import { addAccessToken, type Client, fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'

// Every notification has an action and a check-in token, so that all tables grow alike.
const days = 358
const perDay = 14
const year = { days, perDay, checkins: days * perDay }

// All of one length, so that one takes another's place in a record.
const idOf = (index: number) => `clinica-${10_000 + index}`

/** Fills the empty database at `url` with about `size` actions: one clinic as the product itself writes it, and copies of it
 *  made inside the database. */
export async function fillTable(engine: Engine, url: string, size: number): Promise<Client[]> {
  const [first] = await fillDatabase(engine, url, [{ id: idOf(0), ...year }])
  const clients = [first!]
  const database = await connectPatiently(url)
  while (clients.length * year.checkins < size - (days * perDay) / 2) {
    clients.push(await copyClient(database, first!, idOf(clients.length)))
  }
  await database.destroy()
  await engine.settle(url)
  return clients
}

async function copyClient(database: Database, first: Client, id: string): Promise<Client> {
  const from = sql.lit(first.id)
  const to = sql.lit(id)
  await database.write(async (trx) => {
    await sql`
      insert into entities (entity_id, name, time_zone, language, last_sequence)
      select ${to}, name, time_zone, language, last_sequence from entities where entity_id = ${from}`.execute(trx)
    await sql`
      insert into notifications
        (entity_id, notification_id, task_id, external_id, category, target, contact, params, files, inferred_data)
      select ${to}, replace(notification_id, ${from}, ${to}), replace(task_id, ${from}, ${to}), external_id, category,
        target, contact, params, files, inferred_data
      from notifications where entity_id = ${from} order by notification_id`.execute(trx)
    await sql`
      insert into actions (entity_id, at, sequence, action_id, notification_id, action, channel, record)
      select ${to}, at, sequence, replace(action_id, ${from}, ${to}), replace(notification_id, ${from}, ${to}), action,
        channel, replace(record, ${from}, ${to})
      from actions where entity_id = ${from} order by at, sequence`.execute(trx)
    await sql`
      insert into checkin_tokens (entity_id, token_hash, notification_id, record)
      select ${to}, token_hash, replace(notification_id, ${from}, ${to}), replace(record, ${from}, ${to})
      from checkin_tokens where entity_id = ${from} order by notification_id`.execute(trx)
  })
  return { ...first, id, accessToken: await addAccessToken(database, id) }
}
