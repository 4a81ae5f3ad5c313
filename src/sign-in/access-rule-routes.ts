import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { rightsFaults, unknownEntities } from '../access/given-rights.ts'
import { requireHeld } from '../access/held-rights.ts'
import { Problem } from '../errors.ts'
import { matchesTag, requireIfMatch, sendResource } from '../http/entity-tag.ts'
import type { Feature } from '../http/feature.ts'
import { json } from '../http/reference.ts'
import { throwIfFaulty } from '../invalid-body.ts'
import { AccessRules, AccessRulesVersion, givenRights, shownRule } from './access-rule.ts'
import { latestRules, listRulesVersions, replaceRules } from './access-rules.ts'

const access = { scope: 'admin', entities: 'all' } as const
const tags = ['administration']
const theRules = { 200: json('The rules, in the order in which they count.', AccessRules, 'ETag') }

const get = {
  config: { ...access, responses: theRules },
  schema: {
    operationId: 'getAccessRules',
    summary: 'Get the rights of groups',
    description:
      "Returns the scopes and entities of the identity provider's groups. The first rule with a group of the person counts. Needs a credential for all entities.",
    tags,
  },
} as const

const put = {
  config: {
    ...access,
    requestHeaders: ['If-Match'],
    problems: ['precondition-required', 'exceeds-own-rights'],
    responses: theRules,
  },
  schema: {
    operationId: 'setAccessRules',
    summary: 'Replace the rights of groups',
    description:
      'A new or changed rule has scopes that the credential has itself. The sessions of people whose rule is gone, or gives less, end within five seconds. All others keep their rights until their next sign-in. Needs `If-Match`, and a credential for all entities.',
    tags,
    body: AccessRules,
  },
} as const

const versions = {
  config: {
    ...access,
    responses: { 200: json('The latest 100 versions, the newest first.', Type.Array(AccessRulesVersion)) },
  },
  schema: {
    operationId: 'listAccessRulesVersions',
    summary: 'List the versions of the rights of groups',
    description: 'Says who changed them, and when.',
    tags,
  },
} as const

/** Administrators give rights to the people of a group. */
export const accessRuleRoutes: Feature = (app, { database, clock }) => {
  const path = '/v1/access-rules'
  app.get(path, get, async (_request, reply) => sendResource(reply, (await latestRules(database)).rules.map(shownRule)))

  app.put(path, put, async (request, reply) => {
    requireIfMatch(request)
    const { body, headers, credentialName } = request
    const before = await latestRules(database)
    const known = before.rules.map(shownRule)
    if (!matchesTag(headers['if-match'], known)) throw new Problem('changed-meanwhile')
    throwIfFaulty(body.flatMap((rule, index) => [...repeats(body, index), ...rightsFaults(rule, `/${index}`)]))
    const changed = [...body.entries()].filter(([, rule]) => !known.some((one) => isDeepStrictEqual(one, rule)))
    const faults = changed.map(([index, rule]) => unknownEntities(database, rule, `/${index}`))
    throwIfFaulty((await Promise.all(faults)).flat())
    for (const [, rule] of changed) await requireHeld(request, givenRights(rule))
    const rules = body.map(givenRights)
    await replaceRules(database, before, rules, { by: credentialName, at: clock.now() })
    return sendResource(reply, rules.map(shownRule))
  })

  app.get(`${path}/versions`, versions, () => listRulesVersions(database))
}

const repeats = (rules: { group: string }[], index: number) =>
  rules.findIndex(({ group }) => group === rules[index]!.group) === index
    ? []
    : [{ pointer: `/${index}/group`, reason: 'has a rule already' }]
