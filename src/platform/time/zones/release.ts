import type { Instant } from '../instant.ts'
import type { RulesSource } from './zone-rules.ts'
import { findSources, isReadable, zoneRulesInUse } from './zones.ts'

const owners = {
  node: "Node's own",
  system: "the operating system's",
  package: 'those of the package moment-timezone',
} as const satisfies Record<RulesSource['name'], string>

/** A release and its source, such as "2026f (the operating system's)". */
export const nameOfRules = ({ version, name }: Pick<RulesSource, 'version' | 'name'>) => `${version} (${owners[name]})`

/** What is wrong with the rules in use. */
export type RulesFault = { kind: 'newer-unread' | 'newer-unreadable'; newer: RulesSource } | { kind: 'old' }

/** Returns the faults of the rules in use. A source is newer if it was updated after the start, or if its files cannot be read. */
export function faultsOfRules(now: Instant, inUse = zoneRulesInUse, sources = findSources()): RulesFault[] {
  const newer = sources.find(({ version }) => version > inUse.version)
  return [
    ...(newer ? [{ kind: isReadable(newer) ? ('newer-unread' as const) : ('newer-unreadable' as const), newer }] : []),
    ...(isOld(inUse.version, now) ? [{ kind: 'old' as const }] : []),
  ]
}

/** Says to the operator what to do. */
export function remedyOfRules(fault: RulesFault, inUse = zoneRulesInUse): string {
  const shown = nameOfRules(inUse)
  if (fault.kind === 'old')
    return `The time-zone rules ${shown} are older than a year. Update tzdata of the operating system, or Rollcall, and restart the service.`
  const newer = nameOfRules(fault.newer)
  return fault.kind === 'newer-unread'
    ? `This machine has the time-zone rules ${newer}, but the service uses ${shown}. Restart the service.`
    : `This machine has the time-zone rules ${newer}, but their files cannot be read, so the service uses ${shown}. Make them readable, and restart the service.`
}

// A release has a letter and no date. From 2020 to 2025, the first one of a year came in February, the second one in June, the
// third one in September, and others until December, on average.
const months = [1, 5, 8, 11]

function isOld(version: string, now: Instant): boolean {
  const [year, letter] = [Number(version.slice(0, 4)), version.charCodeAt(4) - 'a'.charCodeAt(0)]
  return now / 1_000 > Date.UTC(year + 1, months[Math.min(letter, 3)]!)
}
