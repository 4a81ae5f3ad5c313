import { expect, test } from 'vitest'
import { endOfRequest, nextUnsent, type UnsentEvent, type UnsentState } from './unsent-arrival.ts'

/** Returns the states after these events, and the actions. */
function run(from: UnsentState, ...events: UnsentEvent[]) {
  const steps = [{ to: from }]
  for (const event of events) steps.push(nextUnsent(steps.at(-1)!.to, event))
  return steps.slice(1).map(({ to, ...step }) => [to, ...Object.values(step)].join(' '))
}

test('an arrival without an answer waits, and is sent until the service records it', () => {
  expect(run('marking', 'unanswered', 'turn', 'unanswered', 'turn', 'recorded')).toEqual([
    ...['waiting announce', 'sending', 'waiting', 'sending', 'gone drop'],
  ])
})

test('a refused arrival is forgotten if the verdict is on the screen, and otherwise when the visit is looked up', () => {
  expect(run('marking', 'refused-in-sight')).toEqual(['gone drop'])
  expect(run('marking', 'refused', 'turn', 'look-up')).toEqual(['refused note-refusal', 'refused', 'gone drop'])
  expect(run('waiting', 'turn', 'refused')).toEqual(['sending', 'refused note-refusal'])
})

test('a discarded arrival is forgotten at once, or when its request ends', () => {
  expect(run('waiting', 'discard')).toEqual(['gone drop'])
  for (const end of ['unanswered', 'recorded', 'refused'] as const)
    expect(run('sending', 'discard', 'turn', end)).toEqual(['discarded', 'discarded', 'gone drop'])
})

test('an arrival whose first request is under way is neither sent again nor discarded', () => {
  expect(run('marking', 'turn', 'discard')).toEqual(['marking', 'marking'])
})

test('a verdict says how a request ended', () => {
  expect(endOfRequest({ outcome: 'no-connection', retryAfterSeconds: 2 }, true)).toBe('unanswered')
  expect(endOfRequest({ outcome: 'person-required', reason: 'signed-out' }, true)).toBe('unanswered')
  expect(endOfRequest({ outcome: 'arrived' }, true)).toBe('recorded')
  expect(endOfRequest({ outcome: 'too-late' }, true)).toBe('refused-in-sight')
  expect(endOfRequest({ outcome: 'already-arrived' }, false)).toBe('refused')
})
