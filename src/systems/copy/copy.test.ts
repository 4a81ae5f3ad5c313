import { describe, expect, test } from 'vitest'
import { invite, joinWithPasskey, publicUrl } from '../../../test/accounts.ts'
import { contact } from '../../../test/contact.ts'
import { mapping } from '../../../test/csv-file.ts'
import { action, actionsAt, checkinToken, entity, history, notification } from '../../../test/history.ts'
import { bootRollcall, byDate, byToken, type Rollcall } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { mail, notify, submission } from '../../../test/submission.ts'
import { revokeAccessToken } from '../../access/credentials/access-token.ts'
import { createLink } from '../../access/first-start/link.ts'
import { setRule } from '../../access/sign-in/access-rules.ts'
import { removeEntity } from '../../entities/remove-entity.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import { tablesOf } from '../../platform/database/tables.ts'
import { countRows } from './chunk.ts'
import { type CopyProgress, copyDatabase } from './copy-database.ts'
import { CopyFault } from './in-step.ts'

const quietly = () => {}
const uid = '+351912345678'
const since = (sequence: number) => `/v1/metrics/notifications/actions/clinica-lisboa/since/${sequence}`

type Engine = 'sqlite' | 'postgres'

/** Runs the test in both directions between the engines. */
function bothWays(name: string, run: (source: Rollcall, target: Rollcall) => Promise<void>) {
  const ways = [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const
  for (const [from, to] of ways) {
    test(`${name} [${from} to ${to}]`, () => copying(run, from, to))
  }
}

/** Runs the test from SQLite to PostgreSQL, for rules that do not depend on the direction. */
const oneWay = (name: string, run: (source: Rollcall, target: Rollcall) => Promise<void>) =>
  test(name, () => copying(run, 'sqlite', 'postgres'))

async function copying(run: (source: Rollcall, target: Rollcall) => Promise<void>, from: Engine, to: Engine) {
  const source = await bootRollcall({ engine: from, config: { rateLimit: 6_000, publicUrl } })
  const target = await bootRollcall({ engine: to })
  // Every service of the tests starts with one token.
  await target.database.deleteFrom('access_tokens').execute()
  await run(source, target)
}

/** Both services have stored what they recorded. */
async function copy(source: Rollcall, target: Rollcall, progress: CopyProgress = quietly) {
  for (const { audit } of [source, target]) await audit.flush()
  return copyDatabase(source.database, target.database, progress)
}

/** All rows of the database, by table. */
async function contents({ database }: Rollcall) {
  const tables = new Map<string, string[]>()
  for (const { name } of await tablesOf(database)) {
    if (name === 'first_starts' || name === 'clock_readings') continue
    const rows = await database
      .selectFrom(name as 'entities')
      .selectAll()
      .execute()
    tables.set(name, rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort())
  }
  return tables
}

/** Fills every table of a clinic. */
async function clinicWithEverything(rollcall: Rollcall) {
  const { given, deliver, incoming, post, get, tokenFor, database, clock } = rollcall
  await given(
    ...[
      ...history(),
      entity({
        id: 'c',
        phone: '213 000 000',
        address: 'Rua do Ouro 12',
        names: 'initials',
        logo: (await qrCodePng('c')).toString('base64'),
      }),
      entity({ id: 'b', name: `👩‍⚕️ "Zo\u0308e"\r\n\\ \ufeff\ufffd'` }),
      notification({ entity_id: 'b' }),
    ],
    ...[action({ entity_id: 'b' }), checkinToken({ entity_id: 'b', token: 'old', revoked: 'moved' })],
    ...actionsAt(...Array.from({ length: 1_200 }, (_, i) => `2026-03-28T10:00:00.${String(i).padStart(6, '0')}Z`)),
  )
  const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/withdrawn'
  await rollcall.put(template, { text: '{clinic}: {when} ✗' })
  await rollcall.put('/v1/mappings/clinica-lisboa/agenda', mapping)
  await rollcall.put('/v1/entities/clinica-lisboa/settings', { limits: [{ channel: 'mobile', per_day: 1_000 }] })
  const confirmed = await contact(rollcall, { external_id: 'A-2', addresses: [mail, { channel: 'mobile', uid }] })
  await deliver()
  await confirmed.answer('confirm')
  const token = (await confirmed.token())!
  const waiting = await contact(rollcall, { external_id: 'A-3' })
  await deliver()
  await waiting.answer('reschedule', 'À tarde, se puder 🙏')
  await incoming.reply({ id: 'message-1', uid, text: 'Posso levar o cão?' })
  const [reply] = (await get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
  await post(`/v1/replies/clinica-lisboa/${reply.id}/answer`, { text: 'Claro 🐶' })
  await incoming.reply({ uid, text: 'STOP' })
  const undeliverable = {
    entity_id: 'clinica-lisboa',
    channel: 'email',
    uid: 'x@example.org',
    since: 1,
    reason: '550',
  } as const
  await database.insertInto('undeliverable_addresses').values(undeliverable).execute()
  const only = { contact_external_id: 'P-77', opted_out_at: 1, notification_id: 'n-1' }
  await database
    .insertInto('contact_opt_outs')
    .values({ entity_id: 'clinica-lisboa', channel: 'email', uid: 'x@example.org', ...only })
    .execute()
  await post(`${byToken(token)}/arrival`, undefined, { 'idempotency-key': 'scan-1' })
  const { id } = await notify(rollcall, { external_id: 'A-4' })
  await post(`/v1/notifications/clinica-lisboa/${id}/notes`, { text: '“Zoë” ✗', call: 'no-answer' })
  await rollcall.put(`/v1/notifications/clinica-lisboa/${id}/claim`, { key: 'one' })
  const tester = await tokenFor({ name: 'tests', test: true })
  await post('/v1/notifications/clinica-lisboa', submission(), { authorization: `Bearer ${tester.token}` })
  await post('/v1/holds/clinica-lisboa', { contact_external_id: 'P-77', reason: 'Lawsuit' })
  await post('/v1/erasures/clinica-lisboa', { contact_external_id: 'P-78' })
  await rollcall.erase()
  const webhook = (await post('/v1/webhooks/clinica-lisboa', { url: 'https://webhook.invalid/' })).json()
  await post(`/v1/webhooks/clinica-lisboa/${webhook.id}/test`)
  await post('/v1/acknowledgements/clinica-lisboa', [{ sequence: 1, outcome: 'failed', reason: '“Zoë” ✗' }])
  const desk = await tokenFor({ name: 'desk', scopes: ['checkin:read'], entities: ['b'] })
  await revokeAccessToken(database, clock, (await tokenFor({ name: 'lost' })).id)
  await signedIn(rollcall)
  const { secret } = await invite(rollcall, { name: 'Zoë ✗' })
  await joinWithPasskey(rollcall, secret)
  const mailServer = { SMTP_URL: 'smtps://127.0.0.1:9', PUBLIC_URL: publicUrl }
  await rollcall.put('/v1/channels/email', mailServer, { 'if-match': (await get('/v1/channels/email')).headers.etag! })
  await setRule(database, { group: '/Zoë', scopes: ['checkin:read'], entities: ['b'] })
  await given(entity({ id: 'misspelt' }))
  await removeEntity(database, clock, 'misspelt')
  await get(byToken('no such token'))
  return { confirmed, waiting, token, desk: desk.token }
}

describe('a copy', () => {
  bothWays('keeps the erasures of its source, and does not bring an erased contact back', async (source, target) => {
    await notify(source)
    const before = await bootRollcall()
    await before.database.deleteFrom('access_tokens').execute()
    await copy(source, before)
    await source.post('/v1/erasures/clinica-lisboa', { contact_external_id: 'P-77' })
    await source.erase()
    await copy(source, target)
    const headers = { authorization: `Bearer ${source.token}` }
    const submitted = await target.post('/v1/notifications/clinica-lisboa', submission(), headers)
    expect(submitted.json().errors[0].reason).toBe('erased')
    await expect(copy(before, target)).rejects.toThrow(CopyFault)
  })

  bothWays(
    'has every row of every table but those of a start, and changes nothing when it is run again',
    async (source, target) => {
      await clinicWithEverything(source)
      // Both services were started, and printed links.
      for (const { database, clock } of [source, target]) {
        await createLink(database, clock)
        await database.insertInto('clock_readings').values({ clock_reading_id: 1, read_at: clock.now() }).execute()
      }
      const first = await copy(source, target)
      for (const { table, rows } of first) expect([table, rows]).not.toEqual([table, 0])
      const copied = await contents(target)
      expect(copied).toEqual(await contents(source))
      expect(first.map(({ table }) => table).sort()).toEqual([...copied.keys()].sort())
      expect(await copy(source, target)).toEqual(first.map((one) => ({ ...one, copied: 0 })))
      expect(await contents(target)).toEqual(copied)
    },
  )

  bothWays('is served as the source was, and continues where it stopped', async (source, target) => {
    const { confirmed, waiting, token, desk } = await clinicWithEverything(source)
    await copy(source, target)
    const bearer = { authorization: `Bearer ${source.token}` }
    for (const url of [byDate('2026-03-28', '2026-03-30'), since(0), since(1_199), byToken(token)]) {
      const [before, after] = [await source.get(url), await target.get(url, bearer)]
      expect({ status: after.statusCode, body: after.body }).toEqual({ status: 200, body: before.body })
      expect(after.headers.etag).toBe(before.headers.etag)
      expect(after.headers['rollcall-sequence']).toBe(before.headers['rollcall-sequence'])
    }
    const { etag } = (await source.get(byDate('2026-03-28'))).headers
    expect((await target.get(byDate('2026-03-28'), { ...bearer, 'if-none-match': `${etag}` })).statusCode).toBe(304)
    expect((await target.get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE', 'b'), bearer)).statusCode).toBe(404)
    expect((await target.get(byToken('old', 'b'), { authorization: `Bearer ${desk}` })).statusCode).toBe(410)
    for (const { url, open } of [confirmed, waiting])
      expect((await target.app.inject(url)).body).toBe((await open()).body)

    const last = Number((await source.get(since(1_000))).headers['rollcall-sequence'])
    const again = await target.post(`${byToken(token)}/arrival`, undefined, { ...bearer, 'idempotency-key': 'scan-1' })
    expect(again.statusCode).toBe(201)
    await target.postForm(waiting.url, { answer: 'cancel', nonce: waiting.nonce })
    const news = await target.get(since(last), bearer)
    expect(news.json()).toMatchObject([{ action: 'cancel', notification_id: waiting.id }])
    expect(news.headers['rollcall-sequence']).toBe(String(last + 1))
    expect(await target.deliver()).toBe(await source.deliver())
  })

  bothWays('resumes after an interruption', async (source, target) => {
    await clinicWithEverything(source)
    const cut = copy(source, target, (phase, done) => {
      if (phase === 'copy' && done > 600) throw new Error('cut')
    })
    await expect(cut).rejects.toThrow('cut')
    const stored = await countAll(target)
    expect(stored).toBeGreaterThan(0)
    const copied = await copy(source, target)
    expect(copied.reduce((sum, one) => sum + one.copied, 0)).toBe((await countAll(source)) - stored)
    expect(await contents(target)).toEqual(await contents(source))
  })

  bothWays('keeps the order of keys with any characters through every chunk', async (source, target) => {
    await source.given(entity())
    const signs = ['a', 'Z', 'é', '\ud7ff', '\ue000', '\uffee', '😀']
    const rows = signs.flatMap((sign) =>
      Array.from({ length: 150 }, (_, i) => ({
        entity_id: 'clinica-lisboa',
        channel: 'email' as const,
        uid: sign + i,
      })),
    )
    for (const from of [0, 525]) {
      const some = rows.slice(from, from + 525).map((row) => ({ ...row, opted_out_at: 1 }))
      await source.database.insertInto('opt_outs').values(some).execute()
    }
    await copy(source, target)
    await target.database.deleteFrom('opt_outs').where('uid', 'like', '%7').execute()
    expect((await copy(source, target)).find(({ table }) => table === 'opt_outs')).toMatchObject({
      rows: 1_050,
      copied: 105,
    })
  })
})

describe('a refused copy', () => {
  oneWay('changes nothing in a target with other data', async (source, target) => {
    await source.given(...history())
    await target.given(entity({ id: 'another' }), notification({ entity_id: 'another' }))
    const before = await contents(target)
    await expect(copy(source, target)).rejects.toThrow('entities (entity_id another) is not in the source')
    expect(await contents(target)).toEqual(before)
  })

  oneWay('does not overwrite a row with other content', async (source, target) => {
    await clinicWithEverything(source)
    await copy(source, target)
    await target.database.updateTable('actions').set({ channel: 'x' }).where('action_id', '=', 'at-700').execute()
    const before = await contents(target)
    await expect(copy(source, target)).rejects.toThrow(
      /^actions \(entity_id clinica-lisboa, at \d+, sequence 701\) has other content$/,
    )
    expect(await contents(target)).toEqual(before)
    await target.database.updateTable('opt_outs').set({ opted_out_at: 1 }).execute()
    await target.database.updateTable('actions').set({ channel: 'mobile' }).where('channel', '=', 'x').execute()
    // The message names no contact.
    await expect(copy(source, target)).rejects.toThrow(
      /^opt_outs \(entity_id clinica-lisboa, channel mobile, uid …\) has other content$/,
    )
  })
})

describe('a fault', () => {
  const writings: [what: string, write: (source: Rollcall, i: number) => Promise<unknown>][] = [
    ['gets actions', ({ given }, i) => given(action({ id: `meanwhile-${i}` }))],
    [
      'gets notifications',
      ({ given }, i) => given(notification({ id: `${i}` }), action({ id: `meanwhile-${i}`, notification_id: `${i}` })),
    ],
    [
      'is changed',
      ({ database }, i) =>
        database
          .updateTable('entities')
          .set({ name: `${i}` })
          .execute(),
    ],
  ]
  for (const [what, write] of writings) {
    oneWay(`is a source that ${what} meanwhile`, async (source, target) => {
      await source.given(entity(), notification(), ...actionsAt(...Array(1_000).fill('2026-03-28T10:00:00Z')))
      let isCopying = true
      const copying = copy(source, target).finally(() => {
        isCopying = false
      })
      copying.catch(() => {})
      for (let i = 0; isCopying; i++) await write(source, i)
      await expect(copying).rejects.toThrow(CopyFault)
    })
  }

  test('is a NUL, which PostgreSQL does not keep', async () => {
    const [source, target] = [await bootRollcall(), await bootRollcall({ engine: 'postgres' })]
    await target.database.deleteFrom('access_tokens').execute()
    await source.given(...history())
    await source.database.updateTable('notifications').set({ contact: '"\0"' }).execute()
    await expect(copy(source, target)).rejects.toThrow(
      'notifications (entity_id clinica-lisboa, notification_id n-1) of the source has a NUL character',
    )
  })
})

async function countAll({ database }: Rollcall) {
  const counts = await Promise.all((await tablesOf(database)).map((table) => countRows(database, table)))
  return counts.reduce((sum, count) => sum + count, 0)
}
