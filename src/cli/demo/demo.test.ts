import { describe, expect, test } from 'vitest'
import type { NotificationStatus } from '../../../client/client.ts'
import { entity } from '../../../test/history.ts'
import { bootRollcall, byDate, byVisit } from '../../../test/rollcall.ts'
import { readConfig } from '../../channels/configuration.ts'
import { setEntity } from '../../entities/entity.ts'
import { reminded } from '../../notifications/figures/visit-groups.ts'
import type { VisitOutcomes } from '../../notifications/figures/visit-outcomes.ts'
import { projectFile } from '../../platform/project-file.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { exampleDays, shownClinic } from './example-days.ts'
import { fillDatabase } from './fill-database.ts'
import { ownAppointment } from './own-appointment.ts'

const history = projectFile('examples/history.ndjson')
const lisbon = 'Europe/Lisbon'

const starts = [
  ['on a weekday', '2026-11-24T10:32:00Z'],
  ['early on a weekday', '2026-11-25T08:10:00Z'],
  ['on a Saturday evening', '2026-11-28T19:30:00Z'],
  ['on a Sunday', '2026-11-29T14:00:00Z'],
  ['just before midnight', '2026-11-30T23:59:30Z'],
  ['just after midnight', '2026-12-01T00:00:30Z'],
  ['in the night that the clocks go forward', '2026-03-29T00:30:00Z'],
  ['in the night that the clocks go back', '2026-10-25T00:30:00Z'],
  ['at the end of the year', '2026-12-31T23:58:00Z'],
  ['in the night of New York', '2026-07-15T07:00:00Z'],
] as const

describe('the demo', () => {
  for (const [when, instant] of starts) {
    const now = Temporal.Instant.from(instant)

    test(`has visits in office hours only, if it starts ${when}`, () => {
      const { imported, notices } = exampleDays(history, now)
      const zones = new Map(imported.filter((line) => line.type === 'entity').map((line) => [line.id, line.time_zone]))
      const lines = [...imported.filter((line) => line.type === 'notification'), ...notices.map(({ line }) => line)]
      const visits = lines.map((line) => {
        const start = Temporal.Instant.from(line.params.when ?? line.params.event_date!)
        return { entity: line.entity_id, start: start.toZonedDateTimeISO(zones.get(line.entity_id)!) }
      })
      expect(visits.filter(({ start }) => !isInOfficeHours(start))).toEqual([])
      const today = now.toZonedDateTimeISO(lisbon).toPlainDate()
      const shown = visits.filter(({ entity, start }) => entity === shownClinic && start.toPlainDate().equals(today))
      expect(shown.length).toBeGreaterThanOrEqual(12)
    })

    test(`has an appointment that can be answered and checked in at once, if it starts ${when}`, async () => {
      const { task, arriveEarly } = ownAppointment(now.toZonedDateTimeISO(lisbon))
      const start = Temporal.Instant.from(task.notifications[0]!.params.when)
      expect(isInOfficeHours(start.toZonedDateTimeISO(lisbon))).toBe(true)
      const rollcall = await bootRollcall()
      await rollcall.given(entity())
      rollcall.clock.time = parseInstant(instant)!
      await setEntity(rollcall.database, shownClinic, { arrive_early: arriveEarly })
      const submitted = await rollcall.post(`/v1/notifications/${shownClinic}`, task)
      const visit = `/v1/notifications/${shownClinic}/${submitted.json().notifications[0].id}`
      const statuses = [
        (await rollcall.post(`${visit}/answer`, { action: 'confirm' })).statusCode,
        (await rollcall.post(`${visit}/arrival`)).statusCode,
      ]
      expect(statuses).toEqual([200, 201])
    })
  }

  for (const [when, instant] of [starts[2], starts[5]]) {
    test(`has actions of today, each state and work to do, if it starts ${when}`, async () => {
      const rollcall = await bootRollcall()
      const { database, secret, token, folder } = rollcall
      rollcall.clock.time = parseInstant(instant)!
      const now = Temporal.Instant.from(instant)
      await fillDatabase({ database, secret, token, config: readConfig({}) }, folder, now)
      const day = now.toZonedDateTimeISO(lisbon).toPlainDate()
      const list = async (url: string) => (await rollcall.get(url)).json()
      const visits = (first: number, last: number, query = ''): Promise<NotificationStatus[]> =>
        list(byVisit(`${day.add({ days: first })}`, `${day.add({ days: last })}`, query))

      expect((await list(byDate(`${day}`))).length).toBeGreaterThan(0)
      // In the evening, no visit of the day is open.
      const states = new Set((await visits(0, 1)).map(({ state }) => state))
      expect([...states]).toEqual(expect.arrayContaining(['open', 'confirmed', 'rescheduling', 'cancelled']))
      expect((await visits(-7, 14, '?state=rescheduling')).length).toBeGreaterThan(0)
      expect((await visits(1, 7, '?state=open')).length).toBeGreaterThan(0)

      const { over, groups }: VisitOutcomes = await list(
        byVisit(`${day.subtract({ days: 27 })}`, `${day}`, '/outcomes?by=reminder'),
      )
      const missed = over.no_show / (over.visits - over.unknown)
      expect([missed > 0.06, missed < 0.09, over.unknown]).toEqual([true, true, 0])
      expect(groups!.flatMap(({ value = [] }) => value)).toEqual([...reminded])

      const deliveries = (await visits(-14, 14)).flatMap((visit) => visit.deliveries)
      const failed = deliveries.filter(({ state }) => state === 'failed')
      expect(failed.map(({ channel, reason }) => `${channel}: ${reason}`).sort()).toEqual([
        'email: 550 5.1.1 No such mailbox',
        'mobile: The handset was off for two days.',
        'mobile: The number is not in service.',
      ])
      // Contacts answer notices that they got.
      expect(deliveries.filter(({ kind, state }) => kind === 'notice' && state === 'stopped')).toEqual([])
    })
  }
})

const isInOfficeHours = ({ hour }: Temporal.ZonedDateTime) => hour >= 8 && hour < 19
