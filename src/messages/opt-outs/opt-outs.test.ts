import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { bootRollcall, eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'
import { waitingSessions } from '../../../test/waiting-sessions.ts'
import { writeCursor } from '../../platform/lists/cursor.ts'
import { stopDeliveries } from '../delivery/stop-deliveries.ts'

const path = '/v1/opt-outs/clinica-lisboa'
const mobile = { channel: 'mobile', uid: '+351912345678' } as const

const put = ({ put }: Rollcall, payload: object, url = path) => put(url, payload)

describe('staff', () => {
  eachEngine(
    'stop the messages to an address, also the pending ones, until they lift the opt-out',
    async (rollcall) => {
      const { status } = await notify(rollcall, { addresses: [mail, mobile] })
      const set = await put(rollcall, { channel: 'mobile', uid: '+351 912 345 678', opted_out: true })
      expect({ status: set.statusCode, body: set.json() }).toEqual({
        status: 200,
        body: { ...mobile, reason: 'staff', opted_out_at: '2026-03-30T08:00:00.000000+00:00' },
      })
      const { deliveries } = await status()
      const [toMail, toMobile] = [mail, mobile].map(({ uid }) => deliveries.find((one: typeof mail) => one.uid === uid))
      expect(toMail).toMatchObject({ ...mail, state: 'pending' })
      expect(toMail).not.toHaveProperty('opted_out')
      expect(toMobile).toMatchObject({ ...mobile, state: 'stopped', reason: 'opted out', opted_out: 'staff' })

      const later = await notify(rollcall, { external_id: 'A-2' })
      await rollcall.deliver()
      expect(await later.delivery()).toMatchObject({ state: 'stopped', reason: 'opted out', opted_out: 'staff' })

      const lifted = await put(rollcall, { ...mobile, opted_out: false })
      expect({ status: lifted.statusCode, body: lifted.json() }).toEqual({
        status: 200,
        body: { ...mobile, opted_out: false },
      })
      expect(await later.delivery()).not.toHaveProperty('opted_out')
      const last = await notify(rollcall, { external_id: 'A-3' })
      await rollcall.deliver()
      expect((await last.delivery()).state).toBe('sent')
      expect(rollcall.outbox('.txt')).toHaveLength(1)
    },
  )

  serviceTest('set and lift an opt-out several times with the same outcome', async (rollcall) => {
    await rollcall.given(entity())
    const first = await put(rollcall, { ...mobile, opted_out: true })
    rollcall.clock.time += 1
    expect((await put(rollcall, { ...mobile, opted_out: true })).json()).toEqual(first.json())
    expect((await rollcall.get(path)).json()).toEqual([first.json()])
    for (let time = 0; time < 2; time++) {
      expect((await put(rollcall, { ...mobile, opted_out: false })).json()).toEqual({ ...mobile, opted_out: false })
    }
    expect((await rollcall.get(path)).json()).toEqual([])
  })

  serviceTest('see who of them set and lifted an opt-out, if they may see addresses', async (rollcall) => {
    const { get, tokenFor } = rollcall
    const { answer } = await contact(rollcall, { addresses: [mail, mobile] })
    const set = (await put(rollcall, { ...mobile, opted_out: true })).json()
    await put(rollcall, { ...mobile, opted_out: true })
    await put(rollcall, { ...mobile, opted_out: false })
    await answer('not-me')
    const history = '/v1/entities/clinica-lisboa/history'
    const change = { at: '2026-03-30T08:00:00.000000+00:00', by: 'test', resource: 'opt-out' }
    const name = 'mobile/+351912345678'
    expect((await get(history)).json()).toEqual([
      { ...change, name, before: set },
      { ...change, name, after: set },
    ])
    const { token } = await tokenFor({ scopes: ['admin'] })
    const read = await get(history, { authorization: `Bearer ${token}` })
    expect([read.statusCode, read.json()]).toEqual([200, []])
  })

  serviceTest('stop only the messages of their own entity', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    await rollcall.given(entity({ id: 'clinica-porto', name: 'Porto' }))
    await put(rollcall, { ...mobile, opted_out: true }, '/v1/opt-outs/clinica-porto')
    await rollcall.deliver()
    expect((await delivery()).state).toBe('sent')
    expect((await rollcall.get(path)).json()).toEqual([])
  })

  eachEngine('list the opt-outs by channel and uid over several pages', async (rollcall) => {
    await rollcall.given(entity())
    const addresses = [
      ...['a@example.org', 'b@example.org', 'c+d@example.org'].map((uid) => ({ channel: 'email' as const, uid })),
      ...['+351912345678', '+351912345679'].map((uid) => ({ channel: 'mobile' as const, uid })),
    ]
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    for (const address of addresses.toReversed()) {
      expect(await client.setOptOut('clinica-lisboa', { ...address, opted_out: true })).toMatchObject(address)
    }
    for (const limit of [1, 2, 4, 5]) {
      const pages = await eachPage(rollcall, `${path}?limit=${limit}`)
      const listed = pages.flatMap((page) => page.json())
      expect(listed.map(({ channel, uid }) => ({ channel, uid }))).toEqual(addresses)
      expect(pages).toHaveLength(Math.ceil(addresses.length / limit))
      for (const { headers } of pages) expect(String(headers.link)).not.toContain('example.org')
    }
    expect(await Array.fromAsync(client.optOuts('clinica-lisboa'))).toMatchObject(addresses)
  })
})

