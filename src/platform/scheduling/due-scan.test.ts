import { expect, test } from 'vitest'
import { seconds } from '../time/instant.ts'
import { DueScan } from './due-scan.ts'

/** Scans numbers, in order. */
function scanOf(rows: number[]) {
  const scan = new DueScan<number>(async (count, _now, after) =>
    rows
      .filter((row) => after === undefined || row > after)
      .sort((one, other) => one - other)
      .slice(0, count),
  )
  /** Reads one row, from the first moment to the second. */
  return (started: number, ended = started) => {
    const moments = [started, ended]
    return scan.next(1, { now: () => 0, monotonic: () => seconds(moments.shift()!) })
  }
}

test('a scan continues after its last row, and begins again a second later', async () => {
  const rows = [2, 3, 4]
  const read = scanOf(rows)
  expect([await read(0), await read(0)]).toEqual([[2], [3]])
  rows.push(1)
  expect([await read(0), await read(0)]).toEqual([[4], []])
  expect(await read(1)).toEqual([1])
})

test('a scan begins again later after a slow first read, but within a minute', async () => {
  const read = scanOf([1])
  expect(await read(0, 0.1)).toEqual([1])
  expect(await read(20)).toEqual([])
  expect(await read(20.2, 21.2)).toEqual([1])
  expect(await read(81)).toEqual([])
  expect(await read(81.3)).toEqual([1])
})
