import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { byToken, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'

const when = '2026-03-30T09:30:00+01:00'
const params = {
  appointment: { when, doctor: 'Ana Reis' },
  exam: { when, exam: 'MRI' },
  vaccination: { when, end: '2026-04-03T17:00:00+01:00', place: 'Gym', vaccine: 'Influenza' },
}
type Target = keyof typeof params

const faults = async ({ post }: Rollcall, target: Target, over: object) => {
  const one = { ...params[target], ...over }
  return (await post(notifications, { ...submission(item({ params: one })), target })).json().errors
}

const stored = async ({ database }: Rollcall) => {
  const row = await database.selectFrom('notifications').select('params').executeTakeFirstOrThrow()
  return JSON.parse(row.params)
}

describe('the end of a visit', () => {
  for (const target of Object.keys(params) as Target[]) {
    serviceTest(`of medical/${target} must be after its start, by at most 31 days`, async (rollcall) => {
      await rollcall.given(entity())
      const fault = (reason: string) => [{ parameter: '/notifications/0/params/end', reason }]
      expect(await faults(rollcall, target, { end: when })).toEqual(fault('must be after when'))
      expect(await faults(rollcall, target, { end: '2026-03-30T07:00:00Z' })).toEqual(fault('must be after when'))
      expect(await faults(rollcall, target, { end: '2026-04-30T08:30:01Z' })).toEqual(
        fault('must be at most 31 days after when'),
      )
      expect(await faults(rollcall, target, { end: '2026-04-30' })).toEqual(
        fault('must be an RFC 3339 instant with an offset, such as 2026-03-30T10:00:00+01:00'),
      )
      expect(await faults(rollcall, target, { end: '2026-04-30T09:30:00+01:00' })).toBeUndefined()
      expect((await stored(rollcall)).end).toBe('2026-04-30T08:30:00Z')
    })
  }

  serviceTest('of an appointment is not in its records', async (rollcall) => {
    const end = '2026-03-30T11:00:00+01:00'
    const one = await contact(rollcall, { params: { ...params.appointment, end } })
    await one.answer('confirm')
    const [action] = await one.actions()
    const checkin = (await rollcall.get(byToken((await one.token())!))).json()
    for (const record of [action, checkin]) {
      expect(Object.keys(record.params)).toEqual([
        ...['year', 'month', 'day', 'hour', 'minute', 'when', 'event_date', 'doctor'],
      ])
    }
  })
})

describe('an exam', () => {
  serviceTest('takes a preparation of several lines, without other control characters', async (rollcall) => {
    await rollcall.given(entity())
    const reason = 'must not contain control characters other than line breaks'
    for (const preparation of ['Fast.\x1b[2J', 'Fast.\x07', 'Fast.\tDrink.', 'Fast.\rDrink.', 'Fast.\u0085']) {
      expect(await faults(rollcall, 'exam', { preparation })).toEqual([
        { parameter: '/notifications/0/params/preparation', reason },
      ])
    }
    const preparation = 'Não coma.\nBeba água.\r\nVenha cedo.'
    expect(await faults(rollcall, 'exam', { preparation })).toBeUndefined()
    expect(await stored(rollcall)).toMatchObject({ preparation })
  })
})

describe('a vaccination', () => {
  serviceTest('needs an end and a place, and has no doctor', async (rollcall) => {
    await rollcall.given(entity())
    const over = { end: undefined, place: undefined, doctor: 'Ana Reis' }
    expect(await faults(rollcall, 'vaccination', over)).toEqual([
      { parameter: '/notifications/0/params/end', reason: 'is missing' },
      { parameter: '/notifications/0/params/place', reason: 'is missing' },
      {
        parameter: '/notifications/0/params',
        reason: 'has an unknown key; the known keys are when, end, place, vaccine',
      },
    ])
  })

  serviceTest('has its window, place and vaccine in its records', async (rollcall) => {
    const one = await contact(rollcall, { params: params.vaccination }, 'vaccination')
    await one.answer('confirm')
    const [action] = await one.actions()
    const checkin = (await rollcall.get(byToken((await one.token())!))).json()
    for (const record of [action, checkin]) {
      expect(record.params).toEqual({
        year: '2026',
        month: '3',
        day: '30',
        hour: '9',
        minute: '30',
        when: '2026-03-30T08:30:00Z',
        event_date: '2026-03-30T08:30:00Z',
        end: '2026-04-03T16:00:00Z',
        place: 'Gym',
        vaccine: 'Influenza',
      })
    }
  })
})
