import { describe, expect } from 'vitest'
import { codeOrStatus, contact, notifications, setTime } from '../../../test/contact.ts'
import { checkinToken, entity, history, notification } from '../../../test/history.ts'
import { byToken, type Rollcall, serviceTest } from '../../../test/rollcall.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const reason = 'The clinic is running late'
const byCode = (of = token) => `${byToken(of)}/arrival`
const byId = (id = 'n-1') => `${notifications}/${id}/arrival`
const statusOf = async ({ get }: Rollcall, id = 'n-1') => (await get(`${notifications}/${id}`)).json()

describe('a forced arrival', () => {
  for (const [window, time] of [
    ['too-early', '2026-03-29T08:00:00Z'],
    ['too-late', '2026-03-30T12:00:00Z'],
  ] as const) {
    for (const path of [byCode(), byId()]) {
      serviceTest(`is recorded when it is ${window}, by ${path}`, async (rollcall) => {
        await rollcall.given(...history())
        setTime(rollcall, time)
        expect(codeOrStatus(await rollcall.post(path))).toBe(window)
        const marked = await rollcall.post(path, { force: true, reason })
        expect(marked.json()).toMatchObject({ action: 'arrive', notification_id: 'n-1' })
        expect(await statusOf(rollcall)).toMatchObject({
          state: 'arrived',
          arrived_by: 'test',
          arrived_reason: reason,
        })
        const recorded = await rollcall.database
          .selectFrom('actions')
          .select(['action', 'acted_by', 'reason'])
          .orderBy('sequence', 'desc')
          .execute()
        expect(recorded[0]).toEqual({ action: 'arrive', acted_by: 'test', reason })
        expect(codeOrStatus(await rollcall.post(path, { force: true, reason }))).toBe('already-arrived')
      })
    }
  }

  serviceTest('has the time at which a desk without a connection kept it', async (rollcall) => {
    await rollcall.given(...history())
    setTime(rollcall, '2026-03-30T20:00:00Z')
    const marked = await rollcall.post(byCode(), { at: '2026-03-30T12:00:00Z', force: true, reason })
    expect(marked.json().date).toBe('2026-03-30T12:00:00.000000+00:00')
  })

  serviceTest('is recorded with an expired code', async (rollcall) => {
    await rollcall.given(entity(), notification(), checkinToken({ expires_at: '2026-03-30T23:00:00Z' }))
    setTime(rollcall, '2026-03-31T08:00:00Z')
    expect(codeOrStatus(await rollcall.post(byCode()))).toBe('checkin-expired')
    expect(codeOrStatus(await rollcall.post(byCode(), { force: true, reason }))).toBe(201)
  })

  for (const answer of ['cancel', 'reschedule'] as const) {
    serviceTest(`is recorded with the code of a contact who then answered ${answer}`, async (rollcall) => {
      const one = await contact(rollcall)
      await one.answer('confirm')
      const code = (await one.token())!
      await one.answer(answer)
      expect(codeOrStatus(await rollcall.post(byCode(code)))).toBe('checkin-revoked')
      expect(codeOrStatus(await rollcall.post(byCode(code), { force: true, reason }))).toBe(201)
      expect(await statusOf(rollcall, one.id)).toMatchObject({ state: 'arrived', arrived_reason: reason })
      expect(codeOrStatus(await rollcall.get(byToken(code)))).toBe('checkin-revoked')
      // The desk that marked it can undo it.
      expect(codeOrStatus(await rollcall.post(`${byCode(code)}/annulment`, { reason }))).toBe(201)
      expect(codeOrStatus(await rollcall.post(`${byCode(code)}/annulment`, { reason }))).toBe('checkin-revoked')
    })
  }

  serviceTest('is rejected when the clinic has withdrawn or moved the visit', async (rollcall) => {
    for (const [state, revoked] of [
      ['withdrawn', 'cancelled'],
      ['superseded', 'moved'],
    ] as const) {
      const one = await contact(rollcall, { external_id: state })
      await one.answer('confirm')
      const code = (await one.token())!
      const { database } = rollcall
      await database.updateTable('notifications').set({ state }).where('notification_id', '=', one.id).execute()
      await database.updateTable('checkin_tokens').set({ revoked }).where('notification_id', '=', one.id).execute()
      const forced = (path: string) => rollcall.post(path, { force: true, reason })
      expect((await forced(byCode(code))).json()).toMatchObject({ code: 'checkin-revoked', reason: revoked })
      expect(codeOrStatus(await forced(byId(one.id)))).toBe('notification-ended')
    }
    expect(codeOrStatus(await rollcall.post(byCode('none'), { force: true, reason }))).toBe('checkin-not-found')
  })

  serviceTest('of an earlier day can be reversed on the day of the arrival', async (rollcall) => {
    await rollcall.given(...history())
    setTime(rollcall, '2026-04-02T08:00:00Z')
    await rollcall.post(byCode(), { force: true, reason })
    setTime(rollcall, '2026-04-02T22:59:59Z')
    expect(codeOrStatus(await rollcall.post(`${byId()}/annulment`, { reason: 'Another contact' }))).toBe(201)
    expect(await statusOf(rollcall)).not.toHaveProperty('arrived_reason')
    await rollcall.post(byId(), { force: true, reason })
    setTime(rollcall, '2026-04-02T23:00:00Z')
    expect((await rollcall.post(`${byId()}/annulment`, { reason })).json()).toMatchObject({
      code: 'too-late',
      window_closed_at: '2026-04-02T23:00:00.000000+00:00',
    })
  })

  serviceTest('needs a reason', async (rollcall) => {
    await rollcall.given(...history())
    for (const path of [byCode(), byId()]) {
      for (const [body, parameter] of [
        [{ force: true }, '/reason'],
        [{ force: true, reason: '' }, '/reason'],
        [{ force: true, reason: '\u200b' }, '/reason'],
        [{ force: true, reason: 'a\u0007' }, '/reason'],
        [{ force: true, reason: 'x'.repeat(501) }, '/reason'],
        [{ force: 'yes', reason }, '/force'],
        [{ reason }, '/reason'],
        [{ force: false, reason }, '/reason'],
      ] as const) {
        const fault = (await rollcall.post(path, body)).json()
        expect([body, fault]).toMatchObject([body, { status: 422, code: 'invalid-body', errors: [{ parameter }] }])
      }
      expect((await statusOf(rollcall)).state).toBe('imported')
    }
  })
})
