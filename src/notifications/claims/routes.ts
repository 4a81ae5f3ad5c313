import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { NotificationPath } from '../status/find.ts'
import { Claim, ClaimKey, NewClaim } from './claim.ts'
import { claimVisit, endClaim, listClaims } from './claim-visit.ts'

const tags = ['notifications']
const shared = { scope: 'actions:write', tests: 'visit' } as const

const claimOperation = {
  config: {
    personal: 'contact',
    ...shared,
    responses: { 200: json('The claim.', Claim) },
    problems: ['notification-not-found', 'claimed'],
  },
  schema: {
    operationId: 'claimVisit',
    summary: 'Claim a visit',
    description:
      'Shows other staff that a member of staff is working on the visit, for example by calling the contact. The claim expires after 10 minutes. An answer, an arrival, a withdrawal, a newer notification of the visit, or a note with `call` ends it earlier. A request with the same `key` extends the claim. A claim is not a lock: other clients can still change the visit.',
    tags,
    params: NotificationPath,
    body: NewClaim,
  },
} as const

const endOperation = {
  config: { personal: 'contact', ...shared, responses: { 204: response('No claim has this key.', {}) } },
  schema: {
    operationId: 'endClaim',
    summary: 'End the claim of a visit',
    description: 'Ends the claim that has this key. Repeating the request changes nothing.',
    tags,
    params: NotificationPath,
    querystring: Type.Object({ key: ClaimKey }, { additionalProperties: false }),
  },
} as const

const listOperation = {
  config: {
    personal: 'none',
    scope: 'notifications:read',
    responses: { 200: json('The claims that have not ended.', Type.Array(Claim)) },
  },
  schema: {
    operationId: 'listClaims',
    summary: 'List the claimed visits of an entity',
    description: 'Returns the claims that have neither expired nor ended.',
    tags,
    params: Type.Object({ entity_id: EntityIdParam }),
    querystring: Type.Object({ key: Type.Optional(ClaimKey) }, { additionalProperties: false }),
  },
} as const

/** Keeps two people from calling the same contact. */
export const claimRoutes: Feature = (app, { database, clock }) => {
  const path = '/v1/notifications/:entity_id/:notification_id/claim'

  app.put(path, claimOperation, async ({ entityId, credentialName: by, params, body }) =>
    database.writeFor(entityId, (trx) =>
      claimVisit(trx, database.engine, { entityId, id: params.notification_id }, { ...body, by }, clock.now()),
    ),
  )

  app.delete(path, endOperation, async ({ entityId, params, query }, reply) => {
    const key = { entityId, id: params.notification_id }
    await database.writeFor(entityId, (trx) => endClaim(trx, key, query.key))
    return reply.code(204).send()
  })

  app.get('/v1/claims/:entity_id', listOperation, async ({ entityId, query }) =>
    listClaims(database, entityId, query.key, clock.now()),
  )
}
