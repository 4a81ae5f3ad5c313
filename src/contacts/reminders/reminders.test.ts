import { describe, expect } from 'vitest'
import { contact, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { formatInstant, minutes } from '../../platform/time/instant.ts'
import type { Step } from './sequence.ts'

const reminders = '/v1/entities/clinica-lisboa/reminders'
const quietHours = '/v1/entities/clinica-lisboa/quiet-hours'

/** In Lisbon, summer time begins on 29 March 2026. The clock of the tests is 09:00 on 30 March. */
const on = (when: string) => ({ params: { ...item().params, when } })
const setSteps = (rollcall: Rollcall, steps: Step[]) =>
  rollcall.put(reminders, { sequences: [{ category: 'medical', target: 'appointment', steps }] })
const anyState: Step['states'] = ['open', 'confirmed', 'rescheduling']

/** Lets the time pass, with a look at due reminders each quarter of an hour. Returns when reminders were sent, by their kinds. */
async function passUntil(rollcall: Rollcall, end: string) {
  const last = Temporal.Instant.from(end).epochMilliseconds * 1_000
  for (; rollcall.clock.time <= last; rollcall.clock.time += minutes(15)) {
    while ((await rollcall.remind()) > 0);
    while ((await rollcall.deliver()) > 0);
  }
  const sent = await rollcall.database
    .selectFrom('deliveries')
    .select(['kind', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at')
    .execute()
  return sent.map(({ kind, sent_at }) => `${kind} ${formatInstant(sent_at!).slice(0, 16)}`)
}

describe('reminders', () => {
  eachEngine('are sent 7 days, 2 days and 3 hours before the visit, at its time of day', async (rollcall) => {
    await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    expect(await passUntil(rollcall, '2026-04-09T20:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'reminder 2026-04-02T14:00',
      'reminder 2026-04-07T14:00',
      'reminder 2026-04-09T11:00',
    ])
    expect(await rollcall.remind()).toBe(0)
  })

  eachEngine('are sent once by two processes', async (rollcall) => {
    for (let visit = 0; visit < 30; visit++)
      await notify(rollcall, { ...on('2026-04-09T15:00:00+01:00'), external_id: `A-${visit}` })
    await Promise.all([rollcall.remind(), rollcall.remind()])
    await passUntil(rollcall, '2026-03-30T09:00:00Z')
    setTime(rollcall, '2026-04-02T14:00:30Z')
    for (let pass = 0; pass < 3; pass++) await Promise.all([rollcall.remind(), rollcall.remind()])
    const added = await rollcall.database
      .selectFrom('deliveries')
      .select('kind')
      .where('kind', '=', 'reminder')
      .execute()
    expect(added).toHaveLength(30)
  })

  serviceTest('go to a contact who has confirmed only at the last step, with the QR code', async (rollcall) => {
    const one = await contact(rollcall, { ...on('2026-04-09T15:00:00+01:00'), addresses: [mail] })
    await passUntil(rollcall, '2026-03-30T08:00:00Z')
    await one.answer('confirm')
    const code = await one.token()
    expect(await passUntil(rollcall, '2026-04-09T20:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'confirmation 2026-03-30T08:15',
      'reminder 2026-04-09T11:00',
    ])
    const reminder = rollcall.outbox('.eml').find((text) => text.includes('Lembrete'))!
    expect(reminder).toContain(code)
  })

  for (const end of ['cancel', 'withdraw', 'arrive'] as const)
    serviceTest(`end when the visit does: ${end}`, async (rollcall) => {
      const one = await contact(rollcall, on('2026-04-02T15:00:00+01:00'))
      await passUntil(rollcall, '2026-03-30T08:00:00Z')
      if (end === 'cancel') await one.answer('cancel')
      const path = `/v1/notifications/clinica-lisboa/${one.id}`
      if (end === 'withdraw') await rollcall.post(`${path}/cancellation`)
      if (end === 'arrive') await rollcall.post(`${path}/arrival`, { force: true, reason: 'early' })
      const sent = await passUntil(rollcall, '2026-04-02T20:00:00Z')
      expect(sent.filter((one) => one.startsWith('reminder'))).toEqual([])
    })

  serviceTest('begin again with the steps to come when a contact who cancelled comes after all', async (rollcall) => {
    const one = await contact(rollcall, on('2026-04-09T15:00:00+01:00'))
    await one.answer('cancel')
    setTime(rollcall, '2026-04-07T18:00:00Z')
    await one.answer('confirm')
    const sent = await passUntil(rollcall, '2026-04-09T20:00:00Z')
    expect(sent.filter((one) => one.startsWith('reminder'))).toEqual(['reminder 2026-04-09T11:00'])
  })

  serviceTest('begin again for a visit that moves', async (rollcall) => {
    await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    await passUntil(rollcall, '2026-04-02T14:00:00Z')
    await rollcall.post('/v1/notifications/clinica-lisboa', submission(item(on('2026-04-20T10:00:00+01:00'))))
    expect(await passUntil(rollcall, '2026-04-20T20:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'reminder 2026-04-02T14:00',
      'moved 2026-04-02T14:15',
      'reminder 2026-04-13T09:00',
      'reminder 2026-04-18T09:00',
      // 07:00 in Lisbon is quiet.
      'reminder 2026-04-20T07:00',
    ])
  })

  serviceTest('leave out steps that were over at submission, or within an hour after the notice', async (rollcall) => {
    await notify(rollcall, on('2026-03-30T12:50:00+01:00'))
    expect(await passUntil(rollcall, '2026-03-30T12:00:00Z')).toEqual(['notice 2026-03-30T08:00'])
  })

  serviceTest('change with the sequence also for known visits, and send no step that was over', async (rollcall) => {
    await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    await passUntil(rollcall, '2026-04-02T14:00:00Z')
    await setSteps(rollcall, [
      { before: 'P7D', states: anyState },
      { before: 'P6D', states: anyState },
      { before: 'P8DT1H', states: anyState },
      { before: 'P1D', states: anyState },
    ])
    expect(await passUntil(rollcall, '2026-04-09T20:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'reminder 2026-04-02T14:00',
      'reminder 2026-04-03T14:00',
      'reminder 2026-04-08T14:00',
    ])
  })

  serviceTest('that coincide are one', async (rollcall) => {
    await rollcall.given(entity())
    await setSteps(rollcall, [
      { before: 'P1D', states: anyState },
      { before: 'PT24H', states: anyState },
    ])
    await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    expect(await passUntil(rollcall, '2026-04-09T20:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'reminder 2026-04-08T14:00',
    ])
  })

  serviceTest('of a service that was down are sent once, as the latest of them', async (rollcall) => {
    await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    await passUntil(rollcall, '2026-03-30T09:00:00Z')
    setTime(rollcall, '2026-04-08T10:00:00Z')
    expect(await passUntil(rollcall, '2026-04-08T12:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'reminder 2026-04-08T10:00',
    ])
  })

  serviceTest('go only to the channels of the step', async (rollcall) => {
    await rollcall.given(entity())
    await setSteps(rollcall, [{ before: 'P1D', states: anyState, channels: ['email'] }])
    const { status } = await notify(rollcall, {
      ...on('2026-04-09T15:00:00+01:00'),
      addresses: [mail, { channel: 'mobile', uid: '912 345 678' }],
    })
    await passUntil(rollcall, '2026-04-09T10:00:00Z')
    const { deliveries } = await status()
    expect(deliveries.map(({ kind, channel }: Record<string, string>) => `${kind} ${channel}`).sort()).toEqual([
      'notice email',
      'notice mobile',
      'reminder email',
    ])
  })

  serviceTest('keep the time of day when the clocks change', async (rollcall) => {
    setTime(rollcall, '2026-10-15T10:00:00Z')
    await rollcall.given(entity())
    await setSteps(rollcall, [
      { before: 'P1D', states: anyState },
      { before: 'PT20H', states: anyState },
    ])
    // Summer time ends at 02:00 on 25 October.
    await notify(rollcall, on('2026-10-25T12:00:00Z'))
    expect(await passUntil(rollcall, '2026-10-25T13:00:00Z')).toEqual([
      'notice 2026-10-15T10:00',
      'reminder 2026-10-24T11:00',
      'reminder 2026-10-24T16:00',
    ])
  })
})

describe('steps that coincide', () => {
  serviceTest('are one reminder in the channels of both', async (rollcall) => {
    await rollcall.given(entity())
    await setSteps(rollcall, [
      { before: 'P1D', states: ['open'], channels: ['email'] },
      { before: 'PT24H', states: ['open'], channels: ['mobile'] },
    ])
    const { id } = await notify(rollcall, {
      ...on('2026-04-09T15:00:00+01:00'),
      addresses: [...item().addresses, mail],
    })
    const { plan } = (await rollcall.get(`/v1/notifications/clinica-lisboa/${id}/timeline`)).json()
    const reminders = plan.filter(({ type }: { type: string }) => type === 'reminder')
    expect(reminders.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(['coincides', 'on-time'])
    await passUntil(rollcall, '2026-04-08T16:00:00Z')
    const { deliveries } = (await rollcall.get(`/v1/notifications/clinica-lisboa/${id}`)).json()
    const reminded = deliveries.filter(({ kind }: { kind: string }) => kind === 'reminder')
    expect(reminded.map(({ channel }: { channel: string }) => channel).toSorted()).toEqual(['email', 'mobile'])
  })
})

describe('a reminder at the request of staff', () => {
  const reminder = (id: string) => `/v1/notifications/clinica-lisboa/${id}/reminder`

  serviceTest('is sent once an hour, and not while another message waits', async (rollcall) => {
    const { id } = await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    const codes = async () => (await rollcall.post(reminder(id))).json().code
    expect(await codes()).toBe('reminded-recently')
    await rollcall.deliver()
    const sent = await rollcall.post(reminder(id))
    expect([sent.statusCode, sent.json().deliveries.at(-1)]).toEqual([
      200,
      expect.objectContaining({ kind: 'reminder', state: 'pending' }),
    ])
    await rollcall.deliver()
    rollcall.clock.time += minutes(59)
    expect(await codes()).toBe('reminded-recently')
    rollcall.clock.time += minutes(2)
    expect(await codes()).toBeUndefined()
  })

  serviceTest('waits for the end of quiet hours, unless it is urgent', async (rollcall) => {
    const visits = [await notify(rollcall, on('2026-04-09T15:00:00+01:00'))]
    visits.push(await notify(rollcall, { ...on('2026-04-09T15:00:00+01:00'), external_id: 'A-2' }))
    await rollcall.deliver()
    setTime(rollcall, '2026-03-30T22:00:00Z')
    await rollcall.post(reminder(visits[0]!.id))
    await rollcall.post(reminder(visits[1]!.id), { now: true })
    await rollcall.deliver()
    const states = await Promise.all(visits.map(async ({ status }) => (await status()).deliveries[1].state))
    expect(states).toEqual(['pending', 'sent'])
    await rollcall.post(reminder(visits[0]!.id), { now: true })
    await rollcall.deliver()
    expect((await visits[0]!.status()).deliveries.map(({ state }: { state: string }) => state)).toEqual([
      'sent',
      'sent',
    ])
  })

  serviceTest('is refused for a visit that is over', async (rollcall) => {
    const one = await contact(rollcall, on('2026-04-09T15:00:00+01:00'))
    await rollcall.deliver()
    expect((await rollcall.post(reminder('none'))).json().code).toBe('notification-not-found')
    await one.answer('cancel')
    expect((await rollcall.post(reminder(one.id))).json().code).toBe('notification-ended')
    const late = await notify(rollcall, { ...on('2026-03-30T10:00:00+01:00'), external_id: 'A-2' })
    setTime(rollcall, '2026-03-30T10:10:00+01:00')
    expect((await rollcall.post(reminder(late.id))).json()).toMatchObject({
      code: 'too-late',
      window_closed_at: '2026-03-30T09:00:00.000000+00:00',
    })
  })
})

describe('quiet hours', () => {
  serviceTest('may be set without holidays', async (rollcall) => {
    await rollcall.given(entity())
    const hours = [{ days: ['sun'], from: '10:00', to: '12:00' }]
    expect((await rollcall.put(quietHours, { hours })).json()).toEqual({ hours, holidays: [] })
    expect((await rollcall.get(quietHours)).json()).toEqual({ hours, holidays: [] })
  })

  serviceTest('hold a notice back until the morning', async (rollcall) => {
    setTime(rollcall, '2026-03-30T20:30:00Z')
    const { delivery } = await notify(rollcall, on('2026-04-01T09:30:00+01:00'))
    await rollcall.deliver()
    expect(await delivery()).toMatchObject({
      state: 'pending',
      attempts: 0,
      next_attempt_at: '2026-03-31T07:00:00.000000+00:00',
    })
    expect((await passUntil(rollcall, '2026-03-31T08:00:00Z'))[0]).toBe('notice 2026-03-31T07:00')
  })

  serviceTest('do not hold back a notice that would be too late in the morning', async (rollcall) => {
    setTime(rollcall, '2026-03-30T20:30:00Z')
    const { delivery } = await notify(rollcall, on('2026-03-31T08:30:00+01:00'))
    await rollcall.deliver()
    expect(await delivery()).toMatchObject({ state: 'sent' })
  })

  serviceTest('make a reminder that cannot wait go out in the evening before', async (rollcall) => {
    await notify(rollcall, on('2026-04-01T08:30:00+01:00'))
    expect(await passUntil(rollcall, '2026-04-01T09:00:00Z')).toEqual([
      'notice 2026-03-30T08:00',
      'reminder 2026-03-31T19:45',
    ])
  })

  serviceTest('also hold back retries, and the time of the attempts does not run out', async (rollcall) => {
    setTime(rollcall, '2026-03-30T19:50:00Z')
    const { delivery } = await notify(rollcall, on('2026-04-05T09:30:00+01:00'))
    let isDown = true
    const mobile = {
      send: async () => {
        if (isDown) throw new Error('down')
        return { outcome: 'accepted' as const }
      },
      close: async () => {},
    }
    for (; rollcall.clock.time < Date.parse('2026-03-31T06:59:00Z') * 1_000; rollcall.clock.time += minutes(5)) {
      await rollcall.deliver({ mobile })
    }
    expect(await delivery()).toMatchObject({ state: 'pending', next_attempt_at: '2026-03-31T07:00:00.000000+00:00' })
    isDown = false
    rollcall.clock.time += minutes(5)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({ state: 'sent' })
  })

  serviceTest('do not hold back the QR code, or news of a visit within 12 hours', async (rollcall) => {
    const one = await contact(rollcall, { ...on('2026-03-31T07:30:00+01:00'), addresses: [mail] })
    await passUntil(rollcall, '2026-03-30T08:00:00Z')
    setTime(rollcall, '2026-03-30T21:00:00Z')
    await one.answer('confirm')
    await rollcall.deliver()
    await rollcall.post(`/v1/notifications/clinica-lisboa/${one.id}/cancellation`)
    await rollcall.deliver()
    const { deliveries } = (await rollcall.get(`/v1/notifications/clinica-lisboa/${one.id}`)).json()
    expect(deliveries.map(({ kind, state }: Record<string, string>) => `${kind} ${state}`)).toEqual([
      'notice sent',
      'confirmation sent',
      'withdrawn sent',
    ])
  })

  serviceTest('do not hold back a move until after the time that the contact knows', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put(quietHours, {
      hours: [
        { days: ['thu', 'fri'], from: '20:00', to: '09:00' },
        { days: ['sat', 'sun'], from: '00:00', to: '00:00' },
      ],
    })
    await notify(rollcall, { ...on('2026-04-04T12:00:00+01:00'), addresses: [mail] })
    await rollcall.deliver()
    // Friday evening: the visit of Saturday moves to Wednesday.
    setTime(rollcall, '2026-04-03T19:30:00Z')
    const { delivery } = await notify(rollcall, { ...on('2026-04-08T12:00:00+01:00'), addresses: [mail] })
    await rollcall.deliver()
    expect(await delivery()).toMatchObject({ kind: 'moved', state: 'sent' })
  })

  serviceTest('hold back news of a later visit, on holidays too', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put(quietHours, {
      hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '20:00', to: '09:00' }],
      holidays: ['2026-03-31', '2026-04-01'],
    })
    const { id } = await notify(rollcall, on('2026-04-09T15:00:00+01:00'))
    await rollcall.deliver()
    setTime(rollcall, '2026-03-31T10:00:00Z')
    await rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
    await rollcall.deliver()
    const { deliveries } = (await rollcall.get(`/v1/notifications/clinica-lisboa/${id}`)).json()
    expect(deliveries[1]).toMatchObject({ kind: 'withdrawn', next_attempt_at: '2026-04-02T08:00:00.000000+00:00' })
  })

  serviceTest('that end early make a waiting reminder due', async (rollcall) => {
    await notify(rollcall, on('2026-04-09T22:00:00+01:00'))
    await passUntil(rollcall, '2026-04-02T22:00:00Z')
    await rollcall.put(quietHours, { hours: [], holidays: [] })
    const sent = await passUntil(rollcall, '2026-04-02T23:00:00Z')
    expect(sent.at(-1)).toBe('reminder 2026-04-02T22:15')
  })
})

