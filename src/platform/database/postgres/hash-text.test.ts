import { expect, inject, test } from 'vitest'
import { query } from '../../../../test/postgres-server.ts'
import { hashText } from './hash-text.ts'

test('hashes texts of every length as PostgreSQL does', async () => {
  const lengths = Array.from({ length: 40 }, (_, length) => length)
  const texts = lengths.flatMap((length) => ['clinic-'.repeat(6).slice(0, length), 'ção😀'.repeat(length)])
  const select = 'select hashtext(text) as hash from json_array_elements_text($1) as text'
  const { rows } = await query(inject('postgres'), select, [JSON.stringify(texts)])
  expect(texts.map(hashText)).toEqual(rows.map(({ hash }) => hash))
})
