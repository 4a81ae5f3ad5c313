import { describe, expect, test } from 'vitest'
import { clinic, contactSpeaking, targets, textsOf } from '../../../test/texts-of-a-visit.ts'
import { localeOfContact } from '../../platform/languages/contact-locale.ts'
import { type Language, languages } from '../../platform/languages/languages.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { writeRange, writeStart } from './visit-time.ts'

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const nameOfRegion = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const regions = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((region) => nameOfRegion.of(region) !== undefined)

/** The locales of all contacts who speak the language. */
const localesOf = (language: Language) => [
  ...new Set(regions.map((country) => localeOfContact({ language, country }, 'pt_PT').locale)),
]

const visitAt = (start: string, end = start) => {
  const [startsAt, endsAt] = [start, end].map((time) => parseInstant(time)!)
  return { startsAt, endsAt } as Parameters<typeof writeStart>[0]
}
const months = Array.from({ length: 12 }, (_, index) => `${index + 1}`.padStart(2, '0'))

/** A day and a word, in either order. */
const dayAndWord = /^(?:\p{Nd}{1,2}\.? \p{L}[^\p{Nd}]*|\p{L}[^\p{Nd}]* \p{Nd}{1,2})$/u
const withWord = { asymmetricMatch: (text: string) => dayAndWord.test(text), toString: () => 'a day and a word' }

describe.each(languages)('the time of a visit in any country: %s', (language) => {
  const locales = localesOf(language)

  test('has the month as a word, which stands for one month only', () => {
    expect(locales.length).toBeGreaterThan(1)
    for (const locale of locales) {
      const words = months.map((month) => {
        const start = visitAt(`2026-${month}-05T14:30:00Z`)
        const { dates, time, shortDay, long, longDay } = writeStart(start, 'UTC', locale)
        const date = dates.slice(0, -time.length).trim()
        expect({ locale, date }).toEqual({ locale, date: withWord })
        expect(shortDay.endsWith(date)).toBe(true)
        const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(start!.startsAt / 1_000)
        for (const text of [long, longDay]) expect(text.toLowerCase()).toContain(name.toLowerCase())
        return date
          .replace(/\p{Nd}+\.?/u, '')
          .trim()
          .toLowerCase()
      })
      expect(new Set(words).size).toBe(12)
      const begun = words.filter((word) => words.some((other) => other !== word && other.startsWith(word)))
      expect({ locale, begun }).toEqual({ locale, begun: [] })
    }
  })

  test('has both months of a campaign as words', () => {
    for (const locale of locales) {
      const campaign = visitAt('2026-03-12T09:00:00Z', '2026-04-03T17:00:00Z')
      const { days, dates } = writeRange(campaign, 'UTC', locale, '/')
      expect({ locale, dates: dates.split(' / ') }).toEqual({ locale, dates: [withWord, withWord] })
      for (const date of dates.split(' / ')) expect(days).toContain(date)
    }
  })

  test('distinguishes noon from midnight, and has AM and PM only in languages that have them', () => {
    for (const locale of locales) {
      const [noon, midnight] = ['12:05', '00:05'].map(
        (time) => writeStart(visitAt(`2026-03-12T${time}:00Z`), 'UTC', locale).time,
      )
      expect({ locale, noon }).not.toEqual({ locale, noon: midnight })
      if (language !== 'en') expect({ locale, noon }).toEqual({ locale, noon: expect.not.stringMatching(/AM|PM/) })
    }
  })
})

describe('a text about a moved visit', () => {
  test.each(['fr_CA', 'es_PA', 'es_PR', 'en_CA', 'en_ZA', 'en_US', 'pt_PT', 'de_AE', 'ar_EG'])(
    'has no numeric month: %s',
    (locale) => {
      for (const target of targets)
        for (const [name, text] of Object.entries(textsOf(target, contactSpeaking(locale), clinic)))
          expect({ name, text }).toEqual({
            name,
            text: expect.not.stringMatching(/\p{Nd}\u200f?[-/]\u200f?\p{Nd}/u),
          })
    },
  )
})
