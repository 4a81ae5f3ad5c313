import type { Step } from '../../../client/client.ts'
import type { Sequence } from './steps.ts'

/** The name of a plugin, such as medical/exam. */
export const pairOf = ({ category, target }: Pick<Sequence, 'category' | 'target'>) => `${category}/${target}`

const isSame = (one: Step[], other: Step[]) => JSON.stringify(one) === JSON.stringify(other)

/** The steps of most plugins, and the plugins that have others. */
interface Schedules {
  common: Step[]
  differing: string[]
}

/** Finds the schedule that most plugins have. Of equally many, that of the first plugin.
 *  @param apart plugins that have a schedule of their own, even if it is still the same */
export function schedulesOf(sequences: Sequence[], apart: string[]): Schedules {
  const together = sequences.filter((one) => !apart.includes(pairOf(one)))
  const countOf = ({ steps }: Sequence) => together.filter((other) => isSame(steps, other.steps)).length
  const most = Math.max(...together.map(countOf))
  const common = together.find((one) => countOf(one) === most)?.steps ?? []
  const differing = sequences.filter((one) => apart.includes(pairOf(one)) || !isSame(one.steps, common))
  return { common, differing: differing.map(pairOf) }
}

/** Gives some plugins these steps. */
export const withSteps = (sequences: Sequence[], pairs: string[], steps: Step[]): Sequence[] =>
  sequences.map((one) => (pairs.includes(pairOf(one)) ? { ...one, steps } : one))
