import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { projectFile } from '../../project-file.ts'
import { instantsIn, nextChangeIn, offsetIn, startOfDayIn } from './clocks.ts'
import { nodeRules } from './node-rules.ts'
import { packageRules } from './package-rules.ts'
import { systemRules } from './system-rules.ts'
import type { RulesSource, ZoneRules } from './zone-rules.ts'

// The C library brings zic and zdump along. They are independent of the code that these tests check.
const folder = mkdtempSync(join(tmpdir(), 'rollcall-zones-'))
const release = projectFile('test/zone-rules/2026f.zi')
execFileSync('zic', ['-b', 'fat', '-d', folder, release], { stdio: 'ignore' })
copyFileSync(release, join(folder, 'tzdata.zi'))
afterAll(() => rmSync(folder, { recursive: true }))

const lines = readFileSync(release, 'utf8')
  .split('\n')
  .map((line) => line.split(' '))
const links = lines.filter(([kind]) => kind === 'L').map(([, target, name]) => [name!, target!] as const)
const zones = lines.flatMap(([kind, name]) => (kind === 'Z' && name !== 'Factory' ? [name!] : []))
const names = [...zones, ...links.map(([name]) => name)]

const [from, to] = [Date.UTC(2016), Date.UTC(2042)]

/** A time with one offset. */
interface Period {
  at: number
  offset: number
}

/** Returns the periods of each zone, as zdump prints them. */
function zdump(): Map<string, Period[]> {
  const files = zones.map((zone) => join(folder, zone))
  const output = execFileSync('zdump', ['-i', '-c', '2016,2042', ...files], { encoding: 'utf8', maxBuffer: 1e9 })
  const blocks = output.split(/^TZ=.*$/m).slice(1)
  const found = new Map(blocks.map((block, index) => [zones[index]!, periodsOf(block)]))
  for (const [name, target] of links) found.set(name, found.get(target)!)
  return found
}

/** Leaves out a change of the abbreviation alone. */
const periodsOf = (block: string) =>
  block
    .trim()
    .split('\n')
    .map(readPeriod)
    .filter(({ offset }, index, all) => offset !== all[index - 1]?.offset)

function readPeriod(line: string): Period {
  const [day, time, written] = line.split('\t') as [string, string, string]
  const sign = written.startsWith('-') ? -1 : 1
  const [hours = 0, minutes = 0, seconds = 0] = (written.match(/\d\d/g) ?? []).map(Number)
  const offset = sign * 1_000 * (3_600 * hours + 60 * minutes + seconds)
  if (day === '-') return { at: Number.NEGATIVE_INFINITY, offset }
  const [hour, minute = '00', second = '00'] = time.split(':')
  return { at: Date.parse(`${day}T${hour}:${minute}:${second}Z`) - offset, offset }
}

const periods = zdump()

const within = ({ changesAt, offsets }: ZoneRules): Period[] => [
  { at: Number.NEGATIVE_INFINITY, offset: offsets[changesAt.filter((at) => at < from).length]! },
  ...changesAt.map((at, index) => ({ at, offset: offsets[index + 1]! })).filter(({ at }) => from <= at && at < to),
]

const sources: RulesSource[] = [systemRules(folder)!, packageRules()]

describe.each(sources.map((source) => [source.name, source] as const))('the rules of the %s', (_name, source) => {
  test('are those of 2026f, with each change of each zone from 2016 to 2041', () => {
    expect(source.version).toBe('2026f')
    const wrong = names.filter(
      (name) => JSON.stringify(within(source.read(name)!)) !== JSON.stringify(periods.get(name)),
    )
    expect(wrong).toEqual([])
  })

  test('begin each day of December 2026, and each day around a change, at the first instant that shows it', () => {
    const december = Array.from({ length: 31 }, (_, index) =>
      Temporal.PlainDate.from('2026-12-01').add({ days: index }),
    )
    const wrong = names.flatMap((name) => {
      const rules = source.read(name)!
      return [...december, ...daysAroundChanges(periods.get(name)!)]
        .filter((day) => startOfDayIn(rules, day) !== 1_000 * firstInstant(day, periods.get(name)!))
        .map((day) => `${name} ${day}`)
    })
    expect(wrong).toEqual([])
  })
})

const daysAroundChanges = (zone: Period[]) =>
  zone.slice(1, 40).flatMap(({ at }) => {
    const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').toPlainDate()
    return [-2, -1, 0, 1, 2].map((days) => day.add({ days }))
  })

const dayMs = 86_400_000

/** The first instant at which the clocks show the day. */
function firstInstant(day: Temporal.PlainDate, zone: Period[]): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const candidates = zone.flatMap(({ at, offset }, index) => {
    const first = Math.max(at, midnight - offset)
    const isShown = first < (zone[index + 1]?.at ?? Number.POSITIVE_INFINITY) && first + offset - midnight < dayMs
    return isShown ? [first] : []
  })
  return Math.min(...candidates)
}

test("the rules of Node are Temporal's, in each zone, around each change", () => {
  const known = Intl.supportedValuesOf('timeZone')
  const microseconds = fc.integer({ min: -90_000_000_000, max: 90_000_000_000 })
  fc.assert(
    fc.property(
      fc.constantFrom(...known),
      fc.double({ min: 0, max: 1, noNaN: true }),
      microseconds,
      (zone, share, away) => {
        const rules = nodeRules.read(zone)!
        const change = rules.changesAt[Math.floor(share * rules.changesAt.length)] ?? 0
        const at = Math.floor(change * 1_000 + away)
        const native = Temporal.Instant.fromEpochNanoseconds(BigInt(at) * 1_000n).toZonedDateTimeISO(zone)
        expect(offsetIn(rules, at)).toBe(native.offsetNanoseconds / 1_000)
        const local = native.toPlainDateTime()
        const { earlier, later } = instantsIn(rules, local)
        const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
          microsOf(local.toZonedDateTime(zone, { disambiguation })),
        )
        expect({ earlier, later }).toEqual({ earlier: first, later: last })
        expect(startOfDayIn(rules, local.toPlainDate())).toBe(microsOf(native.startOfDay()))
        const next = native.getTimeZoneTransition('next')
        if (next && next.year < 2199)
          expect(nextChangeIn(rules, at)! / 1_000).toBeGreaterThanOrEqual(next.epochMilliseconds)
      },
    ),
    { numRuns: 3_000 },
  )
})

const microsOf = ({ epochNanoseconds }: Temporal.ZonedDateTime) => Number(epochNanoseconds / 1_000n)
