import { describe, expect } from 'vitest'
import { contact, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, submission } from '../../../test/submission.ts'
import { hours } from '../../platform/time/instant.ts'
import { correctAfterSetBack } from './correct-after-set-back.ts'

const path = '/v1/notifications/clinica-lisboa'
const on = (when: string, external_id = 'A-1001') => ({
  external_id,
  addresses: [mail],
  params: { when, doctor: 'Ana Reis' },
})
const work = async (rollcall: Rollcall) => {
  while ((await rollcall.remind()) > 0);
  while ((await rollcall.deliver()) > 0);
}
const sent = async ({ database }: Rollcall) => {
  const rows = await database.selectFrom('deliveries').select(['kind', 'state']).orderBy('delivery_id').execute()
  return rows.map(({ kind, state }) => `${kind} ${state}`)
}

describe('a contact whose visit passed while the service was off', () => {
  eachEngine(
    'has not come only after an hour of service, and devices can send the arrival before',
    async (rollcall) => {
      await rollcall.given(entity())
      await rollcall.put('/v1/entities/clinica-lisboa/settings', { no_show_message: true })
      // The tests begin at 09:00 in Lisbon, as after a stop. The window of this visit ended at 07:30.
      rollcall.clock.time -= hours(4)
      const arrived = await contact(rollcall, on('2026-03-30T06:00:00+01:00'))
      const missed = await contact(rollcall, on('2026-03-30T06:00:00+01:00', 'A-2'))
      await work(rollcall)
      rollcall.restart()
      setTime(rollcall, '2026-03-30T11:00:00Z')
      rollcall.restart()
      await work(rollcall)
      expect([await arrived.state(), await missed.state()]).toEqual(['open', 'open'])
      await rollcall.post(`${path}/${arrived.id}/arrival`, { force: true, reason: 'kept by the device' })
      rollcall.clock.time += hours(1)
      await work(rollcall)
      expect([await arrived.state(), await missed.state()]).toEqual(['arrived', 'no-show'])
    },
  )
})

describe('a clock that was ahead', () => {
  serviceTest('records no contact as a no-show', async (rollcall) => {
    const open = await contact(rollcall, on('2026-04-02T10:00:00+01:00'))
    const confirmed = await contact(rollcall, on('2026-04-02T11:00:00+01:00', 'A-2'))
    const past = await contact(rollcall, on('2026-03-30T09:30:00+01:00', 'A-3'))
    await work(rollcall)
    await confirmed.answer('confirm')
    setTime(rollcall, '2026-04-04T08:00:00Z')
    await work(rollcall)
    const all = () => Promise.all([open, confirmed, past].map((one) => one.state()))
    expect(await all()).toEqual(['no-show', 'no-show', 'no-show'])

    setTime(rollcall, '2026-03-31T08:00:00Z')
    await correctAfterSetBack(rollcall.database, rollcall.clock.time)
    expect(await all()).toEqual(['open', 'confirmed', 'no-show'])
    await work(rollcall)
    await open.answer('confirm')
    expect(await open.state()).toBe('confirmed')
    const resubmitted = await rollcall.post(path, submission(item({ ...on('2026-04-02T15:00:00+01:00') })))
    expect(resubmitted.json().notifications[0].outcome).toBe('moved')
    const changes = (await rollcall.get('/v1/events/clinica-lisboa/since/0')).json() as { change?: string }[]
    expect(changes.filter(({ change }) => change === 'no-show-undone')).toHaveLength(2)
  })

  serviceTest('loses no message and no reminder', async (rollcall) => {
    await contact(rollcall, on('2026-04-02T10:00:00+01:00'))
    await contact(rollcall, on('2026-04-02T15:00:00+01:00', 'A-2'))
    setTime(rollcall, '2026-04-02T09:30:00Z')
    await work(rollcall)
    expect(await sent(rollcall)).toEqual(['notice failed', 'notice sent'])
    setTime(rollcall, '2026-03-31T08:00:00Z')
    await correctAfterSetBack(rollcall.database, rollcall.clock.time)
    await work(rollcall)
    expect(await sent(rollcall)).toEqual(['notice sent', 'notice sent'])
    for (const time of ['06:30', '07:30', '11:15']) {
      setTime(rollcall, `2026-04-02T${time}:00Z`)
      await work(rollcall)
    }
    expect(await sent(rollcall)).toEqual(['notice sent', 'notice sent', 'reminder sent', 'reminder sent'])
  })

  serviceTest('does not hold back messages that wait for a morning', async (rollcall) => {
    await contact(rollcall, on('2026-04-20T10:00:00+01:00'))
    setTime(rollcall, '2026-04-04T22:00:00Z')
    await work(rollcall)
    expect(await sent(rollcall)).toEqual(['notice pending'])
    setTime(rollcall, '2026-03-31T08:00:00Z')
    await correctAfterSetBack(rollcall.database, rollcall.clock.time)
    await work(rollcall)
    expect(await sent(rollcall)).toEqual(['notice sent'])
  })
})

describe('a clock that is a day behind', () => {
  eachEngine('leads to no reminder after the first notice', async (rollcall) => {
    await rollcall.given(entity())
    const hours = [{ days: ['fri', 'sat', 'sun', 'mon'], from: '19:00', to: '08:00' }]
    const weekend = { days: ['sat', 'sun'], from: '00:00', to: '00:00' }
    await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', { hours: [...hours, weekend], holidays: [] })
    setTime(rollcall, '2026-04-03T20:00:00Z')
    await contact(rollcall, on('2026-04-06T07:50:00+01:00'))
    await work(rollcall)
    expect(await sent(rollcall)).toEqual(['notice sent'])
    setTime(rollcall, '2026-04-02T21:00:00Z')
    await correctAfterSetBack(rollcall.database, rollcall.clock.time)
    setTime(rollcall, '2026-04-03T23:00:00Z')
    await work(rollcall)
    expect(await sent(rollcall)).toEqual(['notice sent'])
  })
})
