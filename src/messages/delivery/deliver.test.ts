import { describe, expect, test } from 'vitest'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { later, mail, moved, notify } from '../../../test/submission.ts'
import type { Message, Outcome, Sender } from '../../channels/channel.ts'
import { createSecret } from '../../platform/keys/secret.ts'
import { leaseMicros } from '../../platform/scheduling/lease.ts'
import { hours, minutes, seconds } from '../../platform/time/instant.ts'
import { nextAttempt } from './outcomes.ts'

const notifications = '/v1/notifications/clinica-lisboa'

/** A channel that calls `behave` for each message, and records the messages that it accepts. */
function channel(behave: (message: Message) => Promise<void> | Outcome | void = () => {}) {
  const taken: Message[] = []
  const send: Sender['send'] = async (message) => {
    taken.push(message)
    return (await behave(message)) ?? { outcome: 'accepted' }
  }
  return { taken, send, close() {} }
}

describe('a delivery', () => {
  eachEngine('is sent once it is due, and once only', async (rollcall) => {
    const { delivery } = await notify(rollcall, { send_at: '2026-03-30T08:10:00Z' })
    expect(await rollcall.deliver()).toBe(0)
    rollcall.clock.time += minutes(10)
    expect([await rollcall.deliver(), await rollcall.deliver()]).toEqual([1, 0])
    expect(await delivery()).toEqual({
      kind: 'notice',
      channel: 'mobile',
      uid: '+351912345678',
      state: 'sent',
      attempts: 1,
      sent_at: '2026-03-30T08:10:00.000000+00:00',
    })
  })

  serviceTest('goes to each address', async (rollcall) => {
    await notify(rollcall, { addresses: [mail, { channel: 'mobile', uid: '912345678' }] })
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')).toHaveLength(1)
    expect(rollcall.outbox('.eml')).toHaveLength(1)
  })

  eachEngine('is taken by one of several processes', async (rollcall) => {
    await notify(rollcall)
    const mobile = channel()
    await Promise.all(Array.from({ length: 5 }, () => rollcall.deliver({ mobile })))
    expect(mobile.taken).toHaveLength(1)
  })

  serviceTest('is retried later with the same message id after a failure', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    let failures = 2
    const mobile = channel(() => {
      if (failures-- > 0) throw new Error('451 not\r\nnow')
    })
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({ state: 'pending', attempts: 1, reason: '451 not now' })
    expect(await rollcall.deliver({ mobile })).toBe(0)
    for (let attempt = 0; attempt < 2; attempt++) {
      rollcall.clock.time += minutes(1)
      await rollcall.deliver({ mobile })
    }
    const sent = await delivery()
    expect({ state: sent.state, attempts: sent.attempts, reason: sent.reason }).toEqual({
      state: 'sent',
      attempts: 3,
      reason: undefined,
    })
    expect(new Set(mobile.taken.map(({ id }) => id)).size).toBe(1)
  })

  serviceTest('fails at once after a permanent failure', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    const mobile = channel(() => ({ outcome: 'permanent', reason: '550 no such mailbox' }))
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({ state: 'failed', attempts: 1, reason: '550 no such mailbox' })
  })

  serviceTest('waits as long as a busy provider says, without using up an attempt', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    let refusals = 3
    const mobile = channel(() =>
      refusals-- > 0 ? { outcome: 'later', reason: 'too many requests', afterMs: 90_000 } : { outcome: 'accepted' },
    )
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({
      state: 'pending',
      attempts: 0,
      reason: 'too many requests',
      next_attempt_at: '2026-03-30T08:01:30.000000+00:00',
    })
    for (let attempt = 0; attempt < 3; attempt++) {
      rollcall.clock.time += seconds(90)
      await rollcall.deliver({ mobile })
    }
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  eachEngine('is not sent again if a receipt follows an unclear outcome', async (rollcall) => {
    const [one, other] = [await notify(rollcall), await notify(rollcall, { external_id: 'A-2' })]
    const mobile = channel(() => ({ outcome: 'unclear', reason: 'no response' }))
    await rollcall.deliver({ mobile })
    expect(await one.delivery()).toMatchObject({ state: 'pending', attempts: 1, reason: 'no response' })
    const [first] = mobile.taken
    await rollcall.incoming.receiptOf({ entity_id: first!.entityId, delivery_id: first!.id }, { outcome: 'sent' })
    rollcall.clock.time += minutes(4)
    expect(await rollcall.deliver()).toBe(0)
    rollcall.clock.time += minutes(1)
    expect(await rollcall.deliver()).toBe(1)
    expect([await one.delivery(), await other.delivery()].map(({ attempts }) => attempts).toSorted()).toEqual([1, 2])
  })

  serviceTest('is answered though its outcome is unclear', async (rollcall) => {
    const { status, delivery } = await notify(rollcall)
    const mobile = channel(() => ({ outcome: 'unclear', reason: 'no response' }))
    await rollcall.deliver({ mobile })
    rollcall.clock.time += minutes(4)
    await rollcall.incoming.reply({ uid: '+351912345678', text: 'sim' })
    expect((await status()).state).toBe('confirmed')
    expect((await delivery()).state).toBe('stopped')
    const [{ id }] = mobile.taken as [Message]
    await rollcall.incoming.receiptOf({ entity_id: 'clinica-lisboa', delivery_id: id }, { outcome: 'delivered' })
    expect(await delivery()).toMatchObject({ state: 'delivered', sent_at: '2026-03-30T08:04:00.000000+00:00' })
  })

  serviceTest('that the provider returns is attempted again, once for each attempt', async (rollcall) => {
    const { delivery } = await notify(rollcall, later)
    const mobile = channel((message) => ({ outcome: 'accepted', id: `${message.id}-${mobile.taken.length}` }))
    await rollcall.deliver({ mobile })
    const [{ id, entityId }] = mobile.taken as [Message]
    const returned = (attempt: number) =>
      rollcall.incoming.receiptOf(
        { entity_id: entityId, delivery_id: id },
        { outcome: 'returned', id: `${id}-${attempt}`, reason: 'the queue was full' },
      )
    await Promise.all([returned(1), returned(1)])
    expect(await delivery()).toMatchObject({ state: 'pending', attempts: 1, reason: 'the queue was full' })
    rollcall.clock.time += seconds(10)
    await rollcall.deliver({ mobile })
    await returned(1)
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 })
    const failed = { outcome: 'failed' as const, id: `${id}-1`, reason: 'no such number' }
    await rollcall.incoming.receiptOf({ entity_id: entityId, delivery_id: id }, failed)
    expect((await delivery()).state).toBe('sent')
    rollcall.clock.time += hours(30)
    await returned(2)
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'the queue was full' })
    expect(mobile.taken).toHaveLength(2)
  })

  eachEngine('takes the receipts of its provider in any order', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    const mobile = channel()
    await rollcall.deliver({ mobile })
    const [{ id }] = mobile.taken as [Message]
    const receipts = [
      ...[['delivered', 'delivered'] as const, ['sent', 'delivered'] as const, ['read', 'read'] as const],
      ...[['delivered', 'read'] as const, ['failed', 'read'] as const],
    ]
    for (const [outcome, state] of receipts) {
      await rollcall.incoming.receiptOf({ entity_id: 'clinica-lisboa', delivery_id: id }, { outcome })
      rollcall.clock.time += seconds(1)
      expect((await delivery()).state).toBe(state)
    }
    expect(await delivery()).toMatchObject({
      delivered_at: '2026-03-30T08:00:00.000000+00:00',
      read_at: '2026-03-30T08:00:02.000000+00:00',
    })
  })

  serviceTest('fails after its last attempt', async (rollcall) => {
    const { delivery } = await notify(rollcall, { params: { when: '2026-05-30T09:30:00Z', doctor: 'Ana Reis' } })
    await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', { hours: [], holidays: [] })
    const mobile = channel(() => {
      throw new Error('busy')
    })
    for (let hour = 0; hour < 26; hour++) {
      await rollcall.deliver({ mobile })
      rollcall.clock.time += hours(1)
    }
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'busy' })
    expect(mobile.taken.length).toBeLessThan(27)
  })

  eachEngine('of a dead process is taken over by another', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    const gateway = Promise.withResolvers<undefined>()
    const hung = rollcall.deliver({ mobile: channel(() => gateway.promise) })
    await expect.poll(async () => (await delivery()).attempts).toBe(1)
    expect(await rollcall.deliver()).toBe(0)
    rollcall.clock.time += leaseMicros
    expect(await rollcall.deliver()).toBe(1)
    gateway.resolve(undefined)
    await hung
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  serviceTest(
    'is neither failed nor sent early when the wall clock goes forward two days and back',
    async (rollcall) => {
      const { delivery } = await notify(rollcall)
      const waiting = await notify(rollcall, { ...later, external_id: 'later', send_at: '2026-03-31T08:00:00Z' })
      const mobile = channel()
      rollcall.clock.jump(hours(48))
      expect(await rollcall.deliver({ mobile })).toBe(0)
      rollcall.clock.time += seconds(3)
      rollcall.clock.jump(-hours(48))
      expect(await rollcall.deliver({ mobile })).toBe(0)
      rollcall.clock.time += leaseMicros
      expect(await rollcall.deliver({ mobile })).toBe(1)
      expect({ state: (await delivery()).state, waiting: (await waiting.delivery()).state }).toEqual({
        state: 'sent',
        waiting: 'pending',
      })
    },
  )

  serviceTest('is retried on time although the wall clock jumps', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    const failing = channel(() => {
      rollcall.clock.jump(hours(48))
      throw new Error('busy')
    })
    await rollcall.deliver({ mobile: failing })
    expect(await delivery()).toMatchObject({ state: 'pending', reason: 'busy' })
    rollcall.clock.jump(-hours(48))
    await rollcall.deliver()
    rollcall.clock.time += leaseMicros
    expect(await rollcall.deliver()).toBe(1)
  })

  serviceTest('in progress is not sent again when the wall clock goes forward three minutes', async (rollcall) => {
    const { delivery } = await notify(rollcall)
    const answered = Promise.withResolvers<void>()
    const mobile = channel(() => answered.promise)
    const sending = rollcall.deliver({ mobile })
    await expect.poll(() => mobile.taken.length).toBe(1)
    rollcall.clock.jump(minutes(3))
    expect(await rollcall.deliver({ mobile })).toBe(0)
    answered.resolve()
    await sending
    rollcall.clock.time += leaseMicros
    expect(await rollcall.deliver({ mobile })).toBe(0)
    expect({ texts: mobile.taken.length, state: (await delivery()).state }).toEqual({ texts: 1, state: 'sent' })
  })

  serviceTest('of a dead process is taken over although the wall clock goes back an hour', async (rollcall) => {
    const { delivery } = await notify(rollcall, { params: { when: '2026-05-30T09:30:00Z', doctor: 'Ana Reis' } })
    rollcall.clock.jump(hours(1))
    await rollcall.deliver()
    rollcall.clock.time += leaseMicros
    const gateway = Promise.withResolvers<undefined>()
    const hung = rollcall.deliver({ mobile: channel(() => gateway.promise) })
    await expect.poll(async () => (await delivery()).attempts).toBe(1)
    rollcall.clock.jump(-hours(1))
    expect(await rollcall.deliver()).toBe(0)
    rollcall.clock.time += leaseMicros
    expect(await rollcall.deliver()).toBe(1)
    gateway.resolve(undefined)
    await hung
  })

  const changes = {
    superseded: (rollcall: Rollcall, _id: string, external_id: string) => notify(rollcall, { ...moved, external_id }),
    withdrawn: (rollcall: Rollcall, id: string) => rollcall.post(`${notifications}/${id}/cancellation`),
    'too late': async (rollcall: Rollcall) => {
      rollcall.clock.time += hours(1)
    },
  }
  serviceTest('is not sent when the notification has ended by then', async (rollcall) => {
    for (const [why, change] of Object.entries(changes)) {
      const { id, delivery } = await notify(rollcall, { external_id: why })
      await change(rollcall, id, why)
      const mobile = channel()
      await rollcall.deliver({ mobile })
      expect([why, (await delivery()).state]).toEqual([why, why === 'too late' ? 'failed' : 'stopped'])
      expect(mobile.taken.length).toBe(why === 'superseded' ? 1 : 0)
    }
  })
})

