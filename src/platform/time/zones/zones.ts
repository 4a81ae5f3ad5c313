import { memoize } from '../../scheduling/memoize.ts'
import { nodeRules } from './node-rules.ts'
import { packageRules } from './package-rules.ts'
import { systemRules } from './system-rules.ts'
import type { RulesSource, ZoneRules } from './zone-rules.ts'

/** Returns the sources on this machine, the newest first. Of the same release, Node's rules come first: they need no files. */
export const findSources = (): RulesSource[] =>
  [nodeRules, systemRules(), packageRules()]
    .filter((source) => source !== undefined)
    .sort((one, other) => Number(one.version < other.version) - Number(one.version > other.version))

/** Returns a function that returns the rules of a zone from the first source that knows it.
 *  @throws RangeError no source knows the zone */
export const zoneReader = (sources: Pick<RulesSource, 'read'>[]) =>
  memoize(1_000, (zone: string): ZoneRules => {
    const name = nameOf(zone)
    for (const source of sources) {
      const rules = source.read(name)
      if (rules) return rules
    }
    throw new RangeError(`Unknown time zone: ${zone}`)
  })

/** Returns the name with the capital letters of the database, where Node knows it. */
function nameOf(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}

/** Whether the rules can be read. The operating system's can have a known version and unreadable files. */
export const isReadable = ({ name, read }: RulesSource) => name !== 'system' || read('Etc/UTC') !== undefined

const found = findSources()

/** The newest rules at the start of this process. It keeps them, because its caches hold times that were computed by them. */
export const zoneRulesInUse: RulesSource = found.find(isReadable)!

/** Returns the rules of a zone.
 *  @throws RangeError unknown zone */
export const rulesOf = zoneReader([zoneRulesInUse, ...found.filter((source) => source !== zoneRulesInUse)])

export function isTimeZone(name: string): boolean {
  try {
    // Temporal also accepts a fixed offset, which has no daylight saving rules.
    return /^[A-Za-z]/.test(name) && rulesOf(name) !== undefined
  } catch {
    return false
  }
}
