import { describe, expect } from 'vitest'
import { contact, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, notify } from '../../../test/submission.ts'
import type { Step } from './sequence.ts'

const preview = async ({ post }: Rollcall, change: object) =>
  (await post('/v1/entities/clinica-lisboa/reminders/preview', change)).json()
const steps = (...some: Step[]) => ({ sequences: [{ category: 'medical', target: 'appointment', steps: some }] })
const unanswered: Step['states'] = ['open', 'rescheduling']
const anyState: Step['states'] = ['open', 'confirmed', 'rescheduling']
const none = { earlier: 0, later: 0, added: 0, removed: 0, unchanged: 0, at_once: 0 }

/** Two visits of next week, at 15:00 and at 10:00 in Lisbon, and one of a later week. */
async function bootVisits(rollcall: Rollcall) {
  for (const [external_id, when] of [
    ['A', '2026-04-03T15:00:00+01:00'],
    ['B', '2026-04-04T10:00:00+01:00'],
    ['C', '2026-04-20T15:00:00+01:00'],
  ] as const)
    await notify(rollcall, { external_id, params: { ...item().params, when } })
  while ((await rollcall.remind()) > 0);
  while ((await rollcall.deliver()) > 0);
}

describe('the preview of settings', () => {
  eachEngine(
    'counts the reminders of the next 7 days that a changed sequence moves, adds and removes',
    async (rollcall) => {
      await bootVisits(rollcall)
      expect(await preview(rollcall, {})).toEqual({ ...none, unchanged: 4, visits: 2, is_complete: true })
      const change = { reminders: steps({ before: 'P3D', states: unanswered }, { before: 'PT3H', states: anyState }) }
      expect(await preview(rollcall, change)).toMatchObject({ ...none, earlier: 2, unchanged: 2 })
      expect(await preview(rollcall, { reminders: steps() })).toMatchObject({ ...none, removed: 4 })
      const more = steps(...(['P2D', 'P1D', 'PT3H'] as const).map((before) => ({ before, states: anyState })))
      expect(await preview(rollcall, { reminders: more })).toMatchObject({ ...none, added: 2, unchanged: 4 })
    },
  )

  serviceTest('counts the reminders that other quiet hours move', async (rollcall) => {
    await bootVisits(rollcall)
    // The reminder 3 hours before 10:00 waits until 08:00.
    expect(await preview(rollcall, { quiet_hours: { hours: [], holidays: [] } })).toMatchObject({
      ...none,
      earlier: 1,
      unchanged: 3,
    })
    const holidays = ['2026-04-01', '2026-04-02']
    expect(await preview(rollcall, { quiet_hours: { hours: [], holidays } })).toMatchObject({ later: 2, earlier: 1 })
  })

  serviceTest(
    'counts the reminders that go out at once, since the evening before the visit is over',
    async (rollcall) => {
      const open = { hours: [], holidays: [] }
      await rollcall.given(entity())
      await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', open)
      await notify(rollcall, { params: { ...item().params, when: '2026-04-03T08:30:00+01:00' } })
      for (const time of ['2026-03-30T09:00:00+01:00', '2026-04-01T09:00:00+01:00', '2026-04-02T21:06:00+01:00']) {
        setTime(rollcall, time)
        while ((await rollcall.remind()) > 0);
        while ((await rollcall.deliver()) > 0);
      }
      const nights = { hours: [{ days: ['thu'], from: '21:00', to: '08:00' }], holidays: [] }
      expect(await preview(rollcall, { quiet_hours: nights })).toMatchObject({ ...none, earlier: 1, at_once: 1 })
      expect(await preview(rollcall, { quiet_hours: open })).toMatchObject({ ...none, unchanged: 1 })
    },
  )

  serviceTest('is what the change then does', async (rollcall) => {
    await bootVisits(rollcall)
    const reminders = steps({ before: 'P4DT5H', states: anyState }, { before: 'P1D', states: anyState })
    // The first of A was at 10:00 on 30 March, an hour after the notice.
    const counts = await preview(rollcall, { reminders })
    await rollcall.put('/v1/entities/clinica-lisboa/reminders', reminders)
    while ((await rollcall.remind()) > 0);
    expect(await preview(rollcall, {})).toMatchObject({
      ...none,
      unchanged: counts.unchanged + counts.earlier + counts.later + counts.added,
    })
  })

  serviceTest('does not count contacts who get no reminder', async (rollcall) => {
    const one = await contact(rollcall, { params: { ...item().params, when: '2026-04-03T15:00:00+01:00' } })
    await rollcall.deliver()
    await one.answer('cancel')
    setTime(rollcall, '2026-03-30T10:00:00Z')
    expect(await preview(rollcall, { reminders: steps() })).toEqual({ ...none, visits: 0, is_complete: true })
  })

  serviceTest('refuses settings with faults', async (rollcall) => {
    await rollcall.given(entity())
    const refused = await preview(rollcall, { reminders: steps({ before: '3 days', states: anyState }) })
    expect(refused).toMatchObject({ status: 422, code: 'invalid-body' })
  })
})
