import { sql } from 'kysely'
import { Type } from 'typebox'
import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce } from '../../access/idempotency/perform-once.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, linksToNext, type Page, pageQuery } from '../../platform/lists/pages.ts'
import { placeHold, releaseHold } from './change-holds.ts'
import { Hold, holdOf, NewHold } from './hold.ts'

const scope = 'privacy'
const tags = ['privacy']
const params = Type.Object({ entity_id: EntityIdParam })

const list = {
  config: {
    personal: 'contacts',
    scope,
    responses: { 200: json('The holds, the latest first.', Type.Array(Hold), 'Link') },
  },
  schema: {
    operationId: 'listHolds',
    summary: 'List holds',
    description: 'Lists the holds of an entity, also released ones. `Link: rel="next"` leads to the next page.',
    tags,
    params,
    querystring: Type.Object(pageQuery(100, 1_000), { additionalProperties: false }),
  },
} as const

const place = {
  config: {
    personal: 'contact',
    scope,
    requestHeaders: ['Idempotency-Key'],
    responses: { 201: json('The hold.', Hold, 'Rollcall-Sequence') },
  },
  schema: {
    operationId: 'placeHold',
    summary: 'Place a hold',
    description:
      'Keeps the data of a contact from retention and erasure, or without `contact_external_id` those of all contacts of the entity, until the hold is released. Data that were deleted before do not return. The contact need not be known yet.',
    tags,
    params,
    body: NewHold,
  },
} as const

const release = {
  config: {
    personal: 'contact',
    scope,
    problems: ['hold-not-found'],
    responses: { 204: response('The hold is not in force any more.', {}) },
  },
  schema: {
    operationId: 'releaseHold',
    summary: 'Release a hold',
    description:
      'The list still has the hold. Data whose period is over are deleted in the following night. A second release changes nothing.',
    tags,
    params: Type.Object({ ...params.properties, hold_id: Type.String({ description: 'The id of the hold.' }) }),
  },
} as const

/** What keeps data of contacts from deletion. */
export const holdRoutes: Feature = (app, context) => {
  const { database, clock, config } = context
  const linkTo = linksToNext(config)
  const holds = '/v1/holds/:entity_id'

  app.get(holds, list, async ({ entityId, query: { limit = 100, after } }, reply) => {
    const { shown, next } = await listHolds(database, entityId, { limit, ...(after !== undefined && { after }) })
    if (next) reply.header('Link', linkTo(`/v1/holds/${entityId}`, { limit, after: next }))
    return shown.map(holdOf)
  })

  app.post(holds, place, async (request, reply) => {
    const { entityId, credentialName: by, body } = request
    const outcome = await performOnce(context, entityId, requestKey(request), async (trx) => {
      const hold = await placeHold(trx, { entityId, by }, body, clock.now())
      return { status: 201, body: JSON.stringify(hold), sequence: await lastSequence(trx, entityId) }
    })
    return sendWriteResponse(reply, outcome)
  })

  app.delete(`${holds}/:hold_id`, release, async ({ entityId, credentialName: by, params }, reply) => {
    await database.writeFor(entityId, (trx) => releaseHold(trx, { entityId, by }, params.hold_id, clock.now()))
    return reply.code(204).send()
  })
}

async function listHolds(database: Database, entityId: string, { limit, after }: Page) {
  const before = after === undefined ? undefined : readCursor(after, 'holds', 'string')[0]
  const rows = await database
    .selectFrom('holds')
    .selectAll()
    .where('entity_id', '=', entityId)
    .$if(before !== undefined, (holds) => holds.where('hold_id', '<', before!))
    .orderBy('hold_id', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
  return cutPage('holds', rows, limit, ({ hold_id }) => [hold_id])
}