describe('the settings', () => {
  serviceTest('have defaults, and need the scope admin', async (rollcall) => {
    await rollcall.given(entity())
    const { sequences } = (await rollcall.get(reminders)).json()
    expect(sequences.map(({ target }: { target: string }) => target)).toEqual(['appointment', 'exam', 'vaccination'])
    expect(sequences[0].steps).toEqual([
      { before: 'P7D', states: ['open', 'rescheduling'] },
      { before: 'P2D', states: ['open', 'rescheduling'] },
      { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'] },
    ])
    expect((await rollcall.get(quietHours)).json()).toEqual({
      hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '21:00', to: '08:00' }],
      holidays: [],
    })
    const { token } = await rollcall.tokenFor({ scopes: ['notifications:write'] })
    expect((await rollcall.get(reminders, { authorization: `Bearer ${token}` })).json()).toMatchObject({
      code: 'insufficient-scope',
    })
  })

  serviceTest('are refused with each fault', async (rollcall) => {
    await rollcall.given(entity())
    const faultsOf = async (path: string, body: object) =>
      (await rollcall.put(path, body))
        .json()
        .errors?.map(({ pointer, reason }: Record<string, string>) => [pointer, reason])
    const step = { before: 'P7D', states: ['open'] }
    const sequence = (over: object) => ({
      sequences: [{ category: 'medical', target: 'appointment', steps: [step], ...over }],
    })
    expect(await faultsOf(reminders, sequence({ target: 'unknown' }))).toHaveLength(1)
    for (const before of ['7 days', 'P0D', 'PT5M', 'P100D', '-P1D', 'P1Y', 'PT', 'P1.5D'])
      expect(await faultsOf(reminders, sequence({ steps: [{ ...step, before }] }))).toHaveLength(1)
    expect(await faultsOf(reminders, sequence({ steps: [{ ...step, states: ['cancelled'] }] }))).toHaveLength(1)
    const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    for (const hours of [
      [{ days: everyDay, from: '08:00', to: '08:00' }],
      [{ days: ['someday'], from: '08:00', to: '09:00' }],
      [{ days: ['mon'], from: '8:00', to: '24:00' }],
    ])
      expect((await faultsOf(quietHours, { hours, holidays: [] })).length).toBeGreaterThan(0)
    expect(await faultsOf(quietHours, { hours: [], holidays: ['2026-02-30'] })).toHaveLength(1)
  })
})

