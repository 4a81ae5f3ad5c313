import pg from 'pg'
import { expect, test } from 'vitest'
import { type Contact, contact } from '../../../test/contact.ts'
import { query } from '../../../test/postgres-server.ts'
import { bootRollcall, type Rollcall } from '../../../test/rollcall.ts'
import { answer } from '../../notifications/lifecycle/answer.ts'
import { findLink } from './open-link.ts'

/** Records an answer while another transaction holds a lock that the answer waits for. */
async function answerDuring(
  rollcall: Rollcall,
  { link }: Contact,
  action: 'confirm' | 'cancel',
  transaction: (run: (sql: string) => Promise<unknown>, isWaiting: () => Promise<void>) => Promise<void>,
) {
  const { database, url, clock } = rollcall
  const opened = await findLink(database, { params: { link }, query: {} })
  const other = new pg.Client(url)
  await other.connect()
  await other.query('begin')
  const given = { action, channel: 'mobile', uid: '+351912345678' } as const
  let answering: ReturnType<typeof answer> | undefined
  const isWaiting = async () => {
    answering = database.writeFor('clinica-lisboa', (trx) => answer(trx, rollcall, opened, given, clock.now()))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await query(url, waiting)).rowCount, { interval: 10 }).toBeGreaterThan(0)
  }
  try {
    await transaction((sql) => other.query(sql), isWaiting)
    await other.query('commit')
  } finally {
    await other.end()
  }
  expect(await answering).toMatchObject({ outcome: 'recorded' })
}

test('an answer wakes a webhook whose worker notes at the same time that there is nothing to send', async () => {
  const rollcall = await bootRollcall({ engine: 'postgres' })
  const one = await contact(rollcall)
  const { database, clock } = rollcall
  await database.updateTable('entities').set({ webhooks: 1 }).execute()
  const webhook = {
    entity_id: 'clinica-lisboa',
    webhook_id: 'w-1',
    url: 'https://example.org',
    kinds: null,
    full: 0,
  } as const
  await database
    .insertInto('webhooks')
    .values({ ...webhook, created_at: 0, created_by: 'x', position: 0, next_attempt_at: clock.now() })
    .execute()
  await answerDuring(rollcall, one, 'cancel', async (run, isWaiting) => {
    await run('select from entities for no key update')
    await run('select from webhooks for no key update')
    await isWaiting()
    await run('update webhooks set position = 1, next_attempt_at = null')
  })
  const { next_attempt_at } = await database.selectFrom('webhooks').select('next_attempt_at').executeTakeFirstOrThrow()
  expect(next_attempt_at).not.toBeNull()
})

test('an answer wakes a webhook that is created at the same time', async () => {
  const rollcall = await bootRollcall({ engine: 'postgres' })
  const one = await contact(rollcall)
  await answerDuring(rollcall, one, 'cancel', async (run, isWaiting) => {
    await run('update entities set webhooks = 1')
    await isWaiting()
    await run(`insert into webhooks (entity_id, webhook_id, url, "full", created_at, created_by, position)
      select entity_id, 'w-1', 'https://example.org', 0, 0, 'x', last_event from entities`)
  })
  const { next_attempt_at } = await rollcall.database
    .selectFrom('webhooks')
    .select('next_attempt_at')
    .executeTakeFirstOrThrow()
  expect(next_attempt_at).not.toBeNull()
})

test('an answer stops a reminder that the service adds at the same time', async () => {
  const rollcall = await bootRollcall({ engine: 'postgres' })
  const one = await contact(rollcall)
  const columns = 'notification_id, channel, uid, compared_uid, state, next_attempt_at, give_up_at'
  await answerDuring(rollcall, one, 'confirm', async (run, isWaiting) => {
    await run('select from notifications for no key update')
    await isWaiting()
    await run(`insert into deliveries (entity_id, delivery_id, kind, link_hash, ${columns})
      select entity_id, 'r-1', 'reminder', 'r-1', ${columns} from deliveries`)
  })
  const reminders = rollcall.database
    .selectFrom('deliveries')
    .select(['state', 'reason'])
    .where('kind', '=', 'reminder')
  expect(await reminders.execute()).toEqual([{ state: 'stopped', reason: 'confirmed' }])
})
