import { describe, expect } from 'vitest'
import { contact, notifications, setTime } from '../../test/contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../test/submission.ts'
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
      '2026-03-30T08:00 submitted',
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

  serviceTest('tells of a move on both of its notifications', async (rollcall) => {
    const { id } = await notify(rollcall, at('2026-04-02T15:00:00+01:00'))
    await pass(rollcall, '2026-03-30T08:01:00Z')
    const moved = await rollcall.post(notifications, submission(item(at('2026-04-03T10:00:00+01:00'))))
    const { id: next } = moved.json().notifications[0]
    const before = await timeline(rollcall, id)
    expect(before.events.at(-1)).toEqual({
      type: 'moved',
      at: '2026-03-30T08:01:00.000000+00:00',
      starts_at: '2026-04-03T09:00:00.000000+00:00',
      superseded_by: next,
    })
    expect(before.plan).toEqual([])
    expect((await timeline(rollcall, next)).events[0]).toMatchObject({ moved_from: '2026-04-02T14:00:00.000000+00:00' })
  })

  serviceTest('has a withdrawal before the message that tells of it', async (rollcall) => {
    const { id } = await notify(rollcall, at('2026-04-02T15:00:00+01:00'))
    await pass(rollcall, '2026-03-30T08:01:00Z')
    await rollcall.post(`${notifications}/${id}/cancellation`)
    await pass(rollcall, '2026-03-30T08:02:00Z')
    expect(written((await timeline(rollcall, id)).events).slice(2)).toEqual([
      '- withdrawn',
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
  eachEngine(
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
