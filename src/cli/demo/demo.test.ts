import { describe, expect, test } from 'vitest'
import type { NotificationStatus } from '../../../client/client.ts'
import { bootRollcall, byDate, byVisit } from '../../../test/rollcall.ts'
import { readConfig } from '../../channels/configuration.ts'
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
  ['on a Saturday evening', '2026-11-28T19:30:00Z'],
  ['just after midnight', '2026-12-01T00:00:30Z'],
  ['in the night that the clocks go back', '2026-10-25T00:30:00Z'],
  ['at the end of the year', '2026-12-31T23:58:00Z'],
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

    test(`has an appointment of which the desk can mark the arrival at once, if it starts ${when}`, () => {
      const { task, arriveEarly } = ownAppointment(now.toZonedDateTimeISO(lisbon))
      const start = Temporal.Instant.from(task.notifications[0]!.params.when)
      expect(isInOfficeHours(start.toZonedDateTimeISO(lisbon))).toBe(true)
      const wait = now.until(start).total('minutes')
      expect([wait > 0, wait <= arriveEarly]).toEqual([true, true])
    })
  }

  test('has actions of today, each state and work to do, if it starts just after midnight', async () => {
    const instant = '2026-12-01T00:00:30Z'
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
})

const isInOfficeHours = ({ hour }: Temporal.ZonedDateTime) => hour >= 8 && hour < 19
