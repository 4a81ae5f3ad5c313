import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { EntityIdParam } from '../entities/entity.ts'
import type { Feature } from '../http/feature.ts'
import { json } from '../http/reference.ts'
import { formatInstant } from '../instant.ts'
import { readCursor } from '../lists/cursor.ts'
import { cutPage, linksToNext, type Page, pageQuery } from '../lists/pages.ts'
import { Change } from './change.ts'

const list = {
  config: {
    scope: 'admin',
    responses: { 200: json('The changes, newest first.', Type.Array(Change), 'Link') },
  },
  schema: {
    operationId: 'listChanges',
    summary: 'List the changes of an entity and of its settings',
    description: 'Says who changed what, and when. `Link: rel="next"` leads to the next page.',
    tags: ['settings'],
    params: Type.Object({ entity_id: EntityIdParam }),
    querystring: Type.Object(pageQuery(100, 1_000), { additionalProperties: false }),
  },
} as const

/** The history of an entity. */
export const changeRoutes: Feature = (app, { database, config }) => {
  const linkTo = linksToNext(config)
  app.get('/v1/entities/:entity_id/history', list, async ({ entityId, query }, reply) => {
    const { limit = 100, after } = query
    const { changes, next } = await listChanges(database, entityId, { limit, ...(after !== undefined && { after }) })
    if (next) reply.header('Link', linkTo(`/v1/entities/${entityId}/history`, { limit, after: next }))
    return changes
  })
}

async function listChanges(database: Database, entityId: string, { limit, after }: Page) {
  const position = after === undefined ? undefined : readCursor(after, 'changes', 'number', 'string')
  const rows = await database
    .selectFrom('changes')
    .selectAll()
    .where('entity_id', '=', entityId)
    .$if(position !== undefined, (some) =>
      some.where(({ eb, refTuple, tuple }) => eb(refTuple('changed_at', 'change_id'), '<', tuple(...position!))),
    )
    .orderBy('changed_at', 'desc')
    .orderBy('change_id', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
  const { shown, next } = cutPage('changes', rows, limit, ({ changed_at, change_id }) => [changed_at, change_id])
  const changes = shown.map(
    ({ changed_at, changed_by, resource, before, after }): Change => ({
      ...{ at: formatInstant(changed_at), by: changed_by, resource },
      ...(before !== null && { before: JSON.parse(before) }),
      ...(after !== null && { after: JSON.parse(after) }),
    }),
  )
  return { changes, next }
}
