import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { authorOf } from '../../entities/history/change-resource.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import { matchesTag } from '../../platform/http/entity-tag.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { requireOwnRights } from '../credentials/own-rights.ts'
import { rightsFaults, unknownEntities } from '../credentials/rights.ts'
import { type AccessRule, givenRights, shownRule } from './access-rule.ts'
import { latestRules, replaceRules } from './access-rules.ts'

/** Replaces all rules. The author must hold the rights of new and changed rules, and of those that move ahead. Returns the rules as clients see them.
 *  @throws Problem changed-meanwhile, invalid-body, exceeds-own-rights */
export async function changeRules(
  { database, clock }: { database: Database; clock: Clock },
  request: FastifyRequest,
  given: AccessRule[],
): Promise<AccessRule[]> {
  const { by, ifMatch } = authorOf(request)
  const before = await latestRules(database)
  const known = before.rules.map(shownRule)
  if (!matchesTag(ifMatch, known)) throw new Problem('changed-meanwhile')
  throwIfFaulty(given.flatMap((rule, index) => [...repeats(given, index), ...rightsFaults(rule, `/${index}`)]))
  const changed = new Map(
    given.flatMap((rule, index) => (known.some((one) => isDeepStrictEqual(one, rule)) ? [] : [[`/${index}`, rule]])),
  )
  throwIfFaulty(await unknownEntities(database, changed))
  for (const rule of [...changed.values(), ...advancedRules(known, given)])
    await requireOwnRights(request, givenRights(rule))
  const rules = given.map(givenRights)
  await replaceRules(database, before, rules, { by, at: clock.now() })
  return rules.map(shownRule)
}

/** Returns the rules that an earlier rule no longer precedes: a person in both groups gets their rights now. */
const advancedRules = (known: AccessRule[], given: AccessRule[]) =>
  given.filter((rule, index) => {
    const before = groupsOf(known.slice(0, Math.max(0, groupsOf(known).indexOf(rule.group))))
    return !new Set(before).isSubsetOf(new Set(groupsOf(given.slice(0, index))))
  })

const groupsOf = (rules: AccessRule[]) => rules.map(({ group }) => group)

const repeats = (rules: AccessRule[], index: number) =>
  rules.findIndex(({ group }) => group === rules[index]!.group) === index
    ? []
    : [{ pointer: `/${index}/group`, reason: 'has a rule already' }]
