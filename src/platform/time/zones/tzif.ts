import { changesOf, readYearlyRule } from './yearly-rule.ts'
import { collectRules, lastYear, type ZoneRules } from './zone-rules.ts'

const headerBytes = 44

/** Reads a TZif file of version 2 or later (RFC 9636). Returns undefined for other files. */
export function readTzif(file: Buffer): ZoneRules | undefined {
  if (file.toString('latin1', 0, 4) !== 'TZif' || file[4]! < '2'.charCodeAt(0)) return undefined
  // The first block has times of four bytes. It is there for old readers.
  const { length } = countsAt(file, 0, 4)
  const { times, types, ...second } = countsAt(file, length, 8)
  const timesAt = length + headerBytes
  const indexesAt = timesAt + 8 * times
  const typesAt = indexesAt + times
  const offsetOf = (type: number) => 1_000 * file.readInt32BE(typesAt + 6 * type)
  const { add, ...rules } = collectRules(types > 0 ? offsetOf(0) : 0)
  for (let index = 0; index < times; index++)
    add(1_000 * Number(file.readBigInt64BE(timesAt + 8 * index)), offsetOf(file[indexesAt + index]!))
  const last = file.toString('latin1', length + second.length).trim()
  return last === '' || addYears(rules, add, last) ? rules : undefined
}

/** Reads the header of a block. Returns the length of both. */
function countsAt(file: Buffer, at: number, timeBytes: number) {
  const [utc, standard, leaps, times, types, characters] = [20, 24, 28, 32, 36, 40].map((offset) =>
    file.readUInt32BE(at + offset),
  ) as [number, number, number, number, number, number]
  const body = times * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + standard + utc
  return { times, types, length: headerBytes + body }
}

/** Adds the changes after those in the file. Returns whether the rule was understood. */
function addYears({ changesAt }: ZoneRules, add: (at: number, offset: number) => void, text: string): boolean {
  const rule = readYearlyRule(text)
  if (!rule) return false
  const from = changesAt.at(-1) ?? Number.NEGATIVE_INFINITY
  const firstYear = Math.max(1800, new Date(Math.max(from, 0)).getUTCFullYear())
  for (let year = firstYear; year <= lastYear; year++)
    for (const { at, offset } of changesOf(year, rule)) if (at > from) add(at, offset)
  return true
}
