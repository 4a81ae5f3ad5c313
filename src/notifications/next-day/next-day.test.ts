import { describe, expect } from 'vitest'
import { contact, notifications, setTime } from '../../../test/contact.ts'
import { entity, notification } from '../../../test/history.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, notify } from '../../../test/submission.ts'
import type { VisitOutcomes } from '../figures/visit-outcomes.ts'
import type { NextDay } from './next-day.ts'

const nextDay = async ({ get }: Rollcall): Promise<NextDay> => (await get(`${notifications}/byvisit/next-day`)).json()

const at = (when: string) => ({ params: { ...item().params, when } })

async function open({ get, patch }: Rollcall, opening_days: string[]) {
  const path = '/v1/entities/clinica-lisboa'
  const { etag } = (await get(path)).headers
  return patch(path, { opening_days }, { 'if-match': String(etag) })
}

describe('the next day', () => {
  eachEngine('is the next opening day that is no holiday', async (rollcall) => {
    await rollcall.given(entity())
    // A Thursday evening in Lisbon.
    setTime(rollcall, '2026-04-02T20:00:00Z')
    expect(await nextDay(rollcall)).toEqual({ working_day: '2026-04-03' })
    const holidays = { hours: [], holidays: ['2026-04-03', '2026-04-06'] }
    await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', holidays)
    expect(await nextDay(rollcall)).toEqual({ working_day: '2026-04-07' })
    expect((await open(rollcall, ['sat', 'tue'])).json().opening_days).toEqual(['sat', 'tue'])
    expect(await nextDay(rollcall)).toEqual({ working_day: '2026-04-04' })
    expect((await open(rollcall, [])).statusCode).toBe(422)
    expect((await open(rollcall, ['sat', 'sat'])).statusCode).toBe(422)
  })

  eachEngine('with appointments counts them as the figures of that day do, also on a closed day', async (rollcall) => {
    setTime(rollcall, '2026-04-03T08:00:00Z')
    await notify(rollcall, { external_id: 'today', ...at('2026-04-03T15:00:00+01:00') })
    await rollcall.given(notification({ id: 'h', external_id: 'H', params: { when: '2026-04-05T08:30:00Z' } }))
    const saturday = at('2026-04-04T09:30:00+01:00')
    const cancelled = await contact(rollcall, { external_id: 'cancelled', ...saturday })
    await cancelled.answer('cancel')
    const sunday = at('2026-04-05T23:30:00+01:00')
    await notify(rollcall, { external_id: 'no-address', addresses: [], ...sunday })
    const confirmed = await contact(rollcall, { external_id: 'confirmed', ...sunday })
    await confirmed.answer('confirm')
    await notify(rollcall, { external_id: 'told', ...sunday })
    await rollcall.deliver()
    await notify(rollcall, { external_id: 'on-its-way', ...sunday })
    await notify(rollcall, { external_id: 'monday', ...at('2026-04-06T09:30:00+01:00') })
    const { working_day, with_appointments } = await nextDay(rollcall)
    expect(working_day).toBe('2026-04-06')
    expect(with_appointments!.date).toBe('2026-04-05')
    expect(with_appointments!.to_come).toEqual({
      ...{ visits: 5, confirmed: 1, another_time: 0, cancelled: 0, open: 1, waiting: 1, unreached: 1, arrived: 0 },
      unknown: 1,
    })
    const outcomes: VisitOutcomes = (await rollcall.get(byVisit('2026-04-05', '2026-04-05', '/outcomes'))).json()
    expect(outcomes.to_come).toEqual(with_appointments!.to_come)
    const count = async (filters: string) =>
      (await rollcall.get(byVisit('2026-04-05', '2026-04-05', `/count?${filters}`))).json().count
    expect(await count('state=open&reached=true')).toBe(1)
    expect(await count('reached=false')).toBe(1)
  })

  serviceTest('is absent without appointments in the next 60 days', async (rollcall) => {
    await notify(rollcall, at('2026-08-03T09:30:00+01:00'))
    expect(await nextDay(rollcall)).toEqual({ working_day: '2026-03-31' })
  })
})
