import { expect, test } from 'vitest'
import { countChange, noChange } from './planned-change.ts'

test.for([
  ['the same times', [1, 5], [1, 5], { unchanged: 2 }],
  ['a reminder that moves', [1, 5], [1, 4], { unchanged: 1, earlier: 1 }],
  ['a later reminder', [1, 5], [1, 9], { unchanged: 1, later: 1 }],
  ['a reminder of several that stays near its time', [1, 50, 90], [52], { removed: 2, later: 1 }],
  ['a new sequence', [], [1, 2], { added: 2 }],
  ['no reminders any more', [1, 2], [], { removed: 2 }],
] as const)('compares %s', ([, before, after, expected]) => {
  const counts = noChange()
  countChange(counts, [...before], [...after])
  expect(counts).toEqual({ ...noChange(), ...expected })
})
