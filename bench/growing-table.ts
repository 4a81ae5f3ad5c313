import { sql } from 'kysely'
import { connectForCommand } from '../src/platform/database/connect.ts'
import type { Database } from '../src/platform/database/database.ts'
import { addAccessToken, type Client, fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'

// Small clinics, so that the smallest table also has many: writers of the same clinic wait for one another. Every
// notification has an action and a check-in token, so that all tables grow equally.
const days = 36
const perDay = 14
const shape = { days, perDay, checkins: days * perDay }
const maxTokens = 2_000

// Equal lengths, so that the copy can replace the id within a record.
const idOf = (index: number) => `clinica-${100_000 + index}`

/** Fills the empty database at `url` with about `size` actions: one clinic written by the service, and copies made in
 *  the database. Returns clinics from the whole table. */
export async function fillTable(engine: Engine, url: string, size: number): Promise<Client[]> {
  const [first] = await fillDatabase(engine, url, [{ id: idOf(0), ...shape }])
  const count = Math.round(size / (days * perDay))
  const database = await connectForCommand(url)
  for (let made = 1; made < count; made *= 2) await copyClinics(database, made, Math.min(made, count - made))
  const clients = [first!]
  for (let index = 1; index < count; index += Math.ceil(count / maxTokens)) {
    clients.push({ ...first!, id: idOf(index), accessToken: await addAccessToken(database, idOf(index)) })
  }
  await database.destroy()
  await engine.settle(url)
  return clients
}

/** Copies the first `copies` of `made` clinics, with one statement per table. */
async function copyClinics(database: Database, made: number, copies: number) {
  const copy = sql`'clinica-' || (cast(substr(entity_id, 9) as integer) + ${sql.lit(made)})`
  const copied = (column: string) => sql`replace(${sql.ref(column)}, entity_id, ${copy})`
  const those = sql`where entity_id < ${sql.lit(idOf(copies))}`
  const statements = [
    sql`insert into entities (entity_id, name, time_zone, language, last_sequence)
      select ${copy}, name, time_zone, language, last_sequence from entities ${those}`,
    sql`insert into notifications
        (entity_id, notification_id, task_id, external_id, category, target, contact, contact_external_id, params,
        files, inferred_data)
      select ${copy}, ${copied('notification_id')}, ${copied('task_id')}, external_id, category, target, contact,
        contact_external_id, params, files, inferred_data from notifications ${those}`,
    sql`insert into actions (entity_id, at, sequence, action_id, notification_id, action, channel, record, starts_at)
      select ${copy}, at, sequence, ${copied('action_id')}, ${copied('notification_id')}, action, channel,
        ${copied('record')}, starts_at from actions ${those}`,
    sql`insert into checkin_tokens (entity_id, token_hash, notification_id, record)
      select ${copy}, token_hash, ${copied('notification_id')}, ${copied('record')}
      from checkin_tokens ${those}`,
  ]
  for (const statement of statements) await database.write((trx) => statement.execute(trx))
}
