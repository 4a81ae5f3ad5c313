import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configurationMd, withTable } from './configuration-table.ts'

test('the table of settings in configuration.md is that of the schema: "npm run docs" writes it', () => {
  const text = readFileSync(configurationMd, 'utf8')
  expect(text).toBe(withTable(text))
})
