import { Type } from 'typebox'
import { EntityIdParam, findEntity } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { negotiation } from '../../platform/http/negotiation.ts'
import { plainPagePolicy, sendPage } from '../../platform/http/plain-page.ts'
import { response } from '../../platform/http/reference.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import { ExternalId } from '../../visits/notification.ts'
import { ContactExport, exportContact } from './contact-export.ts'
import { exportPage } from './export-page.ts'

const mediaTypes = ['application/json', 'text/html'] as const

const operation = {
  config: {
    personal: 'contact',
    scope: 'privacy',
    problems: ['contact-not-found', 'not-acceptable'],
    responses: {
      200: response('The copy: JSON, or a page for the contact in the language of the contact.', {
        'application/json': ContactExport,
        'text/html': Type.String(),
      }),
    },
  },
  schema: {
    operationId: 'exportContact',
    summary: 'Export the data of a contact',
    description:
      'Returns all that the service keeps about a contact, by table. With `Accept: text/html`, it is a page that the contact can read. What an address shares with other contacts is not in it.',
    tags: ['privacy'],
    params: Type.Object({ entity_id: EntityIdParam, external_id: ExternalId }),
  },
} as const

const negotiate = negotiation(mediaTypes)

/** Hands out the data of a contact. */
export const exportRoutes: Feature = (app, { database, clock, reads }) => {
  app.get('/v1/contacts/:entity_id/:external_id/export', operation, async (request, reply) => {
    const { entityId, credentialId, params } = request
    const { mediaType } = negotiate(request)
    const copy = await reads.of({ entityId, credentialId })(() =>
      exportContact(database, { entityId, externalId: params.external_id }, clock.now()),
    )
    const ids = copy.data.notifications!.map(({ notification_id }) => String(notification_id))
    request.noteContacts(contactsIn(ids.length, () => ids))
    reply.header('Vary', 'Accept')
    if (mediaType === 'application/json') return copy
    return sendPage(reply, 200, plainPagePolicy, exportPage((await findEntity(database, entityId))!, copy))
  })
}
