import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, submission } from '../../../test/submission.ts'
import type { Message, Outcome } from '../../channels/channel.ts'
import { minutes, seconds } from '../../platform/time/instant.ts'
import { backlogCounter } from './backlog.ts'
import { createChannelHealth } from './channel-health.ts'
import { measureDeliveries } from './delivery-metrics.ts'

const uid = '+351912345678'

/** A provider whose outcome the test sets, and the health of its channel. */
async function texting(rollcall: Rollcall, texts = 1) {
  const { clock, log, metrics, database, config } = rollcall
  await rollcall.given(entity())
  const items = Array.from({ length: texts }, (_, index) =>
    item({ ...later, external_id: `A-${index}`, addresses: [{ channel: 'mobile', uid }] }),
  )
  expect((await rollcall.post('/v1/notifications/clinica-lisboa', submission(...items))).statusCode).toBe(202)
  const health = createChannelHealth(clock, log, metrics)
  measureDeliveries(metrics, clock, health, backlogCounter(database, clock, config.deliverForMicros))
  const provider = {
    outcome: { outcome: 'accepted' } as Outcome | Error,
    async send(_message: Message) {
      if (provider.outcome instanceof Error) throw provider.outcome
      return provider.outcome
    },
    close() {},
  }
  const { mobile } = health.watch(rollcall.sending({ mobile: provider }).senders)
  const warnings = () =>
    rollcall.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.startsWith('Messages of this channel'))
  return { health, provider, warnings, deliver: () => rollcall.deliver({ mobile }) }
}

describe('a channel whose server is away', () => {
  serviceTest('fails after a minute, with one warning, and works again, with one warning', async (rollcall) => {
    const { health, provider, warnings, deliver } = await texting(rollcall)
    const { clock, metrics } = rollcall
    const began = clock.time
    provider.outcome = new Error(`connect ECONNREFUSED 10.0.0.5:2775 for ${uid}, see https://sms.example/${uid}`)
    await deliver()
    expect(health.stateOf('mobile')).toEqual({ state: 'unused' })
    for (let hour = 0; hour < 6; hour++) {
      clock.time += minutes(59)
      expect(await deliver()).toBe(1)
    }
    expect(health.stateOf('mobile')).toEqual({ state: 'fails', since: began, why: 'failed' })
    expect(warnings()).toMatchObject([
      {
        level: 40,
        channel: 'mobile',
        since: '2026-03-30T08:00:00.000000+00:00',
        reason: 'connect ECONNREFUSED 10.0.0.5:2775 for …, see …',
      },
    ])
    clock.time += seconds(11)
    const failing = await metrics.render()
    expect(failing).toMatch(/^rollcall_delivery_attempts_total\{channel="mobile",outcome="failed"\} 7$/m)
    expect(failing).toMatch(/^rollcall_channel_failing\{channel="mobile"\} 1$/m)
    expect(failing).toMatch(/^rollcall_deliveries_waiting\{channel="mobile"\} 1$/m)
    const [, oldest] = /^rollcall_deliveries_oldest_waiting_seconds\{channel="mobile"\} (\S+)$/m.exec(failing)!
    expect(Number(oldest)).toBeCloseTo((clock.time - began) / seconds(1), 0)

    provider.outcome = { outcome: 'accepted' }
    clock.time += minutes(59)
    await deliver()
    expect(health.stateOf('mobile')).toEqual({ state: 'works', since: clock.time })
    expect(warnings()).toHaveLength(2)
    expect(warnings()[1]).toMatchObject({ level: 40, failedSince: '2026-03-30T08:00:00.000000+00:00' })
    const working = await metrics.render()
    expect(working).toMatch(/^rollcall_channel_failing\{channel="mobile"\} 0$/m)
    expect(working).toMatch(/^rollcall_deliveries_waiting\{channel="mobile"\} 0$/m)
  })

  serviceTest('works, if it only refuses a message or an address', async (rollcall) => {
    const { health, provider, warnings, deliver } = await texting(rollcall, 2)
    const { clock } = rollcall
    provider.outcome = Object.assign(new Error('450 4.2.2 mailbox full'), { isOfAddress: true })
    for (const _ of [1, 2, 3]) {
      await deliver()
      clock.time += minutes(59)
    }
    expect(health.stateOf('mobile')).toEqual({ state: 'unused' })
    provider.outcome = { outcome: 'permanent', reason: 'no such number' }
    await deliver()
    expect(health.stateOf('mobile')).toMatchObject({ state: 'works' })
    expect(warnings()).toEqual([])
  })

  serviceTest('fails, if it is busy or silent for longer than a minute', async (rollcall) => {
    const { health, provider, deliver } = await texting(rollcall)
    const { clock } = rollcall
    for (const [outcome, why] of [
      ['later', 'busy'],
      ['unclear', 'unclear'],
    ] as const) {
      provider.outcome = { outcome, reason: 'slow' }
      await deliver()
      clock.time += minutes(59)
      await deliver()
      expect(health.stateOf('mobile')).toMatchObject({ state: 'fails', why })
    }
  })
})

eachEngine('messages that wait for the end of quiet hours do not count as waiting', async (rollcall) => {
  const { database, clock, config, given, post, deliver } = rollcall
  clock.time += minutes(14 * 60)
  await given(entity())
  expect((await post('/v1/notifications/clinica-lisboa', submission(item(later)))).statusCode).toBe(202)
  await deliver()
  const states = await database.selectFrom('deliveries').select(['state', 'reason']).execute()
  expect(states.some(({ state }) => state === 'pending')).toBe(true)
  expect(await backlogCounter(database, clock, config.deliverForMicros)('mobile')).toEqual({ count: 0 })
})
