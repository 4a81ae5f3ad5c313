import { Type } from 'typebox'
import { EntityIdParam, findEntity, requireActive } from '../../../entities/entity.ts'
import { Id } from '../../../entities/entity-properties.ts'
import { changeResource } from '../../../entities/history/change-resource.ts'
import { sendResource } from '../../../platform/http/entity-tag.ts'
import type { Feature } from '../../../platform/http/feature.ts'
import { json, response } from '../../../platform/http/reference.ts'
import { readUpload } from '../../../platform/http/uploads.ts'
import { contactsIn, type NotedContacts } from '../../../platform/privacy/noted-contacts.ts'
import { inZone } from '../../../platform/time/zones/zone-time.ts'
import { testMark } from '../../../visits/notification.ts'
import { checkedMapping, Mapping, parseMapping } from './mapping.ts'
import { MappingGuess, maxGuessedBytes } from './mapping-guess.ts'
import { CsvReport } from './report.ts'
import { listMappings, mappingChange, mappingDeletion, NamedMapping, storedMapping } from './stored.ts'

const tags = ['sources']
const scope = 'admin'
const mappingPath = Type.Object({ entity_id: EntityIdParam, name: Id })
const ofEntity = Type.Object({ entity_id: EntityIdParam })
const changing = { scope, requestHeaders: ['If-Match'] } as const
const reading = {
  scope: 'notifications:write',
  alternativeScope: { scope, isEnough: () => true },
} as const

const list = {
  config: {
    personal: 'none',
    ...reading,
    responses: { 200: json('The mappings, by name.', Type.Array(NamedMapping)) },
  },
  schema: { operationId: 'listMappings', summary: 'List the mappings of an entity', tags, params: ofEntity },
} as const

const get = {
  config: {
    personal: 'none',
    ...reading,
    problems: ['mapping-not-found'],
    responses: { 200: json('The mapping.', Mapping, 'ETag') },
  },
  schema: { operationId: 'getMapping', summary: 'Get a mapping', tags, params: mappingPath },
} as const

const put = {
  config: {
    ...changing,
    responses: { 200: json('The mapping.', Mapping, 'ETag') },
  },
  schema: {
    operationId: 'setMapping',
    summary: 'Store how the columns of CSV files map to fields',
    description: 'Replaces an earlier mapping of this name.',
    tags,
    params: mappingPath,
    body: Mapping,
  },
} as const

const remove = {
  config: { ...changing, responses: { 204: response('The mapping does not exist any more.', {}) } },
  schema: { operationId: 'deleteMapping', summary: 'Delete a mapping', tags, params: mappingPath },
} as const

const guess = {
  config: {
    personal: 'contacts',
    scope: 'notifications:write',
    tests: 'any',
    upload: 'text/csv',
    problems: ['body-too-large'],
    responses: { 200: json('The guess.', MappingGuess) },
  },
  schema: {
    operationId: 'guessMapping',
    summary: 'Guess the mapping of a CSV file',
    description: `Guesses the charset, the separator, and the columns of the fields, from the header and the first ${maxGuessedBytes / 1024} KiB of the file. Stores nothing.`,
    tags,
    params: ofEntity,
  },
} as const

const submission = {
  config: {
    personal: 'contacts',
    scope: 'notifications:write',
    tests: 'any',
    upload: 'text/csv',
    problems: ['mapping-not-found', 'invalid-body', 'entity-retired', 'overloaded'],
    responses: { 200: json('What became of the rows.', CsvReport) },
  },
  schema: {
    operationId: 'submitCsv',
    summary: 'Submit a CSV file',
    description:
      'Submits each row as a notification, in tasks of at most 1,000 rows. Skips the rows with a fault, and lists their faults. The service reads the file while it arrives, so it can have any size. Submitting the same file again changes nothing: if a request was interrupted, send it again.',
    tags,
    params: ofEntity,
    querystring: Type.Object(
      {
        mapping: Type.String({ description: 'The name of a stored mapping, or a mapping as JSON.' }),
        dry_run: Type.Optional(
          Type.Enum(['true', 'false'], {
            description: 'With `true`, the service stores and sends nothing, and the response has a preview.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
} as const

/** CSV files: how their columns map to fields, and their submission. */
export const csvRoutes: Feature = (root, context) => {
  const { database, clock } = context

  root.get('/v1/mappings/:entity_id', list, async ({ entityId }) => listMappings(database, entityId))
  root.get('/v1/mappings/:entity_id/:name', get, async ({ params }, reply) =>
    sendResource(reply, await storedMapping(database, params)),
  )
  root.put('/v1/mappings/:entity_id/:name', put, async (request, reply) =>
    sendResource(reply, await changeResource(context, request, mappingChange(request.params, request.body))),
  )
  root.delete('/v1/mappings/:entity_id/:name', remove, async (request, reply) => {
    await changeResource(context, request, mappingDeletion(request.params))
    return reply.code(204).send()
  })

  root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    app.post('/v1/mappings/:entity_id/guess', guess, async (request) => {
      const { entityId, body } = request
      const { guessMapping } = await import('./guess.ts')
      const entity = (await findEntity(database, entityId))!
      const today = inZone(clock.now(), entity.time_zone).toPlainDate()
      const guessed = await guessMapping((body as Buffer | undefined) ?? Buffer.alloc(0), entity, today)
      request.noteContacts(contactsIn(guessed.rows.length, () => []))
      return guessed
    })
  })

  root.register(async (app) => {
    app.removeAllContentTypeParsers()
    // The handler reads the file while it arrives.
    app.addContentTypeParser('text/csv', async () => undefined)
    app.post('/v1/notifications/:entity_id/csv', submission, async (request) => {
      const { mapping: given, dry_run } = request.query as { mapping: string; dry_run?: 'true' | 'false' }
      const { importFile, tryFile } = await import('./import-file.ts')
      const { entityId, credentialName: by } = request
      const entity = { ...(await findEntity(database, entityId))!, ...testMark(request.isTest) }
      requireActive(entity)
      return readUpload(request, async (bytes) => {
        const mapping = given.startsWith('{')
          ? parseMapping(given)
          : checkedMapping(await storedMapping(database, { entity_id: entityId, name: given }))
        const noteContacts = (contacts: NotedContacts) => request.noteContacts(contacts)
        const file = { bytes, mapping, entity, by, noteContacts }
        const read = dry_run === 'true' ? tryFile : importFile
        const report = await read(context, file, () => request.requireGrant())
        // The report shows values of the rows that the service has skipped.
        noteContacts(contactsIn(report.faulty, () => []))
        return report
      })
    })
  })
}
