import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { collectRules, type RulesSource, type ZoneRules } from './zone-rules.ts'

/** The rules of the package moment-timezone, which follows each release. Its code is not used. */
export function packageRules(path = fileURLToPath(import.meta.resolve('moment-timezone/data/packed/latest.json'))) {
  let zones: ReadonlyMap<string, string> | undefined
  const read = (zone: string) => {
    zones ??= readZones(path)
    const packed = zones.get(zone)
    return packed === undefined ? undefined : unpack(packed)
  }
  return { name: 'package', version: versionOf(path), read } satisfies RulesSource
}

/** Reads only the beginning of the file: parsing its 700 kB takes 6 ms. */
function versionOf(path: string): string {
  const start = Buffer.alloc(64)
  const file = openSync(path, 'r')
  readSync(file, start)
  closeSync(file)
  return /"version":\s*"(\d{4}[a-z]+)"/.exec(start.toString())![1]!
}

function readZones(path: string): ReadonlyMap<string, string> {
  const { zones, links } = JSON.parse(readFileSync(path, 'utf8')) as Record<'zones' | 'links', string[]>
  const packed = new Map(zones.map((zone) => [zone.split('|', 1)[0]!, zone]))
  for (const link of links) {
    const [target, name] = link.split('|') as [string, string]
    packed.set(name, packed.get(target)!)
  }
  return packed
}

/** Unpacks the fields of a zone: minutes west of UTC, the index of each, and the minutes between changes, all to base 60. The
 *  package has changes until 2499. */
function unpack(packed: string): ZoneRules {
  const [, , west, indices, between] = packed.split('|') as [string, string, string, string, string]
  const offsets = west.split(' ').map((minutes) => 0 - milliseconds(minutes))
  const [first, ...others] = [...indices].map((index) => offsets[base60.indexOf(index)]!)
  const { add, ...rules } = collectRules(first!)
  const waits = between.split(' ')
  let at = 0
  for (const [index, offset] of others.entries()) {
    at += milliseconds(waits[index]!)
    add(at, offset)
  }
  return rules
}

const base60 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'

function milliseconds(minutes: string): number {
  const [whole, seconds = '0'] = minutes.replace('-', '').split('.') as [string, string?]
  const total = 60 * numberOf(whole) + numberOf(seconds)
  return 1_000 * (minutes.startsWith('-') ? -total : total)
}

const numberOf = (digits: string) => [...digits].reduce((sum, digit) => 60 * sum + base60.indexOf(digit), 0)
