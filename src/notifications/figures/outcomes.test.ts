import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { action, actionsAt, entity, notification } from '../../../test/history.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, moved, submission } from '../../../test/submission.ts'
import type { ActionName } from '../../log/actions/action.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import type { VisitOutcomes } from './visit-outcomes.ts'

const day = '2026-03-30'
const none: Omit<VisitOutcomes, 'over' | 'to_come'> = {
  notified: 0,
  confirmed: 0,
  another_time: 0,
  moved: 0,
  cancelled: 0,
  open: 0,
  no_show: 0,
  arrived: 0,
  waiting: 0,
  unreached: 0,
}
const read = async ({ get }: Rollcall, from = day, to = from, query = '') =>
  (await get(byVisit(from, to, `/outcomes${query}`))).json<VisitOutcomes>()

/** The counts of contacts. */
async function outcomes(rollcall: Rollcall, from = day, to = from) {
  const { over, to_come, ...contacts } = await read(rollcall, from, to)
  return contacts
}

/** A visit of history at `when`, and the contact's clicks, a minute apart. */
function visitWith(id: string, clicks: ActionName[], when = '2026-03-30T08:30:00Z') {
  const clicked = clicks.map((name, index) => {
    const date = `2026-03-29T10:0${index}:00Z`
    return action({ id: `${id}-${index}`, notification_id: id, action: name, date })
  })
  return [notification({ id, external_id: id, params: { when } }), ...clicked]
}

describe('the outcomes of visits', () => {
  eachEngine('count a contact who clicked five times once, with the last answer', async (rollcall) => {
    await rollcall.given(
      entity(),
      ...visitWith('five-clicks', ['confirm', 'reschedule', 'confirm', 'confirm', 'cancel']),
      ...visitWith('one-click', ['confirm']),
      ...visitWith('silent', []),
      ...visitWith('wish', ['confirm', 'reschedule']),
    )
    const summary = `/v1/metrics/notifications/actions/clinica-lisboa/summary/2026-03-29/2026-03-29`
    const { days } = (await rollcall.get(summary)).json()
    expect(days.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(8)
    expect(await outcomes(rollcall)).toEqual({
      ...none,
      notified: 4,
      confirmed: 1,
      another_time: 1,
      cancelled: 1,
      open: 1,
    })
  })

  serviceTest('count arrivals apart from answers, without annulled arrivals', async (rollcall) => {
    await rollcall.given(
      entity(),
      ...visitWith('came', ['confirm', 'arrive']),
      ...visitWith('came-silently', ['arrive']),
      ...visitWith('came-back', ['arrive', 'annul', 'arrive']),
      ...visitWith('mistaken', ['confirm', 'arrive', 'annul']),
    )
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 4, confirmed: 2, open: 2, arrived: 3 })
  })

  serviceTest('count the last answer of a contact also after the arrival', async (rollcall) => {
    const { clock, post } = rollcall
    const answers = { 'A-1': 'confirm', 'A-2': 'reschedule', 'A-3': undefined }
    clock.time = parseInstant('2026-03-30T08:10:00Z')!
    for (const [external_id, answer] of Object.entries(answers)) {
      const one = await contact(rollcall, { external_id })
      if (answer) await one.answer(answer)
      expect((await post(`${notifications}/${one.id}/arrival`)).statusCode).toBe(201)
    }
    expect(await outcomes(rollcall)).toEqual({
      ...none,
      notified: 3,
      confirmed: 1,
      another_time: 1,
      open: 1,
      arrived: 3,
    })
  })

  serviceTest('count an arrival that the desk marked for a visit of history', async (rollcall) => {
    await rollcall.given(entity(), ...visitWith('n-1', ['cancel']))
    rollcall.clock.time = parseInstant('2026-03-30T08:10:00Z')!
    expect((await rollcall.post(`${notifications}/n-1/arrival`)).statusCode).toBe(201)
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 1, cancelled: 1, arrived: 1 })
  })

  eachEngine('count a contact as notified when a message was sent', async (rollcall) => {
    const broken = { send: async () => ({ outcome: 'permanent' as const, reason: 'no' }), close() {} }
    await contact(rollcall)
    expect(await outcomes(rollcall)).toEqual({ ...none, waiting: 1 })
    await rollcall.deliver({ mobile: broken })
    expect(await outcomes(rollcall)).toEqual({ ...none, unreached: 1 })
    await rollcall.post(notifications, submission(item({ external_id: 'A-2', addresses: [mail, ...item().addresses] })))
    await rollcall.deliver({ mobile: broken })
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 1, open: 1, unreached: 1 })
  })

  eachEngine('count a moved visit under its old and under its new day', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('confirm')
    const next = { params: { ...moved.params, when: '2026-03-31T16:00:00+01:00' } }
    await rollcall.post(notifications, submission(item(next)))
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 1, moved: 1 })
    expect(await outcomes(rollcall, '2026-03-31')).toEqual({ ...none, waiting: 1 })
    await rollcall.deliver()
    expect(await outcomes(rollcall, '2026-03-30', '2026-03-31')).toEqual({ ...none, notified: 2, moved: 1, open: 1 })
  })

  serviceTest('count a withdrawn visit only if the contact had declined it before', async (rollcall) => {
    for (const [external_id, answer] of [
      ['A-1', 'cancel'],
      ['A-2', 'reschedule'],
      ['A-3', 'confirm'],
    ] as const) {
      const one = await contact(rollcall, { external_id })
      await rollcall.deliver()
      await one.answer(answer)
      await rollcall.post(`${notifications}/${one.id}/cancellation`)
    }
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 2, another_time: 1, cancelled: 1 })
  })

  serviceTest('count a visit whose key went to another contact only for that contact', async (rollcall) => {
    const first = await contact(rollcall)
    await rollcall.deliver()
    await first.answer('confirm')
    await contact(rollcall, { contact: { external_id: 'P-2', name: 'Bruno Beta', language: 'pt_PT', country: 'PT' } })
    expect(await outcomes(rollcall)).toEqual({ ...none, waiting: 1 })
  })

  eachEngine('count the visits of several reads', async (rollcall) => {
    const lines = Array.from({ length: 2_100 }, (_, index) => visitWith(`n-${index}`, index % 3 ? ['confirm'] : []))
    await rollcall.given(entity(), ...lines.flat(), ...visitWith('other-day', ['confirm'], '2026-03-31T08:30:00Z'))
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 2_100, confirmed: 1_400, open: 700 })
  })

  serviceTest('count only the visits of their entity', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z'))
    const other = 'other'
    await rollcall.given(
      ...[entity({ id: other }), notification({ entity_id: other })],
      action({ entity_id: other, action: 'cancel' }),
    )
    expect(await outcomes(rollcall)).toEqual({ ...none, notified: 1, confirmed: 1 })
  })
})
