import { expect, test } from 'vitest'
import { languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { interpret } from './meaning.ts'

test('the answers that a message suggests are understood in each language', () => {
  for (const language of languages) {
    const { confirm, reschedule, cancel } = wordsOf('messages', language).answers
    expect([confirm, reschedule, cancel].map((text) => interpret(text).meaning)).toEqual([
      'confirm',
      'reschedule',
      'cancel',
    ])
    expect(interpret(`${reschedule} 12:30`)).toMatchObject({ meaning: 'reschedule', isWish: true })
  }
})

test('German and Arabic replies are understood with courtesies, other spellings and Arabic digits', () => {
  const meanings = { 'Ja, gerne! Danke': 'confirm', 'Bin leider verhindert': 'cancel', Stopp: 'stop' }
  const arabic = { 'نَعَم، شكرًا': 'confirm', 'للأسف لا أستطيع الحضور': 'cancel', الغاء: 'cancel-or-stop', إيقاف: 'stop' }
  for (const [text, meaning] of Object.entries({ ...meanings, ...arabic })) {
    expect([text, interpret(text).meaning]).toEqual([text, meaning])
  }
  expect(interpret('٢')).toEqual({ meaning: 'number', number: 2 })
  expect(interpret('هل الموعد غدًا؟').meaning).toBe('unclear')
})
