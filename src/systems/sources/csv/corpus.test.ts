import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type CorpusFile, corpus } from './corpus/expected.ts'
import { guessMapping } from './guess.ts'
import { columnsOf, sourceOf } from './mapping.ts'

type Verdict = 'right' | 'doubt' | 'wrong'

/** Guesses the columns of a file, and judges each field that the guess or the right answer has. */
async function judge({ file, expected, doubtful = [], language, country, timeZone, today }: CorpusFile) {
  const bytes = readFileSync(new URL(`corpus/${file}`, import.meta.url))
  const entity = { language: language.includes('-') ? language : `${language}-${country}`, time_zone: timeZone }
  const { mapping, uncertain } = await guessMapping(bytes, entity, Temporal.PlainDate.from(today))
  return [...new Set([...Object.keys(expected), ...Object.keys(mapping.fields)])].map((field) => {
    const source = mapping.fields[field]
    const guessed = source === undefined ? [] : columnsOf(sourceOf(source))
    const answer = expected[field] ?? []
    const answers = Array.isArray(answer[0]) ? (answer as string[][]) : [answer as string[]]
    const isRight = answers.some((one) => one.join('\n') === guessed.join('\n'))
    const isDoubted = uncertain.some((doubt) => doubt.field === field)
    const verdict: Verdict =
      isDoubted && !(isRight && doubtful.includes(field))
        ? 'doubt'
        : isRight
          ? 'right'
          : guessed.length === 0
            ? 'doubt'
            : 'wrong'
    return {
      file,
      field,
      verdict,
      guessed,
      answers,
      isRight,
      reasons: uncertain.filter((d) => d.field === field).map((d) => d.reason),
    }
  })
}

describe('the guess at the columns of real exports', () => {
  test('is never wrong, and mostly needs no question', async () => {
    const all = (await Promise.all(corpus.map(judge))).flat()
    if (process.env.SHOW)
      for (const one of all)
        if (one.verdict !== 'right')
          console.log(
            one.verdict,
            one.file,
            one.field,
            JSON.stringify(one.guessed),
            JSON.stringify(one.answers),
            one.reasons.join(),
          )
    const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length
    console.log(count('right'), count('doubt'), count('wrong'), all.length)
    expect(all.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  })
})
