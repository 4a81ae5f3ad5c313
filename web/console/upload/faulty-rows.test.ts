import { expect, test } from 'vitest'
import { faultyRows } from './faulty-rows.ts'

const rowsOf = async (text: string | Uint8Array, lines: number[], charset = 'utf-8') => {
  const reasons = new Map(lines.map((line) => [line, `fault "${line}"`]))
  const file = await faultyRows(new Blob([text as string]), { charset, separator: ';' }, reasons, 'Fault')
  const [header, ...rows] = (await file.text()).split('"\r\n')
  expect(header).toBe('a;b;"Fault')
  return rows.filter((row) => row !== '').map((row) => row.replace(/;"fault ""\d+""$/, ''))
}

test.for(['\r\n', '\n', '\r'])(
  'the rows of the faults stay as they are, also with line breaks in quotes (%j)',
  async (end) => {
    const file = ['a;b', '1;"x', 'y ""z"";"', '2;=1+1', '', '3;it"s', '4;w'].join(end)
    expect(await rowsOf(file, [2, 4, 6])).toEqual([`1;"x${end}y ""z"";"`, '2;=1+1', '3;it"s'])
    expect(await rowsOf(file, [7])).toEqual(['4;w'])
  },
)

test('a file in another charset becomes UTF-8', async () => {
  const bytes = Uint8Array.from('a;b\n1;João \u0080', (character) => character.charCodeAt(0))
  expect(await rowsOf(bytes, [2], 'windows-1252')).toEqual(['1;João €'])
})
