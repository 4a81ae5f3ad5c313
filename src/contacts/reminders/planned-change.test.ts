import { expect, test } from 'vitest'
import { countChange, noChange } from './planned-change.ts'

const now = 10

test.for([
  ['the same times', [11, 15], [11, 15], { unchanged: 2 }],
  ['a reminder that moves', [11, 15], [11, 14], { unchanged: 1, earlier: 1 }],
  ['a later reminder', [11, 15], [11, 19], { unchanged: 1, later: 1 }],
  ['a reminder of several that stays near its time', [11, 50, 90], [52], { removed: 2, later: 1 }],
  ['a new sequence', [], [11, 12], { added: 2 }],
  ['no reminders any more', [11, 12], [], { removed: 2 }],
  ['a reminder whose new time is over', [20], [10], { earlier: 1, at_once: 1 }],
] as const)('compares %s', ([, before, after, expected]) => {
  const counts = noChange()
  countChange(counts, [...before], [...after], now)
  expect(counts).toEqual({ ...noChange(), ...expected })
})
