import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

const reasonOf = (cursor: string) => {
  try {
    readCursor(cursor, 'tasks', 'number', 'string')
  } catch (error) {
    return (error as { members: { errors: { reason: string }[] } }).members.errors[0]!.reason
  }
}

test('a cursor contains a position of its list', () => {
  expect(readCursor(writeCursor('tasks', 1, 'id'), 'tasks', 'number', 'string')).toEqual([1, 'id'])
})

test('the cursor of another list is rejected', () => {
  expect(reasonOf(writeCursor('visits', 1, 'id'))).toBe('of-another-list')
})

test('a cursor with other values, or that the service did not write, is rejected', () => {
  const written = writeCursor('tasks', 1, 'id')
  const others = [
    writeCursor('tasks', 1),
    writeCursor('tasks', 1.5, 'id'),
    writeCursor('tasks', 1, '\0'),
    `${written}=`,
  ]
  expect([...others, '', 'x', '%2B'].map(reasonOf)).toEqual(Array(7).fill('malformed'))
})
