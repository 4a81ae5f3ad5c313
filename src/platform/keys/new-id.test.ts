import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('the ids of a process increase, and are UUIDs of version 7', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
