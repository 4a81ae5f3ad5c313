import { describe, expect } from 'vitest'
import { contact, notificationRow, notifications, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, moved, notify, submission } from '../../../test/submission.ts'

const tuesday = '2026-04-07T09:00:00+01:00'
const wednesday = '2026-04-08T14:30:00+01:00'
const written = '2026-04-07T08:00:00.000000+00:00'

const submit = async (rollcall: Rollcall, over: object, target = 'appointment') =>
  (await rollcall.post(notifications, { ...submission({ ...item(), ...over }), target })).json()

const outcomeOf = async (rollcall: Rollcall, over: object) =>
  (await submit(rollcall, over)).notifications[0].outcome as string

describe('the slots of a submission', () => {
  serviceTest('are at most twelve distinct instants ahead', async (rollcall) => {
    await rollcall.given(entity())
    const hour = (at: number) => `2026-04-07T${String(at).padStart(2, '0')}:00:00Z`
    const twelve = Array.from({ length: 12 }, (_, at) => hour(at))
    expect((await submit(rollcall, { slots: twelve })).notifications).toMatchObject([{ outcome: 'created' }])
    const malformed = 'must be an RFC 3339 instant with an offset, such as 2026-03-29T09:00:00+01:00'
    for (const [slots, pointer, reason] of [
      [[...twelve, hour(12)], '', expect.stringContaining('12')],
      [[tuesday, '2026-04-07 09:00'], '/1', malformed],
      [[tuesday, '2026-04-07T09:00:00'], '/1', malformed],
      [[tuesday, 7], '/1', expect.any(String)],
      ['tuesday', '', expect.any(String)],
      [['2026-03-30T09:00:00+01:00', tuesday], '/0', 'in-the-past'],
      [[tuesday, '2026-04-07T08:00:00Z'], '/1', 'repeats an earlier slot'],
    ] as const)
      expect((await submit(rollcall, { slots })).errors).toEqual([
        { parameter: `/notifications/0/slots${pointer}`, reason },
      ])
  })

  serviceTest('are not for a visit whose contact cannot ask for another time', async (rollcall) => {
    await rollcall.given(entity())
    const params = { when: '2026-03-30T09:00:00Z', end: '2026-03-30T17:00:00Z', place: 'Hall 2' }
    const { errors } = await submit(rollcall, { params, slots: [tuesday] }, 'vaccination')
    expect(errors).toMatchObject([{ parameter: '/notifications/0/slots' }])
    expect((await submit(rollcall, { params, slots: [] }, 'vaccination')).notifications).toHaveLength(1)
  })

  serviceTest('that are over are a fault also if nothing else has changed', async (rollcall) => {
    await rollcall.given(entity())
    const offering = { ...item({ slots: ['2026-03-30T09:15:00+01:00'] }) }
    await submit(rollcall, offering)
    setTime(rollcall, '2026-03-30T08:15:00Z')
    expect((await submit(rollcall, offering)).errors).toEqual([
      { parameter: '/notifications/0/slots/0', reason: 'in-the-past' },
    ])
  })

  eachEngine('change by a later submission, and nobody is notified twice', async (rollcall) => {
    const { id, status } = await notify(rollcall, { slots: [wednesday, tuesday] })
    await rollcall.deliver()
    expect(await outcomeOf(rollcall, { slots: [written, wednesday] })).toBe('unchanged')
    expect(await outcomeOf(rollcall, { slots: [tuesday] })).toBe('updated')
    expect(await status()).toMatchObject({ slots: [written] })
    expect(await outcomeOf(rollcall, {})).toBe('updated')
    expect(await status()).not.toHaveProperty('slots')
    expect(await rollcall.deliver()).toBe(0)
    expect((await notificationRow(rollcall, id)).slots).toBeNull()
  })

  eachEngine('belong to one start, and a move answers the contact who took one', async (rollcall) => {
    const one = await contact(rollcall, { slots: [tuesday] })
    await one.send({ answer: 'reschedule', nonce: one.nonce, slot: tuesday })
    const {
      notifications: [{ id, outcome }],
    } = await submit(rollcall, { ...moved, slots: [wednesday] })
    expect(outcome).toBe('moved')
    const status = (await rollcall.get(`${notifications}/${id}`)).json()
    expect(status).toMatchObject({ slots: ['2026-04-08T13:30:00.000000+00:00'] })
    expect(status).not.toHaveProperty('slot')
  })
})

describe('an answer for a contact', () => {
  const answering = (id: string) => `${notifications}/${id}/answer`

  eachEngine('takes an offered slot', async (rollcall) => {
    const { id } = await notify(rollcall, { slots: [tuesday] })
    const answer = (body: object) => rollcall.post(answering(id), { action: 'reschedule', ...body })
    const faults = [
      [{ slot: wednesday }, 'must be one of the slots of the notification'],
      [{ slot: '2026-03-30T08:00:00Z' }, 'in-the-past'],
      [{ action: 'confirm', slot: tuesday }, 'must be absent unless the action is reschedule'],
    ] as const
    for (const [body, reason] of faults)
      expect((await answer(body)).json().errors).toEqual([{ parameter: '/slot', reason }])
    expect((await answer({ slot: tuesday })).json()).toMatchObject({ state: 'rescheduling', slot: written })
    const [event] = (await rollcall.get('/v1/events/clinica-lisboa/since/1')).json()
    expect(event).toMatchObject({ kind: 'action', by: 'test', slot: written })
  })

  serviceTest('replaces only the slot that staff have seen, and so does the mark', async (rollcall) => {
    const { id } = await notify(rollcall, { slots: [tuesday, wednesday] })
    await rollcall.post(answering(id), { action: 'reschedule', slot: tuesday })
    const undo = (replaces: object) => rollcall.post(answering(id), { action: 'cancel', replaces })
    expect((await undo({ state: 'rescheduling' })).json().code).toBe('answered-since')
    const mark = (seen: object) => rollcall.put(`${notifications}/${id}/done`, { done: true, ...seen })
    expect((await mark({ wish: null })).json().code).toBe('answered-since')
    expect((await mark({ wish: null, slot: tuesday })).json()).toHaveProperty('done')
    expect((await undo({ state: 'rescheduling', slot: tuesday })).json()).toMatchObject({ state: 'cancelled' })
  })
})
