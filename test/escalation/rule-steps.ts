import { isDeepStrictEqual } from 'node:util'
import type { GroupRights } from '../../src/access/sessions/session.ts'
import { removeRule, setRule } from '../../src/access/sign-in/access-rules.ts'
import { resultOf } from './probes.ts'
import { adminRefusal, holds, setRules } from './rights.ts'
import { anyGrant, anyHolder, anyRights, compare, groups, pick, type Run, send } from './run.ts'

/** By command: an operator has all rights. */
export async function setAccessRule(run: Run) {
  const { world, rollcall } = run
  const rule = { group: pick(run, groups), ...anyRights(run) }
  await setRule(rollcall.database, rule)
  setRules(world, withRule(world.rules, rule))
}

function withRule(rules: GroupRights[], rule: GroupRights) {
  const place = rules.findIndex(({ group }) => group === rule.group)
  return place < 0 ? [...rules, rule] : rules.with(place, rule)
}

/** By HTTP: nobody gives a group more than they hold. */
export async function putAccessRules(run: Run) {
  const { world, rollcall } = run
  const by = anyHolder(run)
  const rule = { group: pick(run, groups), ...anyGrant(run, by) }
  const rules = withRule(world.rules, rule)
  const [one, other] = [run.random(rules.length), run.random(rules.length)]
  const ordered = rules.with(one, rules[other]!).with(other, rules[one]!)
  const { etag } = (await rollcall.get('/v1/access-rules')).headers
  const shown = ordered.map(({ entities, ...rest }) => ({
    ...rest,
    ...(entities === 'all' ? { all_entities: true } : { entities }),
  }))
  const response = await send(run, by, 'PUT', '/v1/access-rules', shown, { 'if-match': String(etag) })
  const isChanged = !world.rules.some((earlier) => isDeepStrictEqual(earlier, rule))
  const isKnown = rule.entities === 'all' || rule.entities.every((id) => world.existing.has(id))
  const given = [...(isChanged ? [rule] : []), ...ordered.filter((one) => isAdvanced(one, world.rules, ordered))]
  const isHeld = given.every((one) => holds(by, one))
  const expected =
    adminRefusal(world, by) ??
    (by.entities === 'all' ? undefined : 'all-entities-required') ??
    (isChanged && !isKnown ? 'invalid-body' : undefined) ??
    (isHeld ? 200 : 'exceeds-own-rights')
  compare('put rules', by, resultOf(response), expected)
  if (expected === 200) setRules(world, ordered)
}

/** Whether a rule that came before no longer does: a person in both groups gets other rights. */
function isAdvanced(rule: GroupRights, earlier: GroupRights[], later: GroupRights[]) {
  const before = (rules: GroupRights[]) => {
    const groups = rules.map(({ group }) => group)
    return groups.slice(0, Math.max(0, groups.indexOf(rule.group)))
  }
  return before(earlier).some((group) => !before(later).includes(group))
}

export async function removeAccessRule(run: Run) {
  const { world, rollcall } = run
  const removed = pick(run, groups)
  await removeRule(rollcall.database, removed)
  setRules(
    world,
    world.rules.filter(({ group }) => group !== removed),
  )
}
