import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { createAccessToken } from '../src/access/credentials/access-token.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import type { Database } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import type { Schema } from '../src/platform/database/schema.ts'
import { systemClock } from '../src/platform/time/instant.ts'
import { actionRows, checkinTokenRows, entityRows, notificationRows } from '../src/systems/import/rows.ts'
import { type Appointment, appointments, firstDay } from './appointments.ts'
import type { Engine } from './engines/engine.ts'

/** The size of an entity's history: `perDay` answers on each of `days` days from `from`, or else from `firstDay`. */
export interface Shape {
  id: string
  days: number
  perDay: number
  checkins: number
  from?: Temporal.PlainDate
}

/** An entity in the database, with the tokens to query it. */
export interface Client extends Shape {
  timeZone: string
  accessToken: string
  checkinTokens: string[]
}

const timeZone = 'Europe/Lisbon'
const batchRows = 500
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Fills Rollcall's empty database at `url` with the service's own migrations, renderers and inserts. */
export async function fillDatabase(engine: Engine, url: string, shapes: Shape[]): Promise<Client[]> {
  const database = await connectForCommand(url)
  await migrate(database)
  const clients: Client[] = []
  for (const shape of shapes) clients.push(await addClient(database, shape))
  // The benchmark sends its messages at any hour.
  const none = JSON.stringify({ hours: [], holidays: [] })
  await database.write((trx) => trx.updateTable('entities').set({ quiet_hours: none }).execute())
  await database.destroy()
  await engine.settle(url)
  return clients
}

async function addClient(database: Database, shape: Shape): Promise<Client> {
  const entity = { entity_id: shape.id, name: `Clínica ${shape.id}`, time_zone: timeZone, language: 'pt-PT' }
  await database.write((trx) => entityRows.insert(trx, [entity]))

  const tokens: string[] = []
  for (const batch of batches(appointments(shape.id, shape.days, shape.perDay, shape.from ?? firstDay))) {
    await database.write(async (trx) => {
      await notificationRows.insert(
        trx,
        batch.map((one) => notificationRows.toRow(one.notification, one.notification)),
      )
      await actionRows.insert(
        trx,
        batch.map((one) => actionRows.toRow(one.action, one.notification)),
      )
      tokens.push(...(await addCheckinTokens(trx, batch.slice(0, shape.checkins - tokens.length), tokens.length)))
    })
  }
  return { ...shape, timeZone, checkinTokens: tokens, accessToken: await addAccessToken(database, shape.id) }
}

async function addCheckinTokens(trx: Transaction<Schema>, of: Appointment[], before: number): Promise<string[]> {
  const lines = of.map(({ notification }, index) => ({
    type: 'checkin_token' as const,
    entity_id: notification.entity_id,
    notification_id: notification.id,
    token: checkinToken(`${notification.entity_id} ${before + index}`),
  }))
  const rows = lines.map((line, index) => checkinTokenRows.toRow(line, of[index]!.notification))
  if (rows.length > 0) await checkinTokenRows.insert(trx, rows)
  return lines.map((line) => line.token)
}

/** Creates the token of a typical integrator, for one entity. */
export async function addAccessToken(database: Database, entityId: string): Promise<string> {
  const { token } = await createAccessToken(database, systemClock, {
    name: entityId,
    scopes: ['actions:read', 'checkin:read', 'notifications:read', 'notifications:write'],
    entities: [entityId],
    expiresAt: null,
  })
  return token
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    if (batch.push(item) < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Returns a token in the issued format. Deterministic. */
const checkinToken = (seed: string) =>
  Array.from(hash('sha256', seed, 'buffer').subarray(0, 26), (byte) => crockford[byte % 32]).join('')
