import { describe, expect, test } from 'vitest'
import { weekdays } from '../../../client/weekdays.ts'
import { clockOf, faultOfWeek, newPeriod, quietSpans } from './week.ts'

const night = { days: [...weekdays], from: '21:00', to: '08:00' }

describe('the quiet spans of a day', () => {
  test('have the end of the night before', () => {
    const [monday] = quietSpans([{ ...night, days: ['sun'] }])
    expect(monday).toEqual([{ from: 0, to: 480 }])
    expect(quietSpans([night])[2]).toEqual([
      { from: 0, to: 480 },
      { from: 1_260, to: 1_440 },
    ])
  })

  test('are joined when they touch or overlap', () => {
    const periods = [
      { days: ['mon' as const], from: '12:00', to: '14:00' },
      { days: ['mon' as const], from: '13:00', to: '15:30' },
      { days: ['mon' as const], from: '15:30', to: '16:00' },
    ]
    expect(quietSpans(periods)[0]).toEqual([{ from: 720, to: 960 }])
  })

  test('cover a whole day, and leave out periods that are not typed yet', () => {
    expect(quietSpans([{ days: ['wed'], from: '00:00', to: '00:00' }])[2]).toEqual([{ from: 0, to: 1_440 }])
    expect(quietSpans([{ days: ['wed'], from: '', to: '08:00' }]).flat()).toEqual([])
  })
})

test('times of the day end with 24:00', () => {
  expect([clockOf(0), clockOf(485), clockOf(1_440)]).toEqual(['00:00', '08:05', '24:00'])
})

test('the faults of a week are those that the service would refuse', () => {
  expect(faultOfWeek([night])).toBeUndefined()
  expect(faultOfWeek([])).toBeUndefined()
  expect(faultOfWeek([{ ...night, days: [] }])).toBe('days')
  expect(faultOfWeek([{ ...night, to: '' }])).toBe('times')
  expect(faultOfWeek([{ ...night, from: '00:00', to: '00:00' }])).toBe('open')
})

test('a further period is for the days without one', () => {
  expect(newPeriod([{ ...night, days: ['sat', 'sun'] }]).days).toEqual(['mon', 'tue', 'wed', 'thu', 'fri'])
  expect(newPeriod([night]).days).toEqual(weekdays)
})
