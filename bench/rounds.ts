export interface Pace {
  rounds: number
  seconds: number
  warmUp: number
  /** Rounds of the year's measurement, 30 s each. */
  longRounds: number
  clinics: number
}

export const thorough: Pace = { rounds: 7, seconds: 3, warmUp: 8, longRounds: 3, clinics: 50 }
// On a busy machine, the first month or answer of a new process takes more than a second.
export const quick: Pace = { rounds: 3, seconds: 1, warmUp: 3, longRounds: 1, clinics: 20 }

/** The measurements of each contestant, by round. */
export type Rounds<Name extends string, Measured = number> = Record<Name, Measured>[]

/** Measures every contestant once per round, so that other load on the machine affects all of them equally. */
export async function inRounds<Name extends string, Measured>(
  rounds: number,
  contestants: Record<Name, () => Promise<Measured>>,
): Promise<Rounds<Name, Measured>> {
  const names = Object.keys(contestants) as Name[]
  const measured: Rounds<Name, Measured> = []
  for (let round = 0; round < rounds; round++) {
    const one = {} as Record<Name, Measured>
    for (const name of names) one[name] = await contestants[name]()
    measured.push(one)
  }
  return measured
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

export const medianOf = <Name extends string>(rounds: Rounds<Name>, name: Name) =>
  median(rounds.map((round) => round[name]))
