/** When the clocks of a zone change, and their offsets from UTC, in milliseconds. */
export interface ZoneRules {
  /** The instants at which the offset changes, in ascending order. */
  changesAt: number[]
  /** `offsets[0]` applies before the first change, `offsets[n + 1]` from `changesAt[n]` on. */
  offsets: number[]
}

/** A set of rules of all zones. */
export interface RulesSource {
  name: 'node' | 'system' | 'package'
  /** A release of the IANA database, such as 2026f. */
  version: string
  /** Returns undefined if the source does not know the zone. */
  read(zone: string): ZoneRules | undefined
}

/** Rules end with this year: no visit begins later. */
export const lastYear = 2199

/** Collects changes in ascending order. Leaves out a change of the zone's abbreviation alone. */
export function collectRules(first: number): ZoneRules & { add(at: number, offset: number): void } {
  const rules: ZoneRules = { changesAt: [], offsets: [first] }
  return {
    ...rules,
    add(at, offset) {
      if (offset === rules.offsets.at(-1)) return
      rules.changesAt.push(at)
      rules.offsets.push(offset)
    },
  }
}
