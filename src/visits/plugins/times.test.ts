import { expect, test } from 'vitest'
import { dialects } from '../../platform/languages/languages.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import type { Params } from './plugin.ts'
import { offeredAnswers, plugins, timesOfVisit } from './registry.ts'
import { wordsOfPlugin } from './words.ts'

const timesOf = (target: string, params: Params) => {
  const times = timesOfVisit({ category: 'medical', target, params })
  return times && Object.values(times).map((time) => formatInstant(time).slice(0, 16))
}

const when = '2026-03-30T08:30:00Z'

test('a visit takes as long as its plugin says, unless its end is known', () => {
  expect(timesOf('appointment', { when })?.[1]).toBe('2026-03-30T09:00')
  expect(timesOf('exam', { when })?.[1]).toBe('2026-03-30T08:50')
  expect(timesOf('exam', { when, end: '2026-03-30T10:00:00Z' })?.[1]).toBe('2026-03-30T10:00')
  // History files may contain any end.
  for (const end of ['10:00', '2026-03-30T08:00:00Z']) {
    expect(timesOf('appointment', { when, end })?.[1]).toBe('2026-03-30T09:00')
  }
})

test('answers close at the start of an appointment, a day before an exam, and at the end of a vaccination', () => {
  const end = '2026-04-03T16:00:00Z'
  expect(timesOf('appointment', { when, end })?.[2]).toBe('2026-03-30T08:30')
  expect(timesOf('exam', { when, end })?.[2]).toBe('2026-03-29T08:30')
  expect(timesOf('vaccination', { when, end })?.[2]).toBe('2026-04-03T16:00')
})

test('a vaccination can be confirmed or cancelled, but offers no other time', () => {
  expect(offeredAnswers({ category: 'medical', target: 'vaccination' })).toEqual(['confirm', 'cancel'])
})

test('every param of a message has a label in each language', () => {
  for (const plugin of plugins) {
    const shown = new Set(Object.values(plugin.shows).flat())
    for (const language of dialects) {
      const { details } = wordsOfPlugin(plugin, language)
      expect([...shown.difference(new Set(Object.keys(details)))]).toEqual([])
    }
  }
})
