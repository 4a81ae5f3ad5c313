import { describe, expect, test } from 'vitest'
import { projectFile } from '../../platform/project-file.ts'
import { exampleDays, shownClinic } from './example-days.ts'
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
})

const isInOfficeHours = ({ hour }: Temporal.ZonedDateTime) => hour >= 8 && hour < 19
