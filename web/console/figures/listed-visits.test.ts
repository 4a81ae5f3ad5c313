import { expect, test } from 'vitest'
import type { EndName, Over } from './known-ends.ts'
import { listedVisits } from './listed-visits.ts'
import type { FiguresQuery } from './use-figures.ts'

const period = (from: string, to: string) => ({ from, to })

const ends: Over = {
  visits: 9,
  arrived: 0,
  no_show: 2,
  cancelled_in_time: 0,
  cancelled_late: 1,
  another_time: 0,
  unknown: 0,
}

test('a number leads to its visits if the list can show exactly these', () => {
  const place = (
    counted: Partial<FiguresQuery>,
    value: string | null | undefined,
    end: EndName = 'no_show',
    counts = {},
  ) => {
    const week = { period: period('2026-03-23', '2026-03-29'), today: '2026-03-30', by: 'doctor' as const }
    const over: Over = { ...ends, ...counts }
    return listedVisits({ ...week, doctor: undefined, ...counted }, value, over, end, 1)
  }
  const ofWeek = { tab: 'visits', view: 'week', date: '2026-03-23', state: 'no-show' }
  expect(place({}, 'Ana Reis')).toMatchObject({ ...ofWeek, doctor: 'Ana Reis' })
  expect(place({ by: 'weekday', doctor: 'Rui Sá' }, null)).toMatchObject({ ...ofWeek, doctor: 'Rui Sá' })
  expect(place({ by: 'reminder' }, null)).toMatchObject(ofWeek)
  const month = period('2026-03-01', '2026-03-29')
  expect(place({ by: 'week', period: month }, '2026-03-23')).toMatchObject(ofWeek)
  const thursday = { tab: 'visits', view: undefined, date: '2026-03-26', state: 'no-show' }
  expect(place({ by: 'weekday' }, '4')).toMatchObject(thursday)
  expect(place({ by: 'weekday', period: period('2026-03-26', '2026-03-30') }, '4')).toMatchObject(thursday)
  expect(place({ period: period('2026-02-01', '2026-02-28') }, 'Ana Reis')).toMatchObject({
    tab: 'visits',
    view: 'month',
    date: '2026-02-01',
    doctor: 'Ana Reis',
  })
  const without = [
    place({ by: 'reminder' }, 'none'),
    place({ by: 'week', period: month }, '2026-02-23'),
    place({}, undefined),
    place({}, 'Ana Reis', 'cancelled_late'),
    place({}, 'Ana Reis', 'arrived'),
    place({ today: '2026-03-29' }, 'Ana Reis'),
    place({ period: period('2026-03-01', '2026-03-29') }, 'Ana Reis'),
    place({ period: period('2026-03-22', '2026-03-28') }, 'Ana Reis'),
    place({ by: 'weekday', period: period('2026-03-01', '2026-03-29') }, '4'),
  ]
  expect(without.filter((one) => one !== undefined)).toEqual([])
})
