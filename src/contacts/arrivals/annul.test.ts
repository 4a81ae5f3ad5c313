import { describe, expect } from 'vitest'
import {
  codeOrStatus,
  contact,
  notificationRow,
  notifications,
  recordedActions,
  setState,
  setTime,
} from '../../../test/contact.ts'
import { checkinToken, entity, history, notification } from '../../../test/history.ts'
import { byDate, byToken, eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { minutes } from '../../platform/time/instant.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const reason = 'Scanned the code of another contact'
const arrival = (id: string) => `${notifications}/${id}/arrival`
describe('an annulment', () => {
  serviceTest('restores the state before the arrival', async (rollcall) => {
    for (const state of ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'] as const) {
      const { id, actions } = await contact(rollcall, { external_id: state })
      await setState(rollcall, id, state)
      await rollcall.post(arrival(id))
      const annulled = await rollcall.post(`${arrival(id)}/annulment`, { reason })
      expect(annulled.statusCode).toBe(201)
      expect((await actions())[1]).toEqual(annulled.json())
      expect(annulled.json()).toMatchObject({ action: 'annul', channel: 'desk', uid: 'P-77', notification_id: id })
      expect(await recordedActions(rollcall, id)).toEqual([
        { action: 'arrive', channel: 'desk', acted_by: 'test', reason: null },
        { action: 'annul', channel: 'desk', acted_by: 'test', reason },
      ])
      expect(await notificationRow(rollcall, id)).toMatchObject({
        state,
        arrived_at: null,
        arrived_by: null,
        arrived_from: null,
      })
      expect((await rollcall.post(arrival(id))).statusCode).toBe(201)
    }
  })

  serviceTest('by token reverses an arrival, and the QR code marks the next one', async (rollcall) => {
    await rollcall.given(...history())
    const scan = `${byToken(token)}/arrival`
    const records = [
      await rollcall.post(scan),
      await rollcall.post(`${scan}/annulment`, { reason }),
      await rollcall.post(scan),
    ]
    expect(records.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    const list = (await rollcall.get(byDate('2026-03-30'))).body
    expect(list).toBe(`[${records.map(({ body }) => body).join(',')}]`)
    expect((await rollcall.get(byDate('2026-03-30', '2026-03-30', '?action=annul'))).json()).toHaveLength(1)
  })

  serviceTest('is possible until the day of the visit ends in the zone of the entity', async (rollcall) => {
    await rollcall.given(entity(), notification(), checkinToken({ expires_at: '2026-03-30T09:00:00Z' }))
    const annul = (path: string) => rollcall.post(`${path}/annulment`, { reason })
    await rollcall.post(arrival('n-1'))
    setTime(rollcall, '2026-03-30T22:59:59Z')
    expect((await annul(`${byToken(token)}/arrival`)).statusCode).toBe(201)
    setTime(rollcall, '2026-03-30T09:00:00Z')
    await rollcall.post(arrival('n-1'))
    setTime(rollcall, '2026-03-30T23:00:00Z')
    for (const path of [arrival('n-1'), `${byToken(token)}/arrival`]) {
      expect((await annul(path)).json()).toMatchObject({
        code: 'too-late',
        window_closed_at: '2026-03-30T23:00:00.000000+00:00',
      })
    }
    expect(await notificationRow(rollcall, 'n-1')).toMatchObject({ state: 'arrived' })
  })

  serviceTest('of a visit without a known start is possible on the day of the arrival', async (rollcall) => {
    await rollcall.given(entity(), notification({ category: 'dental', target: 'checkup', params: {} }))
    await rollcall.post(arrival('n-1'))
    setTime(rollcall, '2026-03-30T23:00:00Z')
    expect(codeOrStatus(await rollcall.post(`${arrival('n-1')}/annulment`, { reason }))).toBe('too-late')
    rollcall.clock.time -= minutes(1)
    expect(codeOrStatus(await rollcall.post(`${arrival('n-1')}/annulment`, { reason }))).toBe(201)
  })

  serviceTest('needs an arrival, a valid token, and a reason', async (rollcall) => {
    await rollcall.given(...history(), checkinToken({ token: 'revoked', revoked: 'moved' }))
    const annul = async (path: string, body: object = { reason }) =>
      codeOrStatus(await rollcall.post(`${path}/annulment`, body))
    const byCode = (code: string) => `${byToken(code)}/arrival`
    expect(await annul(arrival('n-1'))).toBe('not-arrived')
    expect(await annul(byCode(token))).toBe('not-arrived')
    expect(await annul(arrival('none'))).toBe('notification-not-found')
    expect(await annul(byCode('none'))).toBe('checkin-not-found')
    await rollcall.post(arrival('n-1'))
    expect(await annul(byCode('revoked'))).toBe('checkin-revoked')
    for (const body of [
      {},
      { reason: '' },
      { reason: ' ' },
      { reason: 'a\nb' },
      { reason: 'x'.repeat(501) },
      { x: 1 },
    ]) {
      expect(await annul(arrival('n-1'), body)).toBe('invalid-body')
      expect(await annul(byCode(token), body)).toBe('invalid-body')
    }
    expect(await notificationRow(rollcall, 'n-1')).toMatchObject({ state: 'arrived' })
    expect(await annul(arrival('n-1'), { reason: 'x'.repeat(500) })).toBe(201)
  })

  eachEngine('is recorded once when two desks send it at once', async (rollcall) => {
    await rollcall.given(...history())
    await rollcall.post(arrival('n-1'))
    const paths = [arrival('n-1'), `${byToken(token)}/arrival`].map((path) => `${path}/annulment`)
    const outcomes = await Promise.all(paths.map(async (path) => codeOrStatus(await rollcall.post(path, { reason }))))
    expect(outcomes.map(String).sort()).toEqual(['201', 'not-arrived'])
    expect((await recordedActions(rollcall, 'n-1')).filter(({ action }) => action === 'annul')).toHaveLength(1)
  })

  serviceTest('is in the list of the front desk, whose scope is sufficient for it', async (rollcall) => {
    await rollcall.given(...history())
    await rollcall.post(arrival('n-1'))
    await rollcall.post(`${arrival('n-1')}/annulment`, { reason })
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read'] })
    const list = (query: string) =>
      rollcall.get(byDate('2026-03-29', '2026-03-30', query), { authorization: `Bearer ${token}` })
    const desk = (await list('?action=arrive&action=annul')).json()
    expect(desk.map(({ action }: { action: string }) => action)).toEqual(['arrive', 'annul'])
    expect(codeOrStatus(await list('?action=annul&action=confirm'))).toBe('insufficient-scope')
  })
})
