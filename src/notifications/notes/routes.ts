import { Type } from 'typebox'
import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce } from '../../access/idempotency/perform-once.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { NotificationPath } from '../status/find.ts'
import { addNote } from './add-note.ts'
import { NewNote, Note, requireContent } from './note.ts'

const shared = { scope: 'actions:write', tests: 'visit' } as const
const tags = ['notifications']

const addOperation = {
  config: {
    personal: 'contact',
    ...shared,
    requestHeaders: ['Idempotency-Key'],
    responses: { 201: json('The note.', Note, 'Rollcall-Sequence') },
    problems: ['notification-not-found'],
  },
  schema: {
    operationId: 'addNote',
    summary: 'Add a note of staff',
    description:
      'Adds a note to a notification in any state: a text, a call to the contact that brought no answer, or both. The timeline has the notes, and `calls` of the notification counts the calls. Contacts never see them, and neither the event log nor a webhook contains them. A call ends the claim of the visit.',
    tags,
    params: NotificationPath,
    body: NewNote,
  },
} as const

const removeOperation = {
  config: { personal: 'contact', ...shared, responses: { 204: response('The note does not exist any more.', {}) } },
  schema: {
    operationId: 'removeNote',
    summary: 'Remove a note of staff',
    description: 'Takes a note back. Removing it again changes nothing.',
    tags,
    params: Type.Object({
      ...NotificationPath.properties,
      note_id: Type.String({ description: 'The id of the note.' }),
    }),
  },
} as const

/** What staff note for each other. */
export const noteRoutes: Feature = (app, context) => {
  const { database, clock } = context

  app.post('/v1/notifications/:entity_id/:notification_id/notes', addOperation, async (request, reply) => {
    const { entityId, credentialName: by, params, body } = request
    requireContent(body)
    const outcome = await performOnce(context, entityId, requestKey(request), async (trx) => {
      const note = await addNote(trx, { entityId, id: params.notification_id }, { ...body, by }, clock.now())
      return { status: 201, body: JSON.stringify(note), sequence: await lastSequence(trx, entityId) }
    })
    return sendWriteResponse(reply, outcome)
  })

  app.delete(
    '/v1/notifications/:entity_id/:notification_id/notes/:note_id',
    removeOperation,
    async ({ entityId, params }, reply) => {
      await database.writeFor(entityId, (trx) =>
        trx
          .deleteFrom('notes')
          .where('entity_id', '=', entityId)
          .where('notification_id', '=', params.notification_id)
          .where('note_id', '=', params.note_id)
          .execute(),
      )
      return reply.code(204).send()
    },
  )
}
