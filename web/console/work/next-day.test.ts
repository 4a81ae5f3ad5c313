import { expect, test } from 'vitest'
import { nextDayOf } from './next-day.ts'

const to_come = {
  ...{ visits: 3, confirmed: 1, another_time: 0, cancelled: 1, open: 1, waiting: 0, unreached: 0, unknown: 0 },
  arrived: 0,
}
const friday = '2026-11-27'
const on = (date: string) => ({ with_appointments: { date, to_come } })
const shownDay = (...given: Parameters<typeof nextDayOf>) => nextDayOf(...given).shown

test('staff prepare the next working day, or an earlier day with appointments', () => {
  const monday = { day: '2026-11-30', name: 'Monday, November 30', isTomorrow: false }
  const saturday = { day: '2026-11-28', name: 'Saturday, November 28', isTomorrow: true }
  expect(shownDay({ working_day: '2026-11-30', ...on('2026-11-30') }, friday, 'en')).toEqual(monday)
  expect(shownDay({ working_day: '2026-11-30', ...on('2026-12-02') }, friday, 'en')).toEqual(monday)
  expect(shownDay({ working_day: '2026-11-30', ...on('2026-11-28') }, friday, 'en')).toEqual(saturday)
  expect(shownDay({ ...on('2026-11-28') }, friday, 'en')).toEqual(saturday)
  expect(nextDayOf({}, friday, 'en')).toEqual({})
})
