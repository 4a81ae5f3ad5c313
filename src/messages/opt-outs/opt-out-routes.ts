import { Type } from 'typebox'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { listOptOuts, OptedIn, OptOut, OptOutChange, setOptOut } from './opt-outs.ts'

const EntityPath = Type.Object({ entity_id: EntityIdParam })
const OptOutsQuery = Type.Object(pageQuery(1_000, 1_000), { additionalProperties: false })

const listOperation = {
  config: {
    personal: 'contacts',
    scope: 'notifications:read',
    responses: { 200: json('The opt-outs, ordered by channel and uid.', Type.Array(OptOut), 'Link') },
  },
  schema: {
    operationId: 'listOptOuts',
    summary: 'List the addresses that receive no messages',
    description:
      'Returns each address that has opted out of the messages of the entity, with the reason. `Link: rel="next"` leads to the next page.',
    tags: ['notifications'],
    params: EntityPath,
    querystring: OptOutsQuery,
  },
} as const

const setOperation = {
  config: {
    personal: 'contact',
    scope: 'notifications:write',
    responses: { 200: json('The opt-out, or the address without one.', Type.Union([OptOut, OptedIn])) },
  },
  schema: {
    operationId: 'setOptOut',
    summary: 'Set or lift the opt-out of an address',
    description:
      'Stops all messages from the entity to the address, also the pending ones, or allows messages again. A new opt-out has the reason `staff`. An earlier one stays as it is, so that a repeated request changes nothing. A stopped message is not sent later.',
    tags: ['notifications'],
    params: EntityPath,
    body: OptOutChange,
  },
} as const

export const optOutRoutes: Feature = (app, { database, clock, reads, config }) => {
  const linkTo = linksToNext(config)
  const path = '/v1/opt-outs/:entity_id'

  app.get(path, listOperation, async (request, reply) => {
    const { entityId, credentialId, query } = request
    const { limit = 1_000, ...after } = query
    const { optOuts, next } = await reads.of({ entityId, credentialId })(() =>
      listOptOuts(database, entityId, { limit, ...after }),
    )
    if (next) reply.header('Link', linkTo(`/v1/opt-outs/${entityId}`, { limit, after: next }))
    request.noteContacts(contactsOf(...optOuts.map(({ notification_id }) => notification_id)))
    return optOuts
  })

  app.put(path, setOperation, async (request) => {
    const { entityId, body, credentialName: by } = request
    const after = await setOptOut(database, { entityId, by }, body, clock.now())
    request.noteContacts(contactsOf('notification_id' in after ? after.notification_id : null))
    return after
  })
}
