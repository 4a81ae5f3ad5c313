import { expect, test } from 'vitest'
import { insertPlaceholder } from './insert-placeholder.ts'

test.each([
  ['an empty text', '', 0, 0, '{day}'],
  ['a space', 'on  at', 3, 3, 'on {day} at'],
  ['a word before it', 'on', 2, 2, 'on {day}'],
  ['a word after it', 'at nine', 0, 0, '{day} at nine'],
  ['a comma after it', 'on , at', 3, 3, 'on {day}, at'],
  ['another placeholder', '{clinic}{time}', 8, 8, '{clinic} {day} {time}'],
  ['a selection', 'on Monday at', 3, 9, 'on {day} at'],
])('a placeholder goes into %s', (_name, text, start, end, expected) => {
  const inserted = insertPlaceholder({ text, start, end }, 'day')
  expect(inserted.text).toBe(expected)
})

test('the cursor is after the placeholder', () => {
  expect(insertPlaceholder({ text: 'on at', start: 3, end: 3 }, 'day')).toEqual({
    text: 'on {day} at',
    start: 9,
    end: 9,
  })
})
