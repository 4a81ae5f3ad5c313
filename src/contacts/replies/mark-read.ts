import { type Static, Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { findReply, UnhandledReply } from './unhandled-reply.ts'

/** Whether staff have read a reply. */
const ReadChange = Type.Object(
  { read: Type.Boolean({ description: 'Whether staff have read the reply.' }) },
  {
    $id: 'ReadChange',
    description: 'Whether staff have read a reply.',
    additionalProperties: false,
    examples: [{ read: true }],
  },
)
type ReadChange = Static<typeof ReadChange>

/** Marks a reply as read, or removes the mark. The first mark stays when it is repeated.
 *  @throws Problem reply-not-found */
async function markRead(
  database: Database,
  { entityId, id, by }: { entityId: string; id: string; by: string },
  { read }: ReadChange,
  now: Instant,
): Promise<UnhandledReply> {
  return database.writeFor(entityId, async (trx) => {
    await trx
      .updateTable('replies')
      .set(read ? { read_at: now, read_by: by } : { read_at: null, read_by: null })
      .where('entity_id', '=', entityId)
      .where('reply_id', '=', id)
      .where('read_at', read ? 'is' : 'is not', null)
      .execute()
    return findReply(trx, entityId, id)
  })
}

const readOperation = {
  config: {
    personal: 'contact',
    scope: 'actions:write',
    responses: { 200: json('The reply.', UnhandledReply) },
    problems: ['reply-not-found'],
  },
  schema: {
    operationId: 'markRead',
    summary: 'Mark a reply as read',
    description:
      'Marks a reply as read by staff, or removes the mark. Repeating the same request changes nothing: the first mark stays.',
    tags: ['notifications'],
    params: Type.Object({
      entity_id: EntityIdParam,
      reply_id: Type.String({ description: 'The id of the reply.' }),
    }),
    body: ReadChange,
  },
} as const

/** The mark by which staff keep the list of replies to read. */
export const readRoutes: Feature = (app, { database, clock }) => {
  app.put('/v1/replies/:entity_id/:reply_id/read', readOperation, async (request) => {
    const { entityId, credentialName: by, params, body } = request
    const reply = await markRead(database, { entityId, id: params.reply_id, by }, body, clock.now())
    request.noteContacts(contactsOf(reply.notification_id))
    return reply
  })
}
