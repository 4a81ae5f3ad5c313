import { describe, expect } from 'vitest'
import { contact, notifications, setTime } from '../../../test/contact.ts'
import { multiply } from '../../../test/multiply.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'
import type { Timeline } from './timeline.ts'

/** The clock of the tests is 09:00 on 30 March in Lisbon. */
const at = (when: string) => ({ params: { ...item().params, when } })

async function timeline({ get }: Rollcall, id: string): Promise<Timeline> {
  const response = await get(`${notifications}/${id}/timeline`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** The entries in short: their type and their minute in UTC, with what matters of each. */
const written = (entries: (Timeline['events'][number] | Timeline['plan'][number])[]) =>
  entries.map((entry) => {
    const { type, at, ...rest } = entry as { type: string; at?: string } & Record<string, unknown>
    const words = ['kind', 'channel', 'answer', 'state', 'reason', 'by', 'waits_for'].flatMap((key) => rest[key] ?? [])
    return [at?.slice(0, 16) ?? '-', type, ...words].join(' ')
  })

async function pass(rollcall: Rollcall, time: string) {
  setTime(rollcall, time)
  while ((await rollcall.remind()) > 0);
  while ((await rollcall.deliver()) > 0);
}

describe('the timeline of a notification', () => {
  eachEngine('has what happened in order, with who did it', async (rollcall) => {
    const { post, put, tokenFor } = rollcall
    const one = await contact(rollcall, { ...at('2026-04-02T15:00:00+01:00'), addresses: [mail] })
    await pass(rollcall, '2026-03-30T08:01:00Z')
    setTime(rollcall, '2026-03-30T09:00:00Z')
    await one.answer('reschedule', 'Mondays')
    const { token } = await tokenFor({ name: 'reception' })
    const as = { authorization: `Bearer ${token}` }
    setTime(rollcall, '2026-03-30T09:10:00Z')
    await put(`${notifications}/${one.id}/done`, { done: true }, as)
    setTime(rollcall, '2026-03-30T09:20:00Z')
    await post(`${notifications}/${one.id}/answer`, { action: 'confirm' }, as)
    await pass(rollcall, '2026-03-30T09:21:00Z')
    await pass(rollcall, '2026-04-02T11:00:00Z')
    setTime(rollcall, '2026-04-02T14:00:00Z')
    await post(`${notifications}/${one.id}/arrival`, undefined, as)
    setTime(rollcall, '2026-04-02T14:01:00Z')
    await post(`${notifications}/${one.id}/arrival/annulment`, { reason: 'Another contact' }, as)
    await pass(rollcall, '2026-04-02T17:00:00Z')
    const { state, events, plan } = await timeline(rollcall, one.id)
    expect({ state, plan }).toEqual({ state: 'no-show', plan: [] })
    expect(written(events)).toEqual([
      '2026-03-30T08:00 submitted test',
      '2026-03-30T08:01 message notice email sent',
      '2026-03-30T09:00 answered desk'.replace('desk', 'email reschedule contact'),
      '2026-03-30T09:20 answered desk confirm reception',
      '2026-03-30T09:21 message confirmation email sent',
      '2026-04-02T11:00 message reminder email sent',
      '2026-04-02T14:00 arrived reception',
      '2026-04-02T14:01 annulled Another contact reception',
      '- no-show',
    ])
  })

  serviceTest('shows no more than the status: the address of an answer is not in it', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('reschedule', 'Mondays')
    const [, , answered] = (await timeline(rollcall, one.id)).events
    expect(answered).toEqual({
      type: 'answered',
      at: '2026-03-30T08:00:00.000000+00:00',
      by: 'contact',
      answer: 'reschedule',
      channel: 'mobile',
      wish: 'Mondays',
    })
  })

  eachEngine('spans the notifications of a moved visit, whichever of them is asked for', async (rollcall) => {
    const { post, tokenFor } = rollcall
    const one = await contact(rollcall, at('2026-04-02T15:00:00+01:00'))
    await pass(rollcall, '2026-03-30T08:01:00Z')
    setTime(rollcall, '2026-03-30T08:02:00Z')
    await one.answer('confirm')
    await post(`${notifications}/${one.id}/notes`, { text: 'Speaks French' })
    const { token } = await tokenFor({ name: 'Agenda' })
    const submit = async (when: string) =>
      (await post(notifications, submission(item(at(when))), { authorization: `Bearer ${token}` })).json()
        .notifications[0].id as string
    setTime(rollcall, '2026-03-30T08:03:00Z')
    const second = await submit('2026-04-03T10:00:00+01:00')
    await pass(rollcall, '2026-03-30T08:04:00Z')
    setTime(rollcall, '2026-03-30T08:05:00Z')
    const third = await submit('2026-04-09T10:00:00+01:00')
    await pass(rollcall, '2026-03-30T08:06:00Z')
    const ids = [one.id, second, third]
    const lines = [
      [0, '2026-03-30T08:00 submitted test'],
      [0, '2026-03-30T08:01 message notice mobile sent'],
      [0, '2026-03-30T08:02 answered mobile confirm contact'],
      [0, '2026-03-30T08:02 noted test'],
      [0, '2026-03-30T08:03 moved Agenda'],
      [1, '2026-03-30T08:04 message moved mobile sent'],
      [1, '2026-03-30T08:05 moved Agenda'],
      [2, '2026-03-30T08:06 message moved mobile sent'],
    ] as const
    for (const asked of ids) {
      const { state, events, plan } = await timeline(rollcall, asked)
      expect(written(events)).toEqual(lines.map(([, line]) => line))
      const others = lines.map(([index]) => (ids[index] === asked ? undefined : ids[index]))
      expect(events.map(({ notification_id }) => notification_id)).toEqual(others)
      expect(state).toBe(asked === third ? 'open' : 'superseded')
      expect(plan.length > 0).toBe(asked === third)
    }
    expect((await timeline(rollcall, second)).events[4]).toEqual({
      type: 'moved',
      at: '2026-03-30T08:03:00.000000+00:00',
      by: 'Agenda',
      moved_from: '2026-04-02T14:00:00.000000+00:00',
      starts_at: '2026-04-03T09:00:00.000000+00:00',
      superseded_by: second,
      notification_id: one.id,
    })
  })

  serviceTest('ends where the visit goes to another contact, who sees nothing of the first', async (rollcall) => {
    const { post } = rollcall
    const visit = { ...item(), ...at('2026-04-02T15:00:00+01:00') }
    const first = await notify(rollcall, visit)
    await pass(rollcall, '2026-03-30T08:01:00Z')
    const ids: string[] = []
    for (const external_id of ['P-2', 'P-77']) {
      const changed = submission({ ...visit, contact: { ...visit.contact, external_id } })
      ids.push((await post(notifications, changed)).json().notifications[0].id)
      await pass(rollcall, `2026-03-30T08:0${ids.length + 1}:00Z`)
    }
    const replaced = { type: 'replaced', at: '2026-03-30T08:01:00.000000+00:00', by: 'test', superseded_by: ids[0] }
    const { events } = await timeline(rollcall, first.id)
    expect(events.slice(2)).toEqual([replaced, expect.objectContaining({ type: 'message', kind: 'withdrawn' })])
    expect(written((await timeline(rollcall, ids[0]!)).events)).toEqual([
      '2026-03-30T08:01 submitted test',
      '2026-03-30T08:02 message notice mobile sent',
      '2026-03-30T08:02 replaced test',
      '2026-03-30T08:03 message withdrawn mobile sent',
    ])
    // The first contact again, but not by a move.
    expect(written((await timeline(rollcall, ids[1]!)).events)[0]).toBe('2026-03-30T08:02 submitted test')
  })

  serviceTest('has the latest 20 notifications of a visit that is moved all the time', async (rollcall) => {
    const { post } = rollcall
    const { id: first } = await notify(rollcall, at('2026-04-02T15:00:00+01:00'))
    let last = first
    for (let day = 10; day < 32; day++) {
      const moved = await post(notifications, submission(item(at(`2026-05-${day}T15:00:00+01:00`))))
      last = moved.json().notifications[0].id
    }
    const { events } = await timeline(rollcall, last)
    const spanned = new Set(events.map(({ notification_id }) => notification_id ?? last))
    expect(spanned.size).toBe(20)
    expect((await timeline(rollcall, first)).events.every(({ notification_id }) => !notification_id)).toBe(true)
  })

  serviceTest('has at most the latest 1,000 answers', async (rollcall) => {
    const one = await contact(rollcall, at('2026-04-02T15:00:00+01:00'))
    setTime(rollcall, '2026-03-30T09:00:00Z')
    await one.answer('confirm')
    await multiply(rollcall.database, 1_100)
    setTime(rollcall, '2026-03-30T10:00:00Z')
    await one.answer('cancel')
    const { events } = await timeline(rollcall, one.id)
    const answers = events.filter(({ type }) => type === 'answered')
    expect(answers.length).toBe(1_000)
    expect(answers.at(-1)).toMatchObject({ answer: 'cancel', at: '2026-03-30T10:00:00.000000+00:00' })
  })

  serviceTest('has the latest 1,000 messages and notes', async (rollcall) => {
    const { database } = rollcall
    const { id } = await contact(rollcall)
    const delivery = await database.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
    const numbers = Array.from({ length: 1_001 }, (_, index) => `~${String(index).padStart(4, '0')}`)
    const note = { entity_id: 'clinica-lisboa', notification_id: id, written_at: 0, written_by: 'test', call: null }
    await database.write(async (trx) => {
      for (const number of numbers) {
        const copy = { ...delivery, delivery_id: number, link_hash: number }
        await trx.insertInto('deliveries').values(copy).execute()
        await trx
          .insertInto('notes')
          .values({ ...note, note_id: number, text: number })
          .execute()
      }
    })
    const { events } = await timeline(rollcall, id)
    for (const type of ['message', 'noted']) {
      const ids = events.filter((event) => event.type === type).map((event) => 'id' in event && event.id)
      expect([type, ids]).toEqual([type, numbers.slice(1)])
    }
  })

  serviceTest('has the message that a move stopped before the move', async (rollcall) => {
    setTime(rollcall, '2026-03-30T21:00:00Z')
    await notify(rollcall, at('2026-04-02T15:00:00+01:00'))
    await pass(rollcall, '2026-03-30T21:01:00Z')
    const moved = await rollcall.post(notifications, submission(item(at('2026-04-03T10:00:00+01:00'))))
    const { events } = await timeline(rollcall, moved.json().notifications[0].id)
    expect(written(events)).toEqual([
      '2026-03-30T21:00 submitted test',
      '- message notice mobile stopped superseded',
      '2026-03-30T21:01 moved test',
      '- message notice mobile pending',
    ])
  })

  serviceTest('names its messages as the list of sent messages does', async (rollcall) => {
    const { id } = await notify(rollcall, { addresses: [mail, { channel: 'mobile', uid: '912 345 678' }] })
    await pass(rollcall, '2026-03-30T08:01:00Z')
    const sent = (await rollcall.get(`${notifications}/${id}/messages`)).json()
    const { events } = await timeline(rollcall, id)
    const messages = events.flatMap((event) => (event.type === 'message' ? [[event.id, event.channel]] : []))
    expect(messages.sort()).toEqual(sent.map((one: { id: string; channel: string }) => [one.id, one.channel]).sort())
  })

  serviceTest('has a withdrawal, with who withdrew, before the message that tells of it', async (rollcall) => {
    const { id } = await notify(rollcall, at('2026-04-02T15:00:00+01:00'))
    await pass(rollcall, '2026-03-30T08:01:00Z')
    const { token } = await rollcall.tokenFor({ name: 'Agenda' })
    await rollcall.post(`${notifications}/${id}/cancellation`, undefined, { authorization: `Bearer ${token}` })
    await pass(rollcall, '2026-03-30T08:02:00Z')
    expect(written((await timeline(rollcall, id)).events).slice(2)).toEqual([
      '2026-03-30T08:01 withdrawn Agenda',
      '2026-03-30T08:02 message withdrawn mobile sent',
    ])
  })

  serviceTest(
    'says that a message waits for the end of the quiet hours, and until when Send again would',
    async (rollcall) => {
      setTime(rollcall, '2026-03-30T21:00:00Z')
      const { id } = await notify(rollcall, at('2026-04-02T15:00:00+01:00'))
      await pass(rollcall, '2026-03-30T21:01:00Z')
      const { events, quiet_until } = await timeline(rollcall, id)
      expect(quiet_until).toBe('2026-03-31T07:00:00.000000+00:00')
      expect(events.at(-1)).toMatchObject({
        state: 'pending',
        waits_for: 'end-of-quiet-hours',
        next_attempt_at: quiet_until,
      })
    },
  )
})

describe('the plan of a notification', () => {
  serviceTest(
    'has the coming reminders, the end of answers, the visit, and when the contact has not come',
    async (rollcall) => {
      const { id } = await notify(rollcall, at('2026-04-09T10:00:00+01:00'))
      await pass(rollcall, '2026-03-30T08:01:00Z')
      const { plan } = await timeline(rollcall, id)
      expect(written(plan)).toEqual([
        '2026-04-02T09:00 reminder on-time',
        '2026-04-07T09:00 reminder on-time',
        // 3 hours before is 07:00 in Lisbon.
        '2026-04-09T07:00 reminder after-quiet-hours',
        '2026-04-09T09:00 answers-close',
        '2026-04-09T09:00 visit',
        '2026-04-09T11:00 no-show',
      ])
    },
  )

  serviceTest('says why a reminder is not sent', async (rollcall) => {
    const one = await contact(rollcall, at('2026-04-09T15:00:00+01:00'))
    await pass(rollcall, '2026-03-30T08:01:00Z')
    await one.answer('confirm')
    await pass(rollcall, '2026-03-30T08:02:00Z')
    const states = ['open', 'confirmed', 'rescheduling']
    const steps = ['P7D', 'P2D', 'PT48H', 'PT47H30M'].map((before) => ({ before, states }))
    const mailed = { before: 'P1D', states, channels: ['email'] }
    const sequence = { category: 'medical', target: 'appointment' }
    await rollcall.put('/v1/entities/clinica-lisboa/reminders', {
      sequences: [{ ...sequence, steps: [...steps, mailed, { before: 'PT3H', states: ['open'] }] }],
    })
    const { plan } = await timeline(rollcall, one.id)
    expect(written(plan).slice(0, -2)).toEqual([
      '2026-04-02T14:00 reminder on-time',
      '2026-04-07T14:00 reminder coincides',
      '2026-04-07T14:00 reminder on-time',
      '2026-04-07T14:30 reminder within-an-hour',
      '2026-04-08T14:00 reminder no-address',
      '2026-04-09T11:00 reminder other-states',
      '2026-04-09T14:00 answers-close',
    ])
  })

  serviceTest('is what the service then sends', async (rollcall) => {
    const { id } = await notify(rollcall, at('2026-04-09T06:00:00+01:00'))
    await pass(rollcall, '2026-03-30T08:01:00Z')
    const { plan } = await timeline(rollcall, id)
    const planned = plan.flatMap((entry) => (entry.type === 'reminder' && entry.will_be_sent ? [entry.at] : []))
    expect(planned.at(-1)).toBe('2026-04-08T19:45:00.000000+00:00')
    for (const time of planned) await pass(rollcall, time)
    const { events } = await timeline(rollcall, id)
    expect(events.flatMap((one) => (one.type === 'message' && one.kind === 'reminder' ? [one.at] : []))).toEqual(
      planned,
    )
  })

  serviceTest('has only the visit for a contact who has cancelled', async (rollcall) => {
    const one = await contact(rollcall, at('2026-04-09T15:00:00+01:00'))
    await one.answer('cancel')
    expect((await timeline(rollcall, one.id)).plan.map(({ type }) => type)).toEqual(['answers-close', 'visit'])
  })
})
