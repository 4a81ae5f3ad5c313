import { describe, expect } from 'vitest'
import { contact, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer, refusing } from '../../../test/mail-server.ts'
import { bootRollcall, byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'
import type { Address } from '../../channels/address.ts'
import { mobile } from '../../channels/mobile/mobile.ts'
import { incoming } from '../../contacts/replies/incoming.ts'
import { formatInstant, hours, minutes } from '../../platform/time/instant.ts'

const path = '/v1/notifications/clinica-lisboa'
const [first, second] = ['+351912345678', '+351912345679'].map((uid) => ({ channel: 'mobile' as const, uid }))
const all: Address[] = [first!, mail, second!]
const visit = { params: { ...item().params, when: '2026-04-20T09:30:00+01:00' }, addresses: all }

async function withFallback(rollcall: Rollcall, after = 'PT4H') {
  await rollcall.given(entity())
  const settings = '/v1/entities/clinica-lisboa/settings'
  expect((await rollcall.put(settings, { fallback: { after } })).statusCode).toBe(200)
}

/** Delivers until nothing is due. */
async function deliverAll(rollcall: Rollcall, senders: Parameters<Rollcall['deliver']>[0] = {}) {
  while ((await rollcall.deliver(senders)) > 0);
}

/** Advances the clock by minutes, and returns when each address got its message. */
async function sentWithin(rollcall: Rollcall, micros: number) {
  for (const end = rollcall.clock.time + micros; rollcall.clock.time < end; rollcall.clock.time += minutes(10))
    await deliverAll(rollcall)
  await deliverAll(rollcall)
  return sentTo(rollcall)
}

async function sentTo({ database }: Rollcall) {
  const rows = await database
    .selectFrom('deliveries')
    .select(['kind', 'uid', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at')
    .orderBy('channel', 'desc')
    .execute()
  return rows.map(({ kind, uid, sent_at }) => `${kind} ${uid} ${formatInstant(sent_at!).slice(11, 16)}`)
}

interface Status {
  deliveries: { uid: string; state: string; reason?: string }[]
}

/** Returns the states of the addresses in their order. */
async function states({ status }: { status: () => Promise<Status> }, addresses = all) {
  const { deliveries } = await status()
  const inOrder = addresses.map(({ uid }) => deliveries.find((one) => one.uid === uid)!)
  return inOrder.map(({ state, reason }) => [state, reason].filter(Boolean).join(': '))
}

const unreached = async ({ get }: Rollcall) =>
  (await get(byVisit('2026-04-20', '2026-04-20', '/count?reached=false'))).json().count

describe('with a fallback', () => {
  eachEngine('the next address is used if the one before it brings no answer in time', async (rollcall) => {
    await withFallback(rollcall)
    const one = await notify(rollcall, visit)
    await deliverAll(rollcall)
    expect(await states(one)).toEqual(['sent', 'pending: fallback', 'pending: fallback'])
    expect(await sentWithin(rollcall, hours(10))).toEqual([
      `notice ${first!.uid} 08:00`,
      `notice ${mail.uid} 12:00`,
      `notice ${second!.uid} 16:00`,
    ])
  })

  serviceTest('no further address is used after an answer, nor for reminders and the QR code', async (rollcall) => {
    await withFallback(rollcall)
    const { id } = await notify(rollcall, { ...visit, params: { ...visit.params, when: '2026-04-20T15:00:00+01:00' } })
    await deliverAll(rollcall)
    expect((await rollcall.post(`${path}/${id}/answer`, { action: 'confirm' })).statusCode).toBe(200)
    await deliverAll(rollcall)
    await rollcall.remind()
    setTime(rollcall, '2026-04-20T11:00:00Z')
    await rollcall.remind()
    await deliverAll(rollcall)
    const { database } = rollcall
    const rows = await database
      .selectFrom('deliveries')
      .select(['kind', 'uid', 'state'])
      .orderBy('delivery_id')
      .execute()
    const notices = rows.filter(({ kind }) => kind === 'notice')
    expect(all.map(({ uid }) => notices.find((one) => one.uid === uid)!.state)).toEqual(['sent', 'stopped', 'stopped'])
    expect(new Set(rows.filter(({ kind }) => kind !== 'notice').map(({ uid }) => uid))).toEqual(new Set([first!.uid]))
    expect(rows.map(({ kind }) => kind)).toContain('reminder')
  })

  eachEngine('the next address is used at once when one fails, by its server or by a receipt', async (rollcall) => {
    await withFallback(rollcall)
    const { email } = await mailServer(refusing(550, 'no such mailbox'))
    const one = await notify(rollcall, visit)
    await deliverAll(rollcall, { email })
    const { database } = rollcall
    const { delivery_id } = await database
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('state', '=', 'sent')
      .executeTakeFirstOrThrow()
    rollcall.clock.time += minutes(5)
    await incoming(rollcall, mobile.name).receiptOf(
      { entity_id: 'clinica-lisboa', delivery_id },
      { outcome: 'failed', reason: 'UNDELIV' },
    )
    expect(await unreached(rollcall)).toBe(0)
    await deliverAll(rollcall, { email })
    expect(await states(one)).toEqual(['failed: UNDELIV', 'failed: 550 no such mailbox', 'sent'])
    expect(await sentTo(rollcall)).toEqual([`notice ${first!.uid} 08:00`, `notice ${second!.uid} 08:05`])
  })

  serviceTest('the contact could not be reached only when all addresses have failed', async (rollcall) => {
    await withFallback(rollcall)
    const { email } = await mailServer(refusing(550, 'no such mailbox'))
    const addresses = [mail, { ...mail, uid: 'j@example.org' }]
    const one = await notify(rollcall, { ...visit, addresses })
    await rollcall.deliver({ email })
    expect([await states(one, addresses), await unreached(rollcall)]).toEqual([
      ['failed: 550 no such mailbox', 'pending: fallback'],
      0,
    ])
    await deliverAll(rollcall, { email })
    expect([await states(one, addresses), await unreached(rollcall)]).toEqual([
      ['failed: 550 no such mailbox', 'failed: 550 no such mailbox'],
      1,
    ])
  })

  serviceTest('an address that opted out, or is undeliverable, is passed over at once', async (rollcall) => {
    await withFallback(rollcall)
    await rollcall.put('/v1/opt-outs/clinica-lisboa', { ...first!, opted_out: true })
    const one = await notify(rollcall, visit)
    await rollcall.database
      .insertInto('undeliverable_addresses')
      .values({ entity_id: 'clinica-lisboa', ...mail, since: 0, reason: '550' })
      .execute()
    await deliverAll(rollcall)
    expect(await states(one)).toEqual(['stopped: opted out', 'stopped: undeliverable', 'sent'])
  })

  serviceTest(
    'an opt-out of a waiting message is passed over, and does not hasten the address after it',
    async (rollcall) => {
      await withFallback(rollcall)
      const one = await notify(rollcall, visit)
      await deliverAll(rollcall)
      await rollcall.put('/v1/opt-outs/clinica-lisboa', { ...mail, opted_out: true })
      await deliverAll(rollcall)
      expect(await states(one)).toEqual(['sent', 'stopped: opted out', 'pending: fallback'])
      expect(await sentWithin(rollcall, hours(5))).toEqual([
        `notice ${first!.uid} 08:00`,
        `notice ${second!.uid} 12:00`,
      ])
    },
  )

  serviceTest('the next address is used at once when a person says that they are not the contact', async (rollcall) => {
    await withFallback(rollcall)
    const one = await contact(rollcall, { ...visit, addresses: [first!] })
    await deliverAll(rollcall)
    await rollcall.post(path, submission(item({ ...visit, addresses: [first!, mail] })))
    await deliverAll(rollcall)
    rollcall.clock.time += minutes(5)
    expect((await one.answer('not-me')).statusCode).toBe(303)
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toEqual([`notice ${first!.uid} 08:00`, `notice ${mail.uid} 08:05`])
  })

  serviceTest(
    'an address whose server does not respond does not hold back the next one for longer',
    async (rollcall) => {
      await withFallback(rollcall)
      const { email } = await mailServer(refusing(450, 'try later'))
      await notify(rollcall, { ...visit, addresses: [mail, second!] })
      for (const end = rollcall.clock.time + hours(5); rollcall.clock.time < end; rollcall.clock.time += minutes(10))
        await deliverAll(rollcall, { email })
      expect(await sentTo(rollcall)).toEqual([`notice ${second!.uid} 12:00`])
    },
  )

  serviceTest('the time in which the hours are quiet does not count', async (rollcall) => {
    await withFallback(rollcall)
    setTime(rollcall, '2026-03-30T18:00:00Z')
    await notify(rollcall, visit)
    expect(await sentWithin(rollcall, hours(24))).toEqual([
      `notice ${first!.uid} 18:00`,
      // Due at 23:00 in Lisbon. Quiet hours end at 08:00.
      `notice ${mail.uid} 07:00`,
      `notice ${second!.uid} 11:00`,
    ])
  })

  serviceTest(
    'a corrected address takes the place of the old one, and new addresses are used in order',
    async (rollcall) => {
      await withFallback(rollcall)
      const submit = (addresses: Address[]) => rollcall.post(path, submission(item({ ...visit, addresses })))
      await submit([first!, mail])
      await deliverAll(rollcall)
      rollcall.clock.time += hours(1)
      await submit([second!, mail])
      expect(await sentWithin(rollcall, hours(6))).toEqual([
        `notice ${first!.uid} 08:00`,
        `notice ${second!.uid} 09:00`,
        `notice ${mail.uid} 13:00`,
      ])
    },
  )

  serviceTest(
    'a move is told at once to all addresses that know the old time, and to the others in turn',
    async (rollcall) => {
      await withFallback(rollcall)
      await notify(rollcall, visit)
      await sentWithin(rollcall, hours(5))
      const moved = { ...visit, params: { ...visit.params, when: '2026-04-21T09:30:00+01:00' } }
      await rollcall.post(path, submission(item(moved)))
      const sent = await sentWithin(rollcall, hours(5))
      expect(sent.slice(2).map((line) => line.slice(0, -3))).toEqual([
        `moved ${first!.uid} 13`,
        `moved ${mail.uid} 13`,
        `notice ${second!.uid} 17`,
      ])
    },
  )

  eachEngine('two processes use each address once', async (rollcall) => {
    await withFallback(rollcall)
    const other = await bootRollcall({ url: rollcall.url })
    for (let index = 0; index < 20; index++) await notify(rollcall, { ...visit, external_id: `A-${index}` })
    for (let hour = 0; hour < 9; hour++) {
      other.clock.time = rollcall.clock.time
      await Promise.all([deliverAll(rollcall), deliverAll(other)])
      rollcall.clock.time += hours(1)
    }
    const sent = await sentTo(rollcall)
    expect(sent).toHaveLength(60)
    expect(new Set(sent).size).toBe(3)
    expect([
      ...rollcall.outbox('.txt'),
      ...rollcall.outbox('.eml'),
      ...other.outbox('.txt'),
      ...other.outbox('.eml'),
    ]).toHaveLength(60)
  })

  serviceTest('is used at once after the entity has shortened or removed the time', async (rollcall) => {
    await withFallback(rollcall, 'P7D')
    await notify(rollcall, { ...visit, addresses: [first!, mail, second!] })
    await deliverAll(rollcall)
    rollcall.clock.time += hours(2)
    await withFallback(rollcall, 'PT1H')
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toHaveLength(2)
    await rollcall.put('/v1/entities/clinica-lisboa/settings', {})
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toHaveLength(3)
  })

  serviceTest('does not precede the time of the notice after the first address has opted out', async (rollcall) => {
    await withFallback(rollcall)
    await notify(rollcall, { ...visit, send_at: '2026-04-01T08:00:00Z' })
    const optOut = { channel: first!.channel, uid: first!.uid, opted_out: true }
    expect((await rollcall.put('/v1/opt-outs/clinica-lisboa', optOut)).statusCode).toBeLessThan(300)
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toEqual([])
    setTime(rollcall, '2026-04-01T08:00:00Z')
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toEqual([`notice ${mail.uid} 08:00`])
  })

  serviceTest('does not precede the time of the notice after the entity has removed the time', async (rollcall) => {
    await withFallback(rollcall)
    await notify(rollcall, { ...visit, send_at: '2026-04-01T08:00:00Z' })
    await rollcall.put('/v1/entities/clinica-lisboa/settings', {})
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toEqual([])
    setTime(rollcall, '2026-04-01T08:00:00Z')
    await deliverAll(rollcall)
    expect(await sentTo(rollcall)).toHaveLength(3)
  })
})
