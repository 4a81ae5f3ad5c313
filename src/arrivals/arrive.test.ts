import { describe, expect } from 'vitest'
import { checkinToken, entity, history, notification } from '../../test/history.ts'
import { byDate, byToken, eachEngine, type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { setEntity } from '../entities/entity.ts'
import { parseInstant } from '../instant.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const arrival = (of = token, entityId?: string) => `${byToken(of, entityId)}/arrival`
const at = (rollcall: Rollcall, time: string) => {
  rollcall.clock.time = parseInstant(time)!
}

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

  eachEngine('is recorded once for several scans', async ({ given, post, get }) => {
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

  eachEngine('gets the same response for the same Idempotency-Key', async ({ given, post }) => {
    await given(...history())
    const scan = () => post(arrival(), undefined, { 'idempotency-key': 'scan-1' })
    const answers = [await scan(), await scan()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]!.body).toBe(answers[0]!.body)
  })

  eachEngine('has the time at which a desk without a connection kept it', async (rollcall) => {
    const { given, post, get } = rollcall
    await given(...history())
    at(rollcall, '2026-03-30T20:00:00Z')
    const keep = () => post(arrival(), { at: '2026-03-30T09:31:00+01:00' }, { 'idempotency-key': 'kept-1' })
    const answers = [await keep(), await keep()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]!.json().date).toBe('2026-03-30T08:31:00.000000+00:00')
    expect((await get(byDate('2026-03-30'))).json()).toHaveLength(1)
  })

  eachEngine('counts as now when the clock of the desk is fast', async ({ given, post }) => {
    await given(...history())
    const answer = await post(arrival(), { at: '2026-03-30T08:07:00Z' })
    expect(answer.json().date).toBe('2026-03-30T08:00:00.000000+00:00')
  })

  serviceTest('is rejected with a time that is no instant, too old, or outside the window', async (rollcall) => {
    await rollcall.given(...history())
    const markAt = async (time: unknown) => (await rollcall.post(arrival(), { at: time })).json()
    for (const time of ['yesterday', 17, '2026-03-29T08:00:00Z']) {
      expect(await markAt(time)).toMatchObject({ status: 422, errors: [{ parameter: '/at' }] })
    }
    expect(await markAt('2026-03-29T23:00:00Z')).toMatchObject({ code: 'too-early' })
  })

  serviceTest('is accepted within the window around the appointment', async (rollcall) => {
    await rollcall.given(...history())
    at(rollcall, '2026-03-30T06:29:59Z')
    const early = await rollcall.post(arrival())
    expect({ status: early.statusCode, code: early.json().code }).toEqual({ status: 409, code: 'too-early' })
    expect(early.json().window_opens_at).toBe('2026-03-30T06:30:00.000000+00:00')
    expect(early.json().detail).toBe(
      'The arrival cannot be marked yet. The response gives the time from which it can be marked.',
    )
    at(rollcall, '2026-03-30T09:30:00Z')
    const late = await rollcall.post(arrival())
    expect({ status: late.statusCode, code: late.json().code }).toEqual({ status: 409, code: 'too-late' })
    expect(late.json().window_closed_at).toBe('2026-03-30T09:30:00.000000+00:00')
    at(rollcall, '2026-03-30T06:30:00Z')
    expect((await rollcall.post(arrival())).statusCode).toBe(201)
  })

  serviceTest('is accepted within the window of its entity', async (rollcall) => {
    await rollcall.given(...history())
    await setEntity(rollcall.database, 'clinica-lisboa', { arrive_early: 10, arrive_late: 0 })
    expect((await rollcall.post(arrival())).json().window_opens_at).toBe('2026-03-30T08:20:00.000000+00:00')
    at(rollcall, '2026-03-30T08:30:00Z')
    expect((await rollcall.post(arrival())).json().code).toBe('too-late')
  })

  serviceTest('is always accepted for an appointment without a known time', async ({ given, post }) => {
    await given(entity(), notification({ category: 'dental', target: 'checkup', params: {} }), checkinToken())
    expect((await post(arrival())).statusCode).toBe(201)
  })

  serviceTest('needs a valid token of this entity', async (rollcall) => {
    const { given, post } = rollcall
    await given(entity(), entity({ id: 'other' }), notification())
    await given(
      checkinToken({ token: 'expired', expires_at: '2026-03-30T08:00:00Z' }),
      checkinToken({ token: 'revoked', revoked: 'moved' }),
      checkinToken({ token: 'of-this-one' }),
    )
    const codes = [arrival('none'), arrival('expired'), arrival('revoked'), arrival('of-this-one', 'other')].map(
      async (path) => (await post(path)).json().code,
    )
    expect(await Promise.all(codes)).toEqual([
      'checkin-not-found',
      'checkin-expired',
      'checkin-revoked',
      'checkin-not-found',
    ])
  })

  serviceTest('needs the scope checkin:write', async ({ given, tokenFor, post }) => {
    await given(...history())
    const { token: reading } = await tokenFor({ scopes: ['checkin:read'] })
    expect((await post(arrival(), undefined, { authorization: `Bearer ${reading}` })).statusCode).toBe(403)
  })

  eachEngine(
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

describe('the status of an arrival', () => {
  serviceTest('is available before, in and after the window, and changes nothing', async (rollcall) => {
    await rollcall.given(...history())
    const window = {
      window_opens_at: '2026-03-30T06:30:00.000000+00:00',
      window_closes_at: '2026-03-30T09:30:00.000000+00:00',
    }
    for (const [time, state] of [
      ['2026-03-30T06:29:59Z', 'too-early'],
      ['2026-03-30T06:30:00Z', 'possible'],
      ['2026-03-30T09:29:59Z', 'possible'],
      ['2026-03-30T09:30:00Z', 'too-late'],
    ] as const) {
      at(rollcall, time)
      expect((await rollcall.get(arrival())).json()).toEqual({ state, notification_state: 'imported', ...window })
    }
    expect((await rollcall.get(byDate('2026-03-30'))).json()).toEqual([])
  })

  eachEngine('names the time of a recorded arrival', async ({ given, post, get }) => {
    await given(...history())
    await post(arrival())
    expect((await get(arrival())).json()).toMatchObject({
      state: 'arrived',
      arrived_at: '2026-03-30T08:00:00.000000+00:00',
    })
  })

  serviceTest('is possible for an appointment without a known time', async ({ given, get }) => {
    await given(entity(), notification({ category: 'dental', target: 'checkup', params: {} }), checkinToken())
    expect((await get(arrival())).json()).toEqual({ state: 'possible', notification_state: 'imported' })
  })

  serviceTest('is not available for an invalid token', async ({ given, get }) => {
    await given(entity(), entity({ id: 'other' }), notification())
    await given(
      checkinToken({ token: 'expired', expires_at: '2026-03-30T08:00:00Z' }),
      checkinToken({ token: 'revoked', revoked: 'moved' }),
      checkinToken({ token: 'of-this-one' }),
    )
    const asked = [arrival('none'), arrival('expired'), arrival('revoked'), arrival('of-this-one', 'other')]
    expect(await Promise.all(asked.map(async (path) => (await get(path)).json().code))).toEqual([
      'checkin-not-found',
      'checkin-expired',
      'checkin-revoked',
      'checkin-not-found',
    ])
  })
})
