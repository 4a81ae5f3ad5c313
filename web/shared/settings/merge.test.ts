import { expect, test } from 'vitest'
import type { EntitySettings } from '../../../client/client.ts'
import { changedNames, isConflict, withChanges } from './merge.ts'

const stored: EntitySettings = { fallback: { after: 'PT1H' }, no_show_message: true }
const current: EntitySettings = { fallback: { after: 'PT8H' }, limits: [{ channel: 'email', per_day: 7 }] }

test('only what a person changed replaces the settings of another person', () => {
  const { no_show_message: _, ...draft } = stored
  expect(changedNames(stored, draft)).toEqual(['no_show_message'])
  expect(withChanges(current, stored, draft)).toEqual(current)
  expect(withChanges(current, stored, { ...stored, fallback: { after: 'PT2H' } })).toEqual({
    ...current,
    fallback: { after: 'PT2H' },
  })
})

test('two people are in conflict if they change the same property to other values', () => {
  const draftOf = (after: string) => ({ ...stored, fallback: { after } }) as EntitySettings
  expect(isConflict(current, stored, draftOf('PT2H'))).toBe(true)
  expect(isConflict(current, stored, draftOf('PT8H'))).toBe(false)
  expect(isConflict({ ...stored, limits: [] }, stored, draftOf('PT2H'))).toBe(false)
})