test('the time between attempts doubles, up to an hour', () => {
  const waits = Array.from({ length: 12 }, (_, index) => nextAttempt(index + 1, 0, 0))
  expect(waits.slice(0, 4)).toEqual([seconds(10), seconds(20), seconds(40), seconds(80)])
  expect(waits.at(-1)).toBe(hours(1))
  expect(nextAttempt(1, 0, 1)).toBe(seconds(5))
})

describe('a message', () => {
  serviceTest('in a text message names the clinic, the time and the answer link, and no more', async (rollcall) => {
    await notify(rollcall)
    await rollcall.deliver()
    const [text] = rollcall.outbox('.txt')
    expect(text).toMatch(
      /^To: \+351912345678\n\nClinica Lisboa: Joao, consulta seg 30 mar 09:30\. Confirme, altere ou cancele: https:\/\/rollcall\.test\/a\/clinica-lisboa\.[0-9a-z]{20}\n$/,
    )
    expect(text).not.toContain('Cardiologia')
  })
})

serviceTest('a notice that is sent after a change of the key has a working link', async (rollcall) => {
  await notify(rollcall)
  await rollcall.deliver({}, createSecret('another key of the tests, of 32 characters'))
  const path = /https:\/\/rollcall\.test(\/a\/\S+)/.exec(rollcall.outbox('.txt')[0]!)![1]!
  expect((await rollcall.app.inject(path)).statusCode).toBe(200)
})
