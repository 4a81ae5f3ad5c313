import { Type } from 'typebox'
import { ByDate, storedRange } from '../../entities/day-range.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { negotiation } from '../../platform/http/negotiation.ts'
import { json, listContent, response } from '../../platform/http/reference.ts'
import { turnOf } from '../../platform/http/turn-of-request.ts'
import { invalidCursor, readCursor } from '../../platform/lists/cursor.ts'
import { mediaTypes } from '../../platform/lists/formats.ts'
import { linksToNext, listPage, pageQuery } from '../../platform/lists/pages.ts'
import { sendList } from '../../platform/lists/send-list.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import { ForeignText } from '../../platform/text/text-schemas.ts'
import { entriesOfContact } from './entries-of-contact.ts'
import { AuditEntry, entryFormats } from './entry.ts'
import { chunkRows, cutEntries, entrySource } from './list-entries.ts'

const scope = 'audit:read'
const tags = ['audit']

const negotiateList = negotiation(mediaTypes)

const listOperation = {
  config: {
    personal: 'contacts',
    scope,
    responses: {
      200: response(
        'The entries, streamed. If the connection is cut, the list is incomplete. All media types carry the same entries: as an array, as one line of JSON for each entry, or as one row of CSV for each entry.',
        listContent(mediaTypes, AuditEntry),
        ...(['Rollcall-Range', 'Rollcall-Time-Zone', 'Link'] as const),
      ),
    },
    problems: ['not-acceptable', 'overloaded'],
  },
  schema: {
    operationId: 'listAudit',
    summary: 'List who used the data of contacts, by date',
    description:
      'Returns each entry from the start of start_date to the end of end_date, in the entity\'s time zone, ordered by date. Each request that reads, changes or sends the data of contacts has one entry, also a refused one, at most a second after its end. So has each message of a worker, and each report of a provider. Entries have no name, address or other data of contacts. `Link: rel="next"` leads to the next page. This request has an entry, too.',
    tags,
    params: ByDate,
    querystring: Type.Object(listPage, { additionalProperties: false }),
  },
} as const

const contactOperation = {
  config: {
    personal: 'contacts',
    scope,
    responses: { 200: json('The entries, the latest first.', Type.Array(AuditEntry), 'Link') },
  },
  schema: {
    operationId: 'listAuditOfContact',
    summary: 'List who used the data of a contact',
    description:
      'Returns the entries that name a notification of the contact, the latest first. A list of more than 100 records names none: it may have included the contact. A page can have fewer entries than `limit`. `Link: rel="next"` leads to the next page, as long as there is one.',
    tags,
    params: Type.Object({ entity_id: EntityIdParam, external_id: ForeignText }),
    querystring: Type.Object(pageQuery(100, 1_000), { additionalProperties: false }),
  },
} as const

/** Who used the data of contacts. */
export const auditRoutes: Feature = (app, context) => {
  const { database, audit, reads, config } = context
  const linkTo = linksToNext(config)

  app.get('/v1/audit/:entity_id/bydate/:start_date/:end_date', listOperation, async (request, reply) => {
    const { entityId, params, query } = request
    const { start_date, end_date } = params
    const { mediaType, encoding } = negotiateList(request)
    const turn = turnOf(reads, request, reply)
    const { timeZone } = await listedEntity(database, entityId)
    const range = storedRange(start_date, end_date, timeZone)
    const [fromAt, fromKey] =
      query.after === undefined ? [range.from, ''] : readCursor(query.after, 'audit', 'number', 'string')
    if (fromAt < range.from || fromAt >= range.to) throw invalidCursor('of-another-list')
    await audit.flush()
    const whole = { entityId, fromAt, fromKey, toAt: range.to, toKey: '', rows: chunkRows }
    const { list, next } = await cutEntries(database, whole, query.limit, turn)
    const path = `/v1/audit/${entityId}/bydate/${start_date}/${end_date}`
    if (next) reply.header('Link', linkTo(path, { ...query, after: next }))
    reply.headers({ 'Rollcall-Range': range.text, 'Rollcall-Time-Zone': timeZone, Vary: 'Accept, Accept-Encoding' })
    reply.type(`${mediaType}; charset=utf-8`)
    if (request.method === 'HEAD') return reply.send()
    return sendList(context, reply, entrySource(database, list), entryFormats[mediaType], encoding, turn)
  })

  app.get('/v1/contacts/:entity_id/:external_id/audit', contactOperation, async (request, reply) => {
    const { entityId, params, query } = request
    const { limit = 100, after } = query
    await audit.flush()
    const contact = { entityId, externalId: params.external_id }
    const found = await entriesOfContact(database, contact, { limit, after }, turnOf(reads, request, reply))
    request.noteContacts(contactsIn(found.ids.length, () => found.ids))
    const path = `/v1/contacts/${entityId}/${encodeURIComponent(params.external_id)}/audit`
    if (found.next) reply.header('Link', linkTo(path, { limit, after: found.next }))
    return found.entries
  })
}
