import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guessCorpus, judgements, withTable } from './corpus/judgements.ts'

const document = new URL('../../../../docs/integrate/spreadsheet.md', import.meta.url)

describe('the guess at the columns of real exports', async () => {
  const judged = await guessCorpus()

  test('takes no column for a field that it does not have', () => {
    expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  })

  test('finds at least 85 % of the fields without a question', () => {
    const right = judged.filter(({ verdict }) => verdict === 'right').length
    expect(right / judged.length).toBeGreaterThanOrEqual(0.85)
  })

  test('is in the document about spreadsheets', () => {
    const text = readFileSync(document, 'utf8')
    expect(withTable(text, judgements(judged))).toBe(text)
  })
})
