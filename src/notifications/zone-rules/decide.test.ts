import { describe, expect } from 'vitest'
import { codeOrStatus, contact, notifications, setState, setTime } from '../../../test/contact.ts'
import { changeClock } from '../../../test/earlier-rules.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { item, notify } from '../../../test/submission.ts'
import { notificationStates, remindedStates } from '../../visits/state.ts'

const visit = { params: { ...item().params, when: '2026-04-20T15:30:00+01:00', end: '2026-04-20T16:00:00+01:00' } }

/** A contact who was told of 14:30, by the earlier rules; now the clocks show 15:30 at that instant. */
async function toldContact(rollcall: Rollcall, answer?: 'confirm' | 'reschedule' | 'cancel') {
  const { mobile, texts } = await messageCentre(rollcall)
  const one = await contact(rollcall, visit)
  await rollcall.deliver({ mobile })
  if (answer) await one.answer(answer, answer === 'reschedule' ? 'Mondays' : '')
  const token = await one.token()
  await changeClock(rollcall, one.id)
  const newTexts = async () => {
    while ((await rollcall.deliver({ mobile })) > 0);
    return texts().slice(1)
  }
  return { ...one, confirmedToken: token, newTexts }
}

const decide = ({ post }: Rollcall, id: string, keep: string, headers = {}) =>
  post(`${notifications}/${id}/clock-change`, { keep }, headers)

const events = async ({ get }: Rollcall): Promise<object[]> =>
  (await get('/v1/events/clinica-lisboa/since/0'))
    .json()
    .filter(({ kind }: { kind: string }) => kind === 'notification')

describe('a clinic that keeps the local time of a visit', () => {
  eachEngine('moves its instant; the answer and the code stay, and the contact hears nothing', async (rollcall) => {
    const { id, confirmedToken, token, newTexts } = await toldContact(rollcall, 'confirm')
    const decided = await decide(rollcall, id, 'local-time')
    expect(decided.statusCode).toBe(200)
    expect(decided.json()).toMatchObject({
      id,
      state: 'confirmed',
      starts_at: '2026-04-20T13:30:00.000000+00:00',
      ends_at: '2026-04-20T14:00:00.000000+00:00',
      params: {
        hour: '14',
        minute: '30',
        when: '2026-04-20T13:30:00Z',
        end: '2026-04-20T14:00:00Z',
        doctor: 'Ana Reis',
      },
    })
    expect(decided.json()).not.toHaveProperty('recorded_time')
    expect(await newTexts()).toEqual([])
    expect(await token()).toBe(confirmedToken)
    const record = (await rollcall.get(`/v1/checkin/bytoken/clinica-lisboa/${confirmedToken}`)).json()
    expect(record.params).toMatchObject({ hour: '14', when: '2026-04-20T13:30:00Z' })
    expect((await events(rollcall)).at(-1)).toMatchObject({
      change: 'updated',
      notification_id: id,
      starts_at: '2026-04-20T13:30:00.000000+00:00',
    })
  })

  eachEngine('has reminders at the new instant, and not those that are over', async (rollcall) => {
    const { id, newTexts } = await toldContact(rollcall)
    setTime(rollcall, '2026-04-18T13:45:00Z')
    while ((await rollcall.remind()) > 0);
    await decide(rollcall, id, 'local-time')
    while ((await rollcall.remind()) > 0);
    expect(await newTexts()).toEqual([])
    setTime(rollcall, '2026-04-20T10:29:00Z')
    while ((await rollcall.remind()) > 0);
    expect(await newTexts()).toEqual([])
    setTime(rollcall, '2026-04-20T10:31:00Z')
    while ((await rollcall.remind()) > 0);
    expect(await newTexts()).toEqual([expect.stringContaining('14:30')])
  })

  eachEngine('does not move it again when its system submits that start', async (rollcall) => {
    const { id, newTexts } = await toldContact(rollcall)
    await decide(rollcall, id, 'local-time')
    const params = { ...visit.params, when: '2026-04-20T14:30:00+01:00', end: '2026-04-20T15:00:00+01:00' }
    expect((await notify(rollcall, { params })).id).toBe(id)
    expect(await newTexts()).toEqual([])
  })
})

