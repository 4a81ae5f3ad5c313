import { expect, test } from 'vitest'
import { areSame, draftOf, wordsOf } from './words.ts'

test('an empty subject is absent, so that the shipped one stays', () => {
  expect(draftOf({ subject: ' ', text: 'Hello' })).toEqual({ text: 'Hello' })
  expect(draftOf({ subject: 'Visit', text: 'Hello' })).toEqual({ subject: 'Visit', text: 'Hello' })
})

test('words without a subject are those with an empty one', () => {
  expect(areSame(wordsOf({ text: 'Hello' }), { subject: '', text: 'Hello' })).toBe(true)
  expect(areSame(wordsOf({ text: 'Hello' }), { subject: 'Visit', text: 'Hello' })).toBe(false)
})