test('an opt-out does not wait for a task, and stops a message that the task leaves pending [postgres]', async () => {
  const rollcall = await bootRollcall({ engine: 'postgres' })
  const visits = []
  for (const external_id of ['A-1', 'A-2', 'A-3']) visits.push(await notify(rollcall, { external_id }))
  const [first, second, third] = visits.map(({ id }) => ({ entityId: 'clinica-lisboa', id }))
  await rollcall.database.write(async (task) => {
    await stopDeliveries(task, { ...third!, reason: 'withdrawn' })
    await task.updateTable('deliveries').set({ removed: 0 }).where('notification_id', '=', second!.id).execute()
    expect((await put(rollcall, { ...mobile, opted_out: true })).statusCode).toBe(200)
    await stopDeliveries(task, { ...first!, reason: 'withdrawn' })
  })
  await rollcall.deliver()
  expect(await Promise.all(visits.map(({ delivery }) => delivery()))).toMatchObject([
    { state: 'stopped', reason: 'opted out', attempts: 0 },
    { state: 'stopped', reason: 'opted out', attempts: 1 },
    { state: 'stopped', attempts: 0 },
  ])
})

test('a repeated opt-out succeeds although another request lifts it at the same moment [postgres]', async () => {
  const rollcall = await bootRollcall({ engine: 'postgres' })
  const { database } = rollcall
  await rollcall.given(entity())
  await put(rollcall, { ...mobile, opted_out: true })
  await notify(rollcall)
  const hold = database.engine.lockKey('hold')
  await sql`create function hold() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(hashtextextended('hold', 0)); return new; end $$`.execute(database)
  await sql`create trigger hold before update on deliveries for each row execute function hold()`.execute(database)
  const { repeated, lifted } = await database.write(async (trx) => {
    await hold.execute(trx)
    const repeated = put(rollcall, { ...mobile, opted_out: true })
    await expect.poll(() => waitingSessions(database)).toBe(1)
    let isLifted = false
    const lifted = put(rollcall, { ...mobile, opted_out: false }).finally(() => (isLifted = true))
    await expect.poll(async () => isLifted || (await waitingSessions(database)) === 2).toBe(true)
    return { repeated, lifted }
  })
  expect([(await repeated).statusCode, (await lifted).statusCode]).toEqual([200, 200])
  expect((await rollcall.get(path)).json()).toEqual([])
})

