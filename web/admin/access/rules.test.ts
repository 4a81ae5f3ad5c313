import { expect, test } from 'vitest'
import type { AccessRule } from '../../../client/client.ts'
import { faultOfRules, moved, narrowedGroups } from './rules.ts'

const rule = (group: string, change: Partial<AccessRule> = {}): AccessRule => ({
  group,
  scopes: ['checkin:read', 'checkin:write'],
  entities: ['a', 'b'],
  ...change,
})

test('the first fault of the rules has the number of its rule', () => {
  expect(faultOfRules([rule('x'), rule('y')])).toBeUndefined()
  expect(faultOfRules([rule('x'), rule(' ')])).toEqual({ number: 2, fault: 'group' })
  expect(faultOfRules([rule('x'), rule('x')])).toEqual({ number: 2, fault: 'repeated' })
  expect(faultOfRules([rule('x', { scopes: [] })])).toEqual({ number: 1, fault: 'scopes' })
  expect(faultOfRules([rule('x', { entities: [] })])).toEqual({ number: 1, fault: 'clinics' })
})

test.for([
  ['is unchanged', [rule('x')], []],
  ['is gone', [], ['x']],
  ['lacks a scope', [rule('x', { scopes: ['checkin:read'] })], ['x']],
  ['lacks a clinic', [rule('x', { entities: ['a'] })], ['x']],
  ['gives more', [rule('x', { scopes: ['admin', 'checkin:read', 'checkin:write'] })], []],
  ['is for all clinics', [{ group: 'x', scopes: rule('x').scopes, all_entities: true }], []],
] as const)('if a rule %s, its people stay signed in or not', ([, after, groups]) => {
  expect(narrowedGroups([rule('x')], [...after])).toEqual(groups)
})

test('a rule moves to another place', () => {
  const rules = [rule('a'), rule('b'), rule('c')]
  expect(moved(rules, 2, 0).map(({ group }) => group)).toEqual(['c', 'a', 'b'])
  expect(moved(rules, 0, 1).map(({ group }) => group)).toEqual(['b', 'a', 'c'])
})
