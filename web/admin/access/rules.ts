import type { AccessRule } from '../../../client/client.ts'
import { faultOfRights, type RightsFault } from './rights.ts'

export type RuleFault = RightsFault | 'group' | 'repeated'

/** Returns the first fault of the rules, with the number of its rule, from 1. */
export function faultOfRules(rules: AccessRule[]): { number: number; fault: RuleFault } | undefined {
  const groups = rules.map(({ group }) => group)
  for (const [index, rule] of rules.entries()) {
    const isRepeated = groups.indexOf(rule.group) < index
    const fault = rule.group.trim() === '' ? 'group' : isRepeated ? 'repeated' : faultOfRights(rule)
    if (fault) return { number: index + 1, fault }
  }
  return undefined
}

/** Returns the groups whose rule is gone, or gives less. The service signs their people out. */
export function narrowedGroups(before: AccessRule[], after: AccessRule[]): string[] {
  const narrowed = before.filter((rule) => {
    const next = after.find(({ group }) => group === rule.group)
    return !next || !includes(next, rule)
  })
  return narrowed.map(({ group }) => group)
}

/** Whether a rule gives all that an earlier one gave. */
function includes(rule: AccessRule, earlier: AccessRule): boolean {
  if (!earlier.scopes.every((scope) => rule.scopes.includes(scope))) return false
  if (rule.all_entities || earlier.all_entities) return rule.all_entities === true
  return (earlier.entities ?? []).every((id) => rule.entities?.includes(id))
}

/** Moves a rule to another place. */
export const moved = (rules: AccessRule[], from: number, to: number) =>
  rules.toSpliced(from, 1).toSpliced(to, 0, rules[from]!)
