import { describe, expect } from 'vitest'
import { setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { formatInstant, seconds } from '../../platform/time/instant.ts'
import type { Limit } from './settings.ts'

const settings = '/v1/entities/clinica-lisboa/settings'
const visit = { params: { when: '2026-04-09T15:00:00+01:00', doctor: 'Ana Reis' } }

/** Sets the limits, and submits visits. */
async function submitWith(rollcall: Rollcall, limits: Limit[], count: number) {
  await rollcall.given(entity())
  expect((await rollcall.put(settings, { limits })).statusCode).toBe(200)
  for (let index = 0; index < count; index++) await notify(rollcall, { ...visit, external_id: `A-${index}` })
}

const deliverAll = async (rollcall: Rollcall) => {
  while ((await rollcall.deliver()) > 0);
}

/** The states of the deliveries, each with its number. */
async function states({ database }: Rollcall) {
  const rows = await database.selectFrom('deliveries').select(['state', 'reason', 'attempts']).execute()
  const byState = Map.groupBy(rows, ({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))
  return Object.fromEntries([...byState].map(([state, all]) => [state, all.length]))
}

describe('the messages of an entity', () => {
  eachEngine('wait until the next day of its zone beyond its daily limit, and staff see why', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_day: 3 }], 5)
    await Promise.all([rollcall.deliver(), rollcall.deliver()])
    await deliverAll(rollcall)
    const waiting = { 'pending: daily limit': 2 }
    expect(await states(rollcall)).toEqual({ sent: 3, ...waiting })
    // Midnight in Lisbon is in the quiet hours.
    setTime(rollcall, '2026-03-30T23:00:00Z')
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual({ sent: 3, 'pending: quiet hours': 2 })
    setTime(rollcall, '2026-03-31T07:00:00Z')
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual({ sent: 5 })
  })

  eachEngine('are spaced by the limit per second, across two processes', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_second: 2 }], 7)
    for (let half = 0; half < 8; half++) {
      await Promise.all([rollcall.deliver(), rollcall.deliver()])
      rollcall.clock.time += seconds(0.5)
    }
    const sent = await rollcall.database.selectFrom('deliveries').select(['sent_at', 'attempts']).execute()
    const times = sent.map(({ sent_at }) => formatInstant(sent_at!).slice(17, 21)).sort()
    expect(times).toEqual(['00.0', '00.5', '01.0', '01.5', '02.0', '02.5', '03.0'])
    expect(new Set(sent.map(({ attempts }) => attempts))).toEqual(new Set([1]))
  })

  serviceTest('are spaced anew after the service was down', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_second: 1 }], 5)
    await rollcall.deliver()
    rollcall.clock.time += seconds(60)
    await rollcall.deliver()
    expect((await states(rollcall)).sent).toBe(2)
  })

  serviceTest('are limited by channel and entity', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_day: 1 }], 2)
    await notify(rollcall, { ...visit, external_id: 'A-mail', addresses: [mail] })
    await deliverAll(rollcall)
    expect((await states(rollcall)).sent).toBe(2)
  })

  serviceTest('go out at once after a higher limit is set and the message is due', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_day: 1 }], 2)
    await deliverAll(rollcall)
    await rollcall.put(settings, {})
    setTime(rollcall, '2026-03-31T07:00:00Z')
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual({ sent: 2 })
  })

  serviceTest('wait for a corrected limit only, also those submitted before', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_second: 0.01, per_day: 15 }], 20)
    await deliverAll(rollcall)
    await rollcall.put(settings, { limits: [{ channel: 'mobile', per_second: 10, per_day: 100 }] })
    await notify(rollcall, { ...visit, external_id: 'A-new' })
    for (let second = 0; second < 10; second++) {
      await deliverAll(rollcall)
      rollcall.clock.time += seconds(1)
    }
    expect(await states(rollcall)).toEqual({ sent: 21 })
    const { messages } = await rollcall.database
      .selectFrom('message_counters')
      .select('messages')
      .executeTakeFirstOrThrow()
    expect(messages).toBe(21)
  })

  serviceTest('wait for the morning if the daily limit delays them, also a QR code', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put(settings, { limits: [{ channel: 'email', per_day: 1 }] })
    const { id } = await notify(rollcall, { ...visit, addresses: [mail] })
    await rollcall.deliver()
    await rollcall.post(`/v1/notifications/clinica-lisboa/${id}/answer`, { action: 'confirm' })
    await rollcall.deliver()
    setTime(rollcall, '2026-03-30T23:00:00Z')
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual({ sent: 1, 'pending: quiet hours': 1 })
    setTime(rollcall, '2026-03-31T07:00:00Z')
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual({ sent: 2 })
  })

  serviceTest('count once, however often they are retried', async (rollcall) => {
    await submitWith(rollcall, [{ channel: 'mobile', per_day: 2 }], 2)
    let failures = 4
    const mobile = {
      async send() {
        if (failures-- > 0) throw new Error('451 later')
        return { outcome: 'accepted' as const }
      },
      close() {},
    }
    for (let attempt = 0; attempt < 5; attempt++) {
      await rollcall.deliver({ mobile })
      rollcall.clock.time += seconds(300)
    }
    expect(await states(rollcall)).toEqual({ sent: 2 })
  })

  serviceTest('refuses two limits of one channel', async (rollcall) => {
    await rollcall.given(entity())
    const limits = [
      { channel: 'mobile', per_day: 1 },
      { channel: 'mobile', per_second: 1 },
    ]
    const { errors } = (await rollcall.put(settings, { limits })).json()
    expect(errors).toEqual([{ parameter: '/limits', reason: 'must have one limit for each channel' }])
  })
})
