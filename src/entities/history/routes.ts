import { type Selectable, sql } from 'kysely'
import { Type } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, linksToNext, type Page, pageQuery } from '../../platform/lists/pages.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { EntityIdParam } from '../entity.ts'
import { Change, type ResourceName, resourceNames } from './change.ts'

const list = {
  config: {
    personal: 'contacts',
    scope: 'admin',
    responses: { 200: json('The changes, newest first.', Type.Array(Change), 'Link') },
  },
  schema: {
    operationId: 'listChanges',
    summary: 'List the changes of an entity',
    description:
      'Says who changed what of the entity, its settings, templates, mappings and webhooks, and when. Changes of opt-outs need the scope `notifications:read`, too. `Link: rel="next"` leads to the next page.',
    tags: ['settings'],
    params: Type.Object({ entity_id: EntityIdParam }),
    querystring: Type.Object(pageQuery(100, 1_000), { additionalProperties: false }),
  },
} as const

/** The history of an entity. */
export const changeRoutes: Feature = (app, { database, config }) => {
  const linkTo = linksToNext(config)
  app.get('/v1/entities/:entity_id/history', list, async (request, reply) => {
    const { entityId, query, credentialScopes } = request
    const { limit = 100, after } = query
    const page = { limit, ...(after !== undefined && { after }) }
    const { changes, next } = await listChanges(database, entityId, visibleTo(credentialScopes), page)
    if (next) reply.header('Link', linkTo(`/v1/entities/${entityId}/history`, { limit, after: next }))
    // Only an opt-out is about a contact, by an address.
    const count = changes.filter(({ resource }) => resource === 'opt-out').length
    request.noteContacts(contactsIn(count, () => []))
    return changes
  })
}

const batchSize = 50

/** A page ends behind the change that exceeds this number of characters, which keeps its memory bounded. */
const maxPageLength = 1_000_000

/** Opt-outs have addresses of contacts. */
const visibleTo = (scopes: ReadonlySet<string>) =>
  resourceNames.filter((name) => name !== 'opt-out' || scopes.has('notifications:read'))

async function listChanges(
  database: Database,
  entityId: string,
  resources: readonly ResourceName[],
  { limit, after }: Page,
) {
  let position = after === undefined ? undefined : readCursor(after, 'changes', 'number', 'string')
  const rows: Selectable<Schema['changes']>[] = []
  // A mapping has up to some hundred kilobytes, before and after.
  let [length, fitting] = [0, 0]
  for (let isLast = false; !isLast && rows.length <= limit && length <= maxPageLength; ) {
    const batch = await readBatch(database, entityId, resources, position)
    for (const row of batch) {
      if (length <= maxPageLength) fitting++
      length += (row.before?.length ?? 0) + (row.after?.length ?? 0)
    }
    rows.push(...batch)
    isLast = batch.length < batchSize
    const last = batch.at(-1)
    if (last) position = [last.changed_at, last.change_id]
  }
  const { shown, next } = cutPage('changes', rows, Math.min(limit, fitting), ({ changed_at, change_id }) => [
    changed_at,
    change_id,
  ])
  const changes = shown.map(
    ({ changed_at, changed_by, resource, name, before, after }): Change => ({
      at: formatInstant(changed_at),
      by: changed_by,
      resource,
      ...(name !== null && { name }),
      ...(before !== null && { before: JSON.parse(before) }),
      ...(after !== null && { after: JSON.parse(after) }),
    }),
  )
  return { changes, next }
}

const readBatch = (
  database: Database,
  entityId: string,
  resources: readonly ResourceName[],
  position: [changedAt: number, changeId: string] | undefined,
) =>
  database
    .selectFrom('changes')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('resource', 'in', resources)
    .$if(position !== undefined, (some) =>
      some.where(({ eb, refTuple, tuple }) => eb(refTuple('changed_at', 'change_id'), '<', tuple(...position!))),
    )
    .orderBy('changed_at', 'desc')
    .orderBy('change_id', 'desc')
    .limit(sql.lit(batchSize))
    .execute()
