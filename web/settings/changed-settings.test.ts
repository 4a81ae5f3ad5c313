import { expect, test } from 'vitest'
import type { EntitySettings } from '../../client/client.ts'
import { withChanges } from './changed-settings.ts'

test('only what a person changed replaces the settings of another person', () => {
  const stored: EntitySettings = { fallback: { after: 'PT1H' }, no_show_message: true }
  const current: EntitySettings = { fallback: { after: 'PT8H' }, limits: [{ channel: 'email', per_day: 7 }] }
  const { no_show_message: _, ...draft } = stored
  expect(withChanges(current, stored, draft)).toEqual(current)
  expect(withChanges(current, stored, { ...stored, fallback: { after: 'PT2H' } })).toEqual({
    ...current,
    fallback: { after: 'PT2H' },
  })
})