describe('a clinic that keeps the instant of a visit', () => {
  eachEngine('tells the contact of the new local time, and asks for the answer again', async (rollcall) => {
    const { id, token, newTexts } = await toldContact(rollcall, 'confirm')
    const decided = (await decide(rollcall, id, 'instant')).json()
    expect(decided).toMatchObject({
      state: 'open',
      supersedes: id,
      starts_at: '2026-04-20T14:30:00.000000+00:00',
      params: { hour: '15', minute: '30' },
    })
    expect(await newTexts()).toEqual([expect.stringMatching(/15:30.*14:30/)])
    expect(await token()).toBeUndefined()
    expect((await events(rollcall)).at(-1)).toMatchObject({
      change: 'moved',
      notification_id: decided.id,
      supersedes: id,
    })
    setTime(rollcall, '2026-04-18T15:00:00Z')
    while ((await rollcall.remind()) > 0);
    expect(await newTexts()).toHaveLength(2)
    expect((await notify(rollcall, visit)).id).toBe(decided.id)
    expect(await newTexts()).toHaveLength(2)
  })

  eachEngine(
    'leaves a request for another time with staff, and reminds its contact of the new time',
    async (rollcall) => {
      const { id, newTexts } = await toldContact(rollcall, 'reschedule')
      const decided = (await decide(rollcall, id, 'instant')).json()
      expect(decided).toMatchObject({ id, state: 'rescheduling', wish: 'Mondays', params: { hour: '15' } })
      expect((await newTexts()).at(-1)).toContain('15:30')
    },
  )

  eachEngine('does not tell a contact twice who has not been told at all', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await notify(rollcall, visit)
    await changeClock(rollcall, id)
    expect((await decide(rollcall, id, 'instant')).json()).toMatchObject({ id, state: 'open' })
    while ((await rollcall.deliver({ mobile })) > 0);
    expect(texts()).toEqual([expect.stringContaining('15:30')])
  })
})

describe('the decision about a changed local time', () => {
  eachEngine('is made once; its repetition with the same key gets the same response', async (rollcall) => {
    const { id, newTexts } = await toldContact(rollcall)
    const key = { 'idempotency-key': 'decide-1' }
    const first = await decide(rollcall, id, 'instant', key)
    expect((await decide(rollcall, id, 'instant', key)).body).toBe(first.body)
    for (const keep of ['instant', 'local-time'])
      for (const one of [id, first.json().id])
        expect(codeOrStatus(await decide(rollcall, one, keep))).toBe('clock-not-changed')
    expect(await newTexts()).toHaveLength(1)
  })

  eachEngine(
    'is not possible without a changed local time, or when the visit does not take place',
    async (rollcall) => {
      const { id } = await contact(rollcall, visit)
      expect(codeOrStatus(await decide(rollcall, id, 'instant'))).toBe('clock-not-changed')
      expect(codeOrStatus(await decide(rollcall, 'unknown', 'instant'))).toBe('notification-not-found')
      expect(codeOrStatus(await decide(rollcall, id, 'both'))).toBe('invalid-body')
      await changeClock(rollcall, id)
      for (const state of notificationStates.filter((one) => !remindedStates.some((reminded) => reminded === one))) {
        await setState(rollcall, id, state)
        expect(codeOrStatus(await decide(rollcall, id, 'local-time'))).toBe('clock-not-changed')
      }
    },
  )

  eachEngine('tells of the time that follows when the clocks now skip the local time', async (rollcall) => {
    const { id, newTexts } = await toldContact(rollcall)
    // The clocks of Lisbon skip 01:00 to 02:00 on 28 March 2027.
    const recorded = { recorded_time: '2027-03-28T01:30' }
    await rollcall.database.updateTable('notifications').set(recorded).where('notification_id', '=', id).execute()
    const decided = (await decide(rollcall, id, 'local-time')).json()
    expect(decided).toMatchObject({ supersedes: id, starts_at: '2027-03-28T01:30:00.000000+00:00' })
    expect(await newTexts()).toHaveLength(1)
  })
})
