import { Type } from 'typebox'
import { requireIfMatch, sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { AccessRules, AccessRulesVersion, shownRule } from './access-rule.ts'
import { latestRules, listRulesVersions } from './access-rules.ts'
import { changeRules } from './change-rules.ts'

const access = { scope: 'admin', entities: 'all' } as const
const tags = ['administration']
const currentRules = { 200: json('The rules, in the order in which they count.', AccessRules, 'ETag') }

const get = {
  config: { ...access, responses: currentRules },
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
    responses: currentRules,
  },
  schema: {
    operationId: 'setAccessRules',
    summary: 'Replace the rights of groups',
    description:
      'A new or changed rule, and one that moves ahead of another, has scopes that the credential has itself. The sessions of people whose rule is gone, or gives less, end within five seconds. All others keep their rights until their next sign-in. Needs `If-Match`, and a credential for all entities.',
    tags,
    body: AccessRules,
  },
} as const

const versions = {
  config: {
    ...access,
    responses: { 200: json('The latest 20 versions, the newest first.', Type.Array(AccessRulesVersion)) },
  },
  schema: {
    operationId: 'listAccessRulesVersions',
    summary: 'List the versions of the rights of groups',
    description: 'Says who changed them, and when.',
    tags,
  },
} as const

/** Administrators give rights to the people of a group. */
export const accessRuleRoutes: Feature = (app, context) => {
  const { database } = context
  const path = '/v1/access-rules'
  app.get(path, get, async (_request, reply) => sendResource(reply, (await latestRules(database)).rules.map(shownRule)))

  app.put(path, put, async (request, reply) => {
    requireIfMatch(request)
    return sendResource(reply, await changeRules(context, request, request.body))
  })

  app.get(`${path}/versions`, versions, () => listRulesVersions(database))
}