describe('a request about opt-outs', () => {
  serviceTest('with faults names each of them', async (rollcall) => {
    await rollcall.given(entity())
    const faults = async (body: object) => {
      const refused = await put(rollcall, body)
      expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 422, code: 'invalid-body' })
      return refused.json().errors
    }
    const number = [{ parameter: '/uid', reason: expect.stringContaining("with its country's code") }]
    for (const uid of ['12345', '12', 'x@example.org']) {
      expect(await faults({ channel: 'mobile', uid, opted_out: true })).toEqual(number)
    }
    expect(await faults({ channel: 'email', uid: '+351912345678', opted_out: true })).toEqual([
      { parameter: '/uid', reason: 'must be an e-mail address' },
    ])
    expect(await faults({ channel: 'fax', opted_out: 1, more: 1 })).toHaveLength(4)
    expect(await faults([])).toHaveLength(1)
    expect((await rollcall.get(path)).json()).toEqual([])
  })

  serviceTest('with an invalid cursor is rejected', async (rollcall) => {
    await rollcall.given(entity())
    for (const cursor of ['mobile', writeCursor('opt-outs', 'mobile', '\0')]) {
      const refused = await rollcall.get(`${path}?after=${cursor}`)
      expect({ status: refused.statusCode, errors: refused.json().errors }).toEqual({
        status: 400,
        errors: [{ parameter: 'after', reason: 'malformed' }],
      })
    }
  })
})

serviceTest('a telephone number with an extension is invalid: it gets no texts', async (rollcall) => {
  await rollcall.given(entity())
  for (const uid of ['+351213000000;ext=5', '+351 213 000 000 ext. 5']) {
    const { errors } = (await put(rollcall, { channel: 'mobile', uid, opted_out: true })).json()
    expect(errors).toEqual([{ parameter: '/uid', reason: expect.stringContaining('must be a phone number') }])
  }
})

describe('a mailbox', () => {
  const spelled = (uid: string) => ({ channel: 'email' as const, uid })
  const [upper, lower] = [spelled('Case@Bücher.Example'), spelled('case@xn--bcher-kva.example')]

  serviceTest('that opted out in another case, or with another form of its domain, gets nothing', async (rollcall) => {
    await rollcall.given(entity())
    expect((await put(rollcall, { ...upper, opted_out: true })).json()).toMatchObject({ ...lower, reason: 'staff' })
    const { delivery } = await notify(rollcall, { addresses: [lower] })
    const other = await notify(rollcall, { external_id: 'A-2', addresses: [spelled('CASE@bücher.example')] })
    await rollcall.deliver()
    for (const one of [delivery, other.delivery])
      expect(await one()).toMatchObject({ state: 'stopped', reason: 'opted out', opted_out: 'staff' })
    expect((await put(rollcall, { ...spelled('CASE@BÜCHER.example'), opted_out: false })).statusCode).toBe(200)
    expect((await rollcall.get(path)).json()).toEqual([])
  })

  eachEngine('that opts out on its page stops its pending mails in any spelling', async (rollcall) => {
    const one = await contact(rollcall, { addresses: [upper] })
    const other = await notify(rollcall, { external_id: 'A-2', addresses: [lower] })
    await one.answer('not-me')
    expect(await other.delivery()).toMatchObject({ ...lower, state: 'stopped', opted_out: 'not-me' })
    expect((await one.open()).body).not.toContain('João')
  })

  serviceTest('gets one notice when a task names it twice, in the spelling of the task', async (rollcall) => {
    const { status } = await notify(rollcall, { addresses: [upper, lower] })
    expect((await status()).deliveries).toMatchObject([lower])
  })

  serviceTest('that differs only in case gets no second notice', async (rollcall) => {
    const { id, status } = await notify(rollcall, { addresses: [upper] })
    await rollcall.deliver()
    const { outcome } = (
      await rollcall.post('/v1/notifications/clinica-lisboa', submission(item({ addresses: [lower] })))
    ).json().notifications[0]
    expect(outcome).toBe('unchanged')
    const doctor = { ...item().params, doctor: 'Rui Costa' }
    expect((await notify(rollcall, { addresses: [lower], params: doctor })).id).toBe(id)
    expect((await status()).deliveries).toMatchObject([{ ...upper, state: 'sent' }])
  })
})
