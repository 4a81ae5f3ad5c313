import { type Static, Type } from 'typebox'
import { matching } from '../../platform/text/text-schemas.ts'
import { rightsProperties, shownEntities } from '../credentials/rights.ts'
import type { GroupRights } from '../sessions/session.ts'
import { maxRules } from './max-rules.ts'

/** The name of a group at the identity provider. */
const Group = matching(/^[^\p{Cc}]{1,256}$/u, 'must be 1 to 256 characters without control characters', 256)

const example = {
  group: '/clinica-lisboa/desk',
  scopes: ['checkin:read' as const, 'checkin:write' as const],
  entities: ['clinica-lisboa'],
}

/** The rights of a group of the identity provider. */
export const AccessRule = Type.Object(
  {
    group: Group,
    ...rightsProperties,
  },
  {
    $id: 'AccessRule',
    description: 'The rights of the people of a group.',
    additionalProperties: false,
    examples: [example],
  },
)
export type AccessRule = Static<typeof AccessRule>

export const AccessRules = Type.Array(AccessRule, { maxItems: maxRules })

/** A version of the access rules. */
export const AccessRulesVersion = Type.Object(
  {
    version: Type.Integer({ description: 'The number of the version, from 1.' }),
    changed_at: Type.String({ description: 'When the rules were changed, in UTC.' }),
    changed_by: Type.String({ description: 'The name of the credential that changed them, or `command line`.' }),
    rules: AccessRules,
  },
  {
    $id: 'AccessRulesVersion',
    description: 'The access rules as they were after a change.',
    examples: [
      { version: 3, changed_at: '2026-03-29T09:14:02.104233+00:00', changed_by: 'Rita Melo', rules: [example] },
    ],
  },
)
export type AccessRulesVersion = Static<typeof AccessRulesVersion>

/** Returns the rights of a rule as the service stores them. */
export const givenRights = ({ group, scopes, entities }: AccessRule): GroupRights => ({
  group,
  scopes,
  entities: entities ?? 'all',
})

/** Returns a stored rule as clients see it. */
export const shownRule = ({ group, scopes, entities }: GroupRights): AccessRule => ({
  group,
  scopes,
  ...shownEntities(entities),
})
