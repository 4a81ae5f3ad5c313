import { describe, expect } from 'vitest'
import { codeOrStatus, contact, notifications } from '../../../test/contact.ts'
import { checkinToken, entity, history, notification } from '../../../test/history.ts'
import { byDate, byToken, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { setEntity } from '../../entities/entity.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import type { State } from '../../visits/state.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const arrival = (of = token, entityId?: string) => `${byToken(of, entityId)}/arrival`
const at = (rollcall: Rollcall, time: string) => {
  rollcall.clock.time = parseInstant(time)!
}

const byId = (id: string) => `${notifications}/${id}/arrival`
const put = ({ database }: Rollcall, id: string, state: State) =>
  database.updateTable('notifications').set({ state }).where('notification_id', '=', id).execute()
const row = ({ database }: Rollcall, id: string) =>
  database.selectFrom('notifications').selectAll().where('notification_id', '=', id).executeTakeFirstOrThrow()

describe('an arrival', () => {
  eachEngine('is recorded as the action of the desk', async ({ given, post, get }) => {
    await given(...history())
    const answer = await post(arrival())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      action: 'arrive',
      date: '2026-03-30T08:00:00.000000+00:00',
      channel: 'desk',
      uid: 'P-77',
      notification_id: 'n-1',
    })
    expect((await get(byDate('2026-03-30'))).body).toBe(`[${answer.body}]`)
  })

  serviceTest('is recorded once for several scans', async ({ given, post, get }) => {
    await given(...history())
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(arrival())))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect([statuses.filter((status) => status === 201).length, statuses.filter((one) => one === 409).length]).toEqual([
      1, 49,
    ])
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json()
    expect(refused).toMatchObject({ code: 'already-arrived', arrived_at: '2026-03-30T08:00:00.000000+00:00' })
    expect((await get(byDate('2026-03-30'))).json()).toHaveLength(1)
  })

  serviceTest('has the time at which a desk without a connection kept it', async (rollcall) => {
    const { given, post, get } = rollcall
    await given(...history())
    at(rollcall, '2026-03-30T20:00:00Z')
    const keep = () => post(arrival(), { at: '2026-03-30T09:31:00+01:00' }, { 'idempotency-key': 'kept-1' })
    const answers = [await keep(), await keep()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]!.json().date).toBe('2026-03-30T08:31:00.000000+00:00')
    expect((await get(byDate('2026-03-30'))).json()).toHaveLength(1)
  })

  serviceTest('counts as now when the clock of the desk is fast', async ({ given, post }) => {
    await given(...history())
    const answer = await post(arrival(), { at: '2026-03-30T08:07:00Z' })
    expect(answer.json().date).toBe('2026-03-30T08:00:00.000000+00:00')
  })

  serviceTest('is rejected with a time that is no instant, too old, or outside the window', async (rollcall) => {
    await rollcall.given(...history())
    const markAt = async (time: unknown) => (await rollcall.post(arrival(), { at: time })).json()
    for (const time of ['yesterday', 17, '2026-03-23T08:00:00Z']) {
      expect(await markAt(time)).toMatchObject({ status: 422, errors: [{ parameter: '/at' }] })
    }
    for (const time of ['2026-03-23T08:00:01Z', '2026-03-29T23:00:00Z']) {
      expect(await markAt(time)).toMatchObject({ code: 'too-early' })
    }
  })

  serviceTest('is accepted within the window around the appointment, as its status says', async (rollcall) => {
    await rollcall.given(...history())
    const window = {
      window_opens_at: '2026-03-30T06:30:00.000000+00:00',
      window_closes_at: '2026-03-30T09:30:00.000000+00:00',
    }
    const outcomeAt = async (time: string) => {
      at(rollcall, time)
      const { state, ...status } = (await rollcall.get(arrival())).json()
      expect(status).toEqual({ notification_state: 'imported', ...window })
      return state
    }
    expect(await outcomeAt('2026-03-30T06:29:59Z')).toBe('too-early')
    expect((await rollcall.post(arrival())).json()).toMatchObject({
      status: 409,
      code: 'too-early',
      window_opens_at: window.window_opens_at,
      detail: 'The arrival cannot be marked yet. The response gives the time from which it can be marked.',
    })
    expect(await outcomeAt('2026-03-30T09:30:00Z')).toBe('too-late')
    expect((await rollcall.post(arrival())).json()).toMatchObject({
      status: 409,
      code: 'too-late',
      window_closed_at: window.window_closes_at,
    })
    expect(await outcomeAt('2026-03-30T09:29:59Z')).toBe('possible')
    expect(await outcomeAt('2026-03-30T06:30:00Z')).toBe('possible')
    expect((await rollcall.post(arrival())).statusCode).toBe(201)
    expect((await rollcall.get(arrival())).json()).toMatchObject({
      state: 'arrived',
      arrived_at: '2026-03-30T06:30:00.000000+00:00',
    })
  })

  serviceTest('is accepted within the window of its entity', async (rollcall) => {
    await rollcall.given(...history())
    await setEntity(rollcall.database, 'clinica-lisboa', { arrive_early: 10, arrive_late: 0 })
    expect((await rollcall.post(arrival())).json().window_opens_at).toBe('2026-03-30T08:20:00.000000+00:00')
    at(rollcall, '2026-03-30T08:30:00Z')
    expect((await rollcall.post(arrival())).json().code).toBe('too-late')
  })

  serviceTest('is always accepted for an appointment without a known time', async ({ given, get, post }) => {
    await given(entity(), notification({ category: 'dental', target: 'checkup', params: {} }), checkinToken())
    expect((await get(arrival())).json()).toEqual({ state: 'possible', notification_state: 'imported' })
    expect((await post(arrival())).statusCode).toBe(201)
  })

  serviceTest('and its status need a valid token of this entity', async ({ given, get, post }) => {
    await given(entity(), entity({ id: 'other' }), notification())
    await given(
      checkinToken({ token: 'expired', expires_at: '2026-03-30T08:00:00Z' }),
      checkinToken({ token: 'revoked', revoked: 'moved' }),
      checkinToken({ token: 'of-this-one' }),
    )
    for (const [path, code] of [
      [arrival('none'), 'checkin-not-found'],
      [arrival('expired'), 'checkin-expired'],
      [arrival('revoked'), 'checkin-revoked'],
      [arrival('of-this-one', 'other'), 'checkin-not-found'],
    ] as const) {
      expect([(await post(path)).json().code, (await get(path)).json().code]).toEqual([code, code])
    }
  })

  serviceTest(
    'by a code that is no longer valid names its visit to a credential that reads visits',
    async (rollcall) => {
      const { given, tokenFor, post, get } = rollcall
      await given(entity(), notification())
      await given(
        checkinToken({ token: 'expired', expires_at: '2026-03-30T08:00:00Z' }),
        checkinToken({ token: 'revoked', revoked: 'cancelled' }),
      )
      const { token: writing } = await tokenFor({ scopes: ['checkin:write'] })
      for (const code of ['expired', 'revoked']) {
        for (const answer of [await get(byToken(code)), await get(arrival(code)), await post(arrival(code))]) {
          expect(answer.json()).toMatchObject({ status: 410, notification_id: 'n-1' })
        }
        const refused = await post(arrival(code), undefined, { authorization: `Bearer ${writing}` })
        expect(refused.json()).toMatchObject({ code: `checkin-${code}` })
        expect(refused.json()).not.toHaveProperty('notification_id')
      }
    },
  )

  serviceTest('is marked by a token in lower case', async ({ given, post }) => {
    await given(...history())
    expect((await post(arrival(token.toLowerCase()))).statusCode).toBe(201)
  })
})

