import { Type } from 'typebox'
import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce } from '../../access/idempotency/perform-once.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import { notificationsOfContact } from '../../visits/notifications-of-contact.ts'
import { Erasure, ErasureId, erasureOf, NewErasure } from './erasure.ts'
import { findErasure, liftErasure, listErasures, requestErasure } from './request-erasure.ts'

const scope = 'privacy'
const tags = ['privacy']
const EntityPath = Type.Object({ entity_id: EntityIdParam })
const ErasurePath = Type.Object({ ...EntityPath.properties, erasure_id: ErasureId.properties.id })

const erase = {
  config: {
    personal: 'contact',
    scope,
    requestHeaders: ['Idempotency-Key'],
    responses: { 202: json('The service will erase the data.', ErasureId, 'Rollcall-Sequence') },
  },
  schema: {
    operationId: 'eraseContact',
    summary: 'Erase a contact',
    description:
      "Erases all data of a contact of the entity: names, keys, addresses, answers, messages, replies and notes. Records, counts and times stay, with empty texts. Answers of an address that another contact has, too, stay with that contact. From now on, the service refuses new data of the contact from every source, with the fault `erased`. It does the work within seconds. If a hold keeps the data, it erases nothing. Afterwards, the service forgets the contact's key.",
    tags,
    params: EntityPath,
    body: NewErasure,
  },
} as const

const get = {
  config: {
    personal: 'none',
    scope,
    problems: ['erasure-not-found'],
    responses: { 200: json('The erasure.', Erasure) },
  },
  schema: {
    operationId: 'getErasure',
    summary: 'Get an erasure and its report',
    tags,
    params: ErasurePath,
  },
} as const

const list = {
  config: {
    personal: 'none',
    scope,
    responses: { 200: json('The erasures, the latest first.', Type.Array(Erasure), 'Link') },
  },
  schema: {
    operationId: 'listErasures',
    summary: 'List erasures',
    description:
      'Lists the erasures of an entity. They do not name the contacts. `Link: rel="next"` leads to the next page.',
    tags,
    params: EntityPath,
    querystring: Type.Object(pageQuery(100, 1_000), { additionalProperties: false }),
  },
} as const

const lift = {
  config: {
    personal: 'contact',
    scope,
    problems: ['erasure-not-found'],
    responses: { 200: json('The erasure.', Erasure) },
  },
  schema: {
    operationId: 'liftErasure',
    summary: 'Allow new data of an erased contact',
    description:
      'The service accepts new data of the contact again, for example because the person has returned to the clinic. Erased data do not return. Repeating the request changes nothing.',
    tags,
    params: ErasurePath,
  },
} as const

/** The erasure of contacts' data. */
export const erasureRoutes: Feature = (app, context) => {
  const { database, clock, config, secret } = context
  const linkTo = linksToNext(config)
  const path = '/v1/erasures/:entity_id'

  app.post(path, erase, async (request, reply) => {
    const { entityId, credentialName: by, body } = request
    const outcome = await performOnce(context, entityId, requestKey(request), async (trx) => {
      const id = await requestErasure(trx, secret, { entityId, by }, body, clock.now())
      return { status: 202, body: JSON.stringify({ id }), sequence: await lastSequence(trx, entityId) }
    })
    const ids = await notificationsOfContact(database, { entityId, externalId: body.contact_external_id })
    request.noteContacts(contactsIn(ids.length, () => ids))
    return sendWriteResponse(reply, outcome)
  })

  app.get(path, list, async ({ entityId, query: { limit = 100, ...after } }, reply) => {
    const { shown, next } = await listErasures(database, entityId, { limit, ...after })
    if (next) reply.header('Link', linkTo(`/v1/erasures/${entityId}`, { limit, after: next }))
    return shown.map(erasureOf)
  })

  app.get(`${path}/:erasure_id`, get, async ({ entityId, params }) =>
    erasureOf(await findErasure(database, entityId, params.erasure_id)),
  )

  app.delete(`${path}/:erasure_id/refusal`, lift, async (request) => {
    const { entityId, credentialName: by, params } = request
    request.noteContacts(contactsIn(1, () => []))
    const id = params.erasure_id
    await database.writeFor(entityId, (trx) => liftErasure(trx, { entityId, by }, id, clock.now()))
    return erasureOf(await findErasure(database, entityId, id))
  })
}