describe('a contact who does not come', () => {
  const path = '/v1/notifications/clinica-lisboa'
  const outcomes = async ({ get }: Rollcall) => (await get(`${path}/byvisit/2026-03-30/2026-03-30/outcomes`)).json()

  eachEngine('is a no-show an hour after the arrival window, with an answer or without', async (rollcall) => {
    const open = await contact(rollcall, on('2026-03-30T12:00:00+01:00'))
    const confirmed = await contact(rollcall, { ...on('2026-03-30T12:00:00+01:00'), external_id: 'A-2' })
    const cancelled = await contact(rollcall, { ...on('2026-03-30T12:00:00+01:00'), external_id: 'A-3' })
    const arrived = await contact(rollcall, { ...on('2026-03-30T12:00:00+01:00'), external_id: 'A-4' })
    await passUntil(rollcall, '2026-03-30T08:00:00Z')
    await confirmed.answer('confirm')
    await cancelled.answer('cancel')
    setTime(rollcall, '2026-03-30T11:00:00Z')
    await rollcall.post(`${path}/${arrived.id}/arrival`)
    await passUntil(rollcall, '2026-03-30T12:45:00Z')
    expect(await open.state()).toBe('open')
    await passUntil(rollcall, '2026-03-30T13:00:00Z')
    const all = [open, confirmed, cancelled, arrived]
    expect(await Promise.all(all.map((one) => one.state()))).toEqual(['no-show', 'no-show', 'cancelled', 'arrived'])
    expect(await outcomes(rollcall)).toMatchObject({
      notified: 4,
      confirmed: 1,
      cancelled: 1,
      open: 2,
      no_show: 2,
      arrived: 1,
    })
  })

  serviceTest('has come after all if staff mark the arrival later', async (rollcall) => {
    const one = await contact(rollcall, on('2026-03-30T12:00:00+01:00'))
    await passUntil(rollcall, '2026-03-30T13:00:00Z')
    expect((await rollcall.post(`${path}/${one.id}/arrival`)).json().code).toBe('too-late')
    await rollcall.post(`${path}/${one.id}/arrival`, { force: true, reason: 'The desk was busy' })
    expect(await one.state()).toBe('arrived')
    expect(await outcomes(rollcall)).toMatchObject({ no_show: 0, arrived: 1 })
    await rollcall.post(`${path}/${one.id}/arrival/annulment`, { reason: 'Another contact' })
    expect(await one.state()).toBe('no-show')
  })

  serviceTest('gets a message that offers another time, if the clinic wants it', async (rollcall) => {
    await rollcall.given(entity())
    const settings = '/v1/entities/clinica-lisboa/settings'
    expect((await rollcall.put(settings, { no_show_message: true })).statusCode).toBe(200)
    const one = await contact(rollcall, { ...on('2026-03-30T18:30:00+01:00'), addresses: [mail, ...item().addresses] })
    const sent = await passUntil(rollcall, '2026-03-31T08:00:00Z')
    // The hour after the window ends at 20:30; the quiet hours begin at 21:00.
    expect(sent.filter((line) => line.startsWith('no-show'))).toEqual([
      'no-show 2026-03-30T19:30',
      'no-show 2026-03-30T19:30',
    ])
    expect((await one.open()).body).toContain(wordsOf('answer-page', 'pt').states.missed)
    await one.answer('reschedule', 'Tuesdays')
    expect(await one.state()).toBe('rescheduling')
    const { statusCode, body } = await one.open()
    expect({ statusCode, offers: body.includes('value="confirm"') }).toEqual({ statusCode: 200, offers: false })
    expect(body).toContain('<q>Tuesdays</q>')
    expect(await outcomes(rollcall)).toMatchObject({ another_time: 1, no_show: 0 })
  })

  serviceTest('can ask for another time for 14 days, but cannot confirm or cancel', async (rollcall) => {
    const [early, late] = [
      await contact(rollcall, on('2026-03-30T12:00:00+01:00')),
      await contact(rollcall, { ...on('2026-03-30T12:00:00+01:00'), external_id: 'A-2' }),
    ]
    await passUntil(rollcall, '2026-03-30T13:00:00Z')
    setTime(rollcall, '2026-04-13T11:00:00Z')
    for (const answer of ['confirm', 'cancel']) {
      await early.answer(answer)
      const asked = await rollcall.post(`${path}/${early.id}/answer`, { action: answer })
      expect([await early.state(), asked.json().code]).toEqual(['no-show', 'notification-ended'])
    }
    await early.answer('reschedule')
    expect(await early.state()).toBe('rescheduling')

    setTime(rollcall, '2026-04-14T11:00:00Z')
    expect((await late.open()).statusCode).toBe(410)
    await late.answer('reschedule')
    expect((await rollcall.post(`${path}/${late.id}/answer`, { action: 'reschedule' })).json().code).toBe('too-late')
    expect(await late.state()).toBe('no-show')
  })

  serviceTest('hears of another time in the morning, if the quiet hours have begun', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put('/v1/entities/clinica-lisboa/settings', { no_show_message: true })
    await contact(rollcall, on('2026-03-30T19:30:00+01:00'))
    const sent = await passUntil(rollcall, '2026-03-31T09:00:00Z')
    expect(sent.at(-1)).toBe('no-show 2026-03-31T07:00')
  })
})