describe('an arrival without a QR code', () => {
  serviceTest('is recorded in each state of a visit that has not ended', async (rollcall) => {
    for (const state of ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'] as const) {
      const { id, actions } = await contact(rollcall, { external_id: state })
      await put(rollcall, id, state)
      expect((await rollcall.get(byId(id))).json()).toMatchObject({ state: 'possible', notification_state: state })
      const marked = await rollcall.post(byId(id))
      expect(marked.statusCode).toBe(201)
      expect(await actions()).toEqual([marked.json()])
      expect(marked.json()).toMatchObject({ action: 'arrive', channel: 'desk', uid: 'P-77', notification_id: id })
      expect(await row(rollcall, id)).toMatchObject({ state: 'arrived', arrived_by: 'test', arrived_from: state })
      const { deliveries } = (await rollcall.get(`${notifications}/${id}`)).json()
      expect(deliveries).toMatchObject([{ state: 'stopped', reason: expect.any(String) }])
      const again = await rollcall.post(byId(id))
      expect(again.json()).toMatchObject({ code: 'already-arrived', arrived_at: '2026-03-30T08:00:00.000000+00:00' })
    }
    const { id } = await contact(rollcall)
    for (const state of ['superseded', 'withdrawn'] as const) {
      await put(rollcall, id, state)
      for (const answer of [await rollcall.post(byId(id)), await rollcall.get(byId(id))]) {
        expect(codeOrStatus(answer)).toBe('notification-ended')
      }
    }
  })

  serviceTest('is refused for an unknown notification', async (rollcall) => {
    await rollcall.given(...history(), entity({ id: 'other' }))
    for (const path of [byId('none'), '/v1/notifications/other/n-1/arrival']) {
      expect(codeOrStatus(await rollcall.post(path))).toBe('notification-not-found')
      expect(codeOrStatus(await rollcall.get(path))).toBe('notification-not-found')
    }
  })

  eachEngine('is recorded once when two desks mark it at once, by token and by id', async (rollcall) => {
    await rollcall.given(...history())
    const paths = [byId('n-1'), arrival(), byId('n-1'), arrival()]
    const outcomes = await Promise.all(paths.map(async (path) => codeOrStatus(await rollcall.post(path))))
    expect(outcomes.map(String).sort()).toEqual(['201', ...Array(3).fill('already-arrived')])
    expect((await rollcall.get(byDate('2026-03-30'))).json()).toHaveLength(1)
  })

  eachEngine('and a withdrawal at once: one of them wins', async (rollcall) => {
    for (let round = 0; round < 5; round++) {
      const { id } = await contact(rollcall, { external_id: `A-${round}` })
      const [marked, withdrawn] = await Promise.all([
        rollcall.post(byId(id)),
        rollcall.post(`${notifications}/${id}/cancellation`),
      ])
      const { state } = await row(rollcall, id)
      expect({ state, outcomes: [codeOrStatus(marked), withdrawn.statusCode] }).toEqual(
        state === 'arrived'
          ? { state, outcomes: [201, 409] }
          : { state: 'withdrawn', outcomes: ['notification-ended', 200] },
      )
    }
  })
})
