import { describe, expect } from 'vitest'
import { notifications, setTime } from '../../../test/contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { hours } from '../../platform/time/instant.ts'

/** The clock of the tests begins at 09:00 on Monday 30 March 2026, in Lisbon. */
const on = (when: string, external_id = 'A-1001') => ({
  external_id,
  addresses: [mail],
  params: { when, doctor: 'Ana Reis' },
})
const states = async ({ database }: Rollcall) =>
  (
    await database
      .selectFrom('deliveries')
      .select(['kind', 'state', 'attempts', 'reason'])
      .orderBy('delivery_id')
      .execute()
  ).map(({ kind, state, attempts, reason }) => [kind, state, attempts, reason].filter((one) => one !== null).join(' '))
const deliverAll = async (rollcall: Rollcall) => {
  while ((await rollcall.deliver()) > 0);
}
const failures = async ({ get }: Rollcall) =>
  ((await get('/v1/events/clinica-lisboa/since/0')).json() as { kind: string; reason?: string }[]).filter(
    ({ kind }) => kind === 'delivery',
  )

describe('a message that waits', () => {
  eachEngine('goes out after a stop that is longer than DELIVERY_HOURS', async (rollcall) => {
    const withdrawn = await notify(rollcall, on('2026-04-08T10:00:00+01:00'))
    const moved = await notify(rollcall, on('2026-04-08T11:00:00+01:00', 'A-2'))
    await deliverAll(rollcall)
    // Friday evening, in quiet hours.
    setTime(rollcall, '2026-04-03T20:30:00Z')
    await rollcall.post(`${notifications}/${withdrawn.id}/cancellation`)
    await notify(rollcall, on('2026-04-09T11:00:00+01:00', 'A-2'))
    await deliverAll(rollcall)
    expect((await states(rollcall)).slice(2)).toEqual([
      'withdrawn pending 0 quiet hours',
      'moved pending 0 quiet hours',
    ])
    setTime(rollcall, '2026-04-06T07:30:00Z')
    await deliverAll(rollcall)
    expect((await states(rollcall)).slice(2)).toEqual(['withdrawn sent 1', 'moved sent 1'])
    expect(await failures(rollcall)).toEqual([])
    expect(moved.id).not.toBe(withdrawn.id)
  })

  serviceTest('is retried for DELIVERY_HOURS from its first attempt, and not during a stop', async (rollcall) => {
    await notify(rollcall, on('2026-04-20T10:00:00+01:00'))
    await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', { hours: [] })
    const email = { send: () => Promise.reject(new Error('mail server away')), close() {} }
    const attempt = () => rollcall.deliver({ email })
    setTime(rollcall, '2026-04-01T09:00:00Z')
    expect(await attempt()).toBe(1)
    rollcall.clock.time += hours(23)
    expect(await attempt()).toBe(1)
    expect(await states(rollcall)).toEqual(['notice pending 2 mail server away'])
    // Between these attempts, the service ran for 23 hours, or stood still. Both leave an hour of attempts.
    rollcall.clock.time += hours(23)
    for (let attempts = 0; attempts < 30; attempts++) {
      await attempt()
      rollcall.clock.time += hours(1)
    }
    expect(await states(rollcall)).toEqual([expect.stringMatching(/^notice failed \d+ mail server away$/)])
    expect(await failures(rollcall)).toMatchObject([{ change: 'failed', reason: 'mail server away' }])
  })

  serviceTest('and is of no use any more fails with the reason, in the log and as an event', async (rollcall) => {
    await notify(rollcall, on('2026-03-31T10:00:00+01:00'))
    setTime(rollcall, '2026-03-31T12:00:00Z')
    await deliverAll(rollcall)
    const reason = 'too late: the message was of no use any more when the service could send it'
    expect(await states(rollcall)).toEqual([`notice failed 1 ${reason}`])
    expect(await failures(rollcall)).toMatchObject([{ change: 'failed', message: 'notice', reason }])
    expect(rollcall.logged.join()).toContain('The service gives up a delivery')
  })

  serviceTest('is not given up within an hour after a start', async (rollcall) => {
    const { status } = await notify(rollcall, on('2026-03-30T09:10:00+01:00'))
    rollcall.clock.time += hours(1) - 1
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual(['notice pending 0 after a stop'])
    expect((await status()).deliveries[0].next_attempt_at).toBe('2026-03-30T09:00:00.000000+00:00')
    rollcall.clock.time += 1
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual([expect.stringMatching(/^notice failed 1 too late/)])
  })
})

describe('a change of quiet hours', () => {
  const quietHours = '/v1/entities/clinica-lisboa/quiet-hours'
  const daily = (from: string, to: string) => ({
    hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from, to }],
  })
  const timeline = async ({ get }: Rollcall, id: string) =>
    (await get(`${notifications}/${id}/timeline`)).json().events.at(-1)

  serviceTest('applies at once to messages that wait for their end', async (rollcall) => {
    setTime(rollcall, '2026-03-30T22:00:00Z')
    const { id } = await notify(rollcall, on('2026-04-08T10:00:00+01:00'))
    await deliverAll(rollcall)
    expect(await timeline(rollcall, id)).toMatchObject({ waits_for: 'end-of-quiet-hours' })
    await rollcall.put(quietHours, daily('21:00', '06:00'))
    await deliverAll(rollcall)
    expect(await timeline(rollcall, id)).toMatchObject({ next_attempt_at: '2026-03-31T05:00:00.000000+00:00' })
    await rollcall.put(quietHours, { hours: [] })
    expect(await timeline(rollcall, id)).not.toHaveProperty('waits_for')
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual(['notice sent 1'])
  })

  serviceTest('leaves a message that a client asked to send later', async (rollcall) => {
    const { id } = await notify(rollcall, { ...on('2026-04-08T10:00:00+01:00'), send_at: '2026-04-01T10:00:00Z' })
    await rollcall.put(quietHours, { hours: [] })
    await deliverAll(rollcall)
    expect(await timeline(rollcall, id)).toMatchObject({ next_attempt_at: '2026-04-01T10:00:00.000000+00:00' })
  })

  serviceTest('follows another time zone, too', async (rollcall) => {
    setTime(rollcall, '2026-03-30T22:00:00Z')
    await notify(rollcall, on('2026-04-08T10:00:00+01:00'))
    await deliverAll(rollcall)
    const { headers } = await rollcall.get('/v1/entities/clinica-lisboa')
    const change = {
      method: 'PATCH' as const,
      url: '/v1/entities/clinica-lisboa',
      payload: { time_zone: 'America/Lima' },
    }
    const authorization = `Bearer ${rollcall.token}`
    await rollcall.app.inject({ ...change, headers: { authorization, 'if-match': String(headers.etag) } })
    await deliverAll(rollcall)
    expect(await states(rollcall)).toEqual(['notice sent 1'])
  })
})
