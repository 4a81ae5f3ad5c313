import { expect, test } from 'vitest'
import { schedulesOf, withSteps } from './schedules.ts'

const step = (before: string) => ({ before, states: ['open' as const] })
const sequence = (target: string, ...before: string[]) => ({ category: 'medical', target, steps: before.map(step) })

test('the schedule of most plugins is the common one, and the others differ from it', () => {
  const sequences = [sequence('appointment', 'P1D'), sequence('exam', 'P2D'), sequence('vaccination', 'P2D')]
  expect(schedulesOf(sequences, [])).toEqual({ common: [step('P2D')], differing: ['medical/appointment'] })
})

test('of schedules that equally many have, that of the first plugin is the common one', () => {
  const sequences = [sequence('appointment', 'P1D'), sequence('exam'), sequence('vaccination', 'P2D')]
  expect(schedulesOf(sequences, [])).toEqual({
    common: [step('P1D')],
    differing: ['medical/exam', 'medical/vaccination'],
  })
})

test('a plugin with a schedule of its own keeps it when the common one changes', () => {
  const sequences = [sequence('appointment', 'P2D'), sequence('exam', 'P2D'), sequence('vaccination', 'P2D')]
  const apart = ['medical/vaccination']
  expect(schedulesOf(sequences, apart)).toEqual({ common: [step('P2D')], differing: apart })
  const changed = withSteps(sequences, ['medical/appointment', 'medical/exam'], [step('P3D')])
  expect(schedulesOf(changed, apart)).toEqual({ common: [step('P3D')], differing: apart })
  expect(changed[2]).toEqual(sequences[2])
})
