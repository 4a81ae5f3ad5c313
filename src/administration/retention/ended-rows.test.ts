import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { invite } from '../../../test/accounts.ts'
import { entity } from '../../../test/history.ts'
import { deleteAt } from '../../../test/retention.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { notify, submission } from '../../../test/submission.ts'
import { createLink } from '../../access/first-start/link.ts'
import { insertAttempt } from '../../systems/webhooks/attempts.ts'
import { endingTables } from './remove-ended.ts'

const countAll = async ({ database }: Rollcall) => {
  const counts: Record<string, number> = {}
  for (const { name } of await endingTables(database))
    counts[name] = (await sql`select 1 from ${sql.table(name)}`.execute(database)).rows.length
  return counts
}

/** Fills each table whose rows end by themselves. */
async function used(rollcall: Rollcall) {
  const { database, clock, post, put, given } = rollcall
  await given(entity())
  const { id } = await notify(rollcall)
  await post('/v1/notifications/clinica-lisboa', submission(), { 'idempotency-key': 'k-1' })
  await signedIn(rollcall)
  await invite(rollcall)
  await createLink(database, clock)
  expect((await put(`/v1/notifications/clinica-lisboa/${id}/claim`, { key: 'a key of a page' })).statusCode).toBe(200)
  const at = clock.now()
  const webhook = (await post('/v1/webhooks/clinica-lisboa', { url: 'https://webhook.invalid/' })).json()
  await insertAttempt(database, { entityId: 'clinica-lisboa', id: webhook.id }, 1, {
    sequence: null,
    at,
    durationMs: 1,
    outcome: { status: 204 } as never,
  })
  await database
    .insertInto('received_messages')
    .values({
      entity_id: 'clinica-lisboa',
      channel: 'whatsapp',
      uid: '351912345678',
      message_id: 'wamid.1',
      sent_at: at,
      notification_id: id,
    })
    .execute()
}

eachEngine('rows of no use are deleted without a setting, each after its time', async (rollcall) => {
  await used(rollcall)
  const counts = await countAll(rollcall)
  expect(counts).toEqual({
    account_changes: 1,
    claims: 1,
    first_starts: 1,
    idempotency_keys: 1,
    received_messages: 1,
    sessions: 1,
    webhook_attempts: 1,
  })
  await deleteAt(rollcall, '2026-03-31T02:00:00Z')
  expect(await countAll(rollcall)).toEqual({ ...counts, claims: 0, first_starts: 0 })
  await deleteAt(rollcall, '2026-04-01T02:00:00Z')
  const months = { ...counts, claims: 0, first_starts: 0, idempotency_keys: 0, sessions: 0 }
  expect(await countAll(rollcall)).toEqual(months)
  await deleteAt(rollcall, '2026-04-30T02:00:00Z')
  expect(await countAll(rollcall)).toEqual({ ...months, received_messages: 0 })
  await deleteAt(rollcall, '2026-06-30T02:00:00Z')
  expect(await countAll(rollcall)).toMatchObject({ account_changes: 1 })
  await deleteAt(rollcall, '2028-03-30T02:00:00Z')
  expect(Object.values(await countAll(rollcall)).every((count) => count === 0)).toBe(true)
})

serviceTest('messages in files are deleted after 30 days', async (rollcall) => {
  const outbox = join(rollcall.folder, 'outbox')
  mkdirSync(outbox, { recursive: true })
  const [old, young] = [new Date('2026-03-01T01:00:00Z'), new Date('2026-03-02T03:00:00Z')]
  for (const [name, at] of [
    ['old.txt', old],
    ['young.eml', young],
  ] as const) {
    writeFileSync(join(outbox, name), 'Your appointment')
    utimesSync(join(outbox, name), at, at)
  }
  await deleteAt(rollcall, '2026-04-01T02:00:00Z')
  expect(readdirSync(outbox)).toEqual(['young.eml'])
})
