import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runningMd, withTable } from './configuration-table.ts'

test('the table of settings in running.md is that of the schema: "npm run docs" writes it', () => {
  const text = readFileSync(runningMd, 'utf8')
  expect(text).toBe(withTable(text))
})
