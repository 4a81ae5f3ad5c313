import { readdirSync } from 'node:fs'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { completed, isGroup, type Texts } from './completed.ts'
import { format } from './format.ts'
import { dialects, languages } from './languages.ts'
import { readCatalogue, type Words, wordsOf } from './words.ts'

const folder = new URL('./', import.meta.url)
const parts = readdirSync(new URL('en', folder)).map((file) => file.replace('.json', '') as keyof Words)

/** Returns each text with its place. The forms of one text share their place. */
const textsOf = (texts: Texts, place = ''): [place: string, text: string][] =>
  isGroup(texts)
    ? Object.entries(texts).flatMap(([key, text]) => textsOf(text, `${place}/${key}`))
    : [texts].flat().map((text) => [place, text])

type Elements = ReturnType<typeof parse>
const argumentsOf = (elements: Elements): string[] =>
  elements.flatMap((element) => [
    ...('value' in element && element.type !== TYPE.literal ? [element.value] : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value)) : []),
  ])

const argumentsIn = (part: keyof Words) => {
  const known = new Map<string, Set<string>>()
  for (const [place, text] of textsOf(wordsOf(part, 'en') as Texts)) {
    const names = argumentsOf(parse(text, { ignoreTag: true }))
    known.set(place, (known.get(place) ?? new Set()).union(new Set(names)))
  }
  return known
}

describe('a catalogue', () => {
  for (const dialect of dialects) {
    test(`has only texts and values that English has: ${dialect}`, () => {
      for (const part of parts) {
        const known = argumentsIn(part)
        for (const [place, text] of textsOf(readCatalogue(part, dialect) ?? {})) {
          const names = argumentsOf(parse(text, { ignoreTag: true }))
          expect({ dialect, part, place, isKnown: known.has(place) }).toMatchObject({ isKnown: true })
          expect([...new Set(names).difference(known.get(place)!)]).toEqual([])
        }
      }
    })
  }

  test('belongs to a language of the list, and each language has its folder', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...dialects].sort())
  })

  test('gives a reply one meaning in all languages', () => {
    const meanings = new Map<string, string>()
    for (const language of languages) {
      const { courtesies, optOut, signatures, ...lists } = wordsOf('replies', language)
      for (const [meaning, texts] of Object.entries({ ...lists, stop: optOut.words })) {
        for (const text of texts) expect([text, meanings.get(text) ?? meaning]).toEqual([text, meaning])
        for (const text of texts) meanings.set(text, meaning)
      }
    }
  })
})

describe('a text', () => {
  test('that is missing is the one of the language, or else the English one', () => {
    expect(wordsOf('desk', 'pt-BR')).toEqual(wordsOf('desk', 'pt'))
    expect(completed({ a: { b: 'x' } }, { a: { b: 'y', c: ['z'] } })).toEqual({ a: { b: 'x', c: ['z'] } })
  })

  test('has plural forms', () => {
    const { found } = wordsOf('desk', 'en')
    expect([0, 3].map((count) => format(found, { count }, 'en'))).toEqual(['No result today.', 'Found: 3'])
  })

  test('has one full stop when its last value ends with one', () => {
    expect(format('At {time}.', { time: '2:30 p.m.' }, 'es')).toBe('At 2:30 p.m.')
  })

  test('from right to left isolates names and telephone numbers, but neither its own words nor links', () => {
    const isolated = (value: string) => format('{value}', { value }, 'ar') === `\u2068${value}\u2069`
    expect(['João', '+351 213 000 000', 'Dr. Reis (2)'].map(isolated)).toEqual([true, true, true])
    expect(['موعد', 'https://a.example/a', '14:30'].map(isolated)).toEqual([false, false, false])
    expect(format('{name}!', { name: 'João' }, 'de')).toBe('João!')
  })
})
