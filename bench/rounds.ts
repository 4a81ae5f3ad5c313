export interface Pace {
  rounds: number
  seconds: number
  warmUp: number
  /** Of the year, which takes half a minute each. */
  longRounds: number
  /** Of the data. */
  clinics: number
}

export const thorough: Pace = { rounds: 7, seconds: 3, warmUp: 8, longRounds: 3, clinics: 50 }
export const quick: Pace = { rounds: 3, seconds: 1, warmUp: 1, longRounds: 1, clinics: 20 }

/** What was measured of each contestant, in each round. */
export type Rounds<Name extends string> = Record<Name, number>[]

/** Measures every contestant once in each round, so that whatever else the machine does strikes all of them alike. */
export async function inRounds<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<number>>,
): Promise<Rounds<Name>> {
  const names = Object.keys(contestants) as Name[]
  const measured: Rounds<Name> = []
  for (let round = 0; round < rounds; round++) {
    const one = {} as Record<Name, number>
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
