import { Type } from 'typebox'
import { Entity, EntityChanges, EntityIdParam, NewEntity } from '../../entities/entity.ts'
import { changeResource } from '../../entities/history/change-resource.ts'
import { logoFault } from '../../entities/logo.ts'
import { maxLogoBytes } from '../../entities/max-logo-bytes.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { requireIfMatch, sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { createEntity, entityChange, entityRestoration, entityRetirement, logoChange } from './change-entity.ts'
import { EntityPreview, previewChange } from './preview-change.ts'

const scope = 'admin'
const tags = ['administration']
const params = Type.Object({ entity_id: EntityIdParam })
const theEntity = { 200: json('The entity.', Entity, 'ETag') }

const create = {
  config: {
    scope,
    entities: 'all',
    problems: ['entity-exists'],
    responses: { 201: json('The entity.', Entity, 'ETag') },
  },
  schema: {
    operationId: 'createEntity',
    summary: 'Add an entity',
    description: 'Needs a credential for all entities.',
    tags,
    body: NewEntity,
  },
} as const

const change = {
  config: {
    scope,
    requestHeaders: ['If-Match'],
    problems: ['precondition-required'],
    responses: {
      200: json('The entity; with `dry_run`, what the change would do.', Type.Union([Entity, EntityPreview]), 'ETag'),
    },
  },
  schema: {
    operationId: 'changeEntity',
    summary: 'Change an entity',
    description:
      'Changes the given properties. Needs `If-Match`. Another time zone moves days, also those that are over: with `dry_run=true`, the service changes nothing, and the response says which coming visits move to another day.',
    tags,
    params,
    querystring: Type.Object(
      { dry_run: Type.Optional(Type.Enum(['true', 'false'], { description: 'With `true`, changes nothing.' })) },
      { additionalProperties: false },
    ),
    body: EntityChanges,
  },
} as const

const retire = {
  config: { scope, requestHeaders: ['If-Match'], problems: ['precondition-required'], responses: theEntity },
  schema: {
    operationId: 'retireEntity',
    summary: 'Retire an entity',
    description:
      'The entity no longer accepts notifications, and sends nothing. All its data stays readable, and contacts can still answer. Needs `If-Match`.',
    tags,
    params,
  },
} as const

const restore = {
  config: { scope, responses: theEntity },
  schema: {
    operationId: 'restoreEntity',
    summary: 'Restore a retired entity',
    description: 'Sends the messages that waited, unless they are too late.',
    tags,
    params,
  },
} as const

const putLogo = {
  config: {
    scope,
    upload: 'image/png',
    problems: ['invalid-body', 'body-too-large'],
    responses: { 204: response('The entity has this logo.', {}) },
  },
  schema: {
    operationId: 'setLogo',
    summary: 'Set the logo of an entity',
    description: `A PNG file of at most ${maxLogoBytes / 1024} KiB. An empty body removes the logo.`,
    tags,
    params,
  },
} as const

/** Administrators add, change, retire and restore entities. */
export const entityAdminRoutes: Feature = (root, context) => {
  const { database, clock } = context
  const path = '/v1/entities/:entity_id'

  root.post('/v1/entities', create, async ({ body }, reply) =>
    sendResource(reply.code(201), await createEntity(database, body)),
  )

  root.patch(path, change, async (request, reply) => {
    const { entityId, body, query } = request
    if (query.dry_run === 'true') return sendResource(reply, await previewChange(database, entityId, body, clock.now()))
    requireIfMatch(request)
    return sendResource(reply, await changeResource(context, request, entityChange(entityId, body)))
  })

  root.delete(path, retire, async (request, reply) => {
    requireIfMatch(request)
    return sendResource(reply, await changeResource(context, request, entityRetirement(request.entityId)))
  })

  root.post(`${path}/restoration`, restore, async (request, reply) =>
    sendResource(reply, await changeResource(context, request, entityRestoration(request.entityId))),
  )

  root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('image/png', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    app.put(`${path}/logo`, putLogo, async (request, reply) => {
      const { entityId, body } = request
      const png = (body as Buffer | undefined)?.length ? (body as Buffer) : undefined
      const fault = png && logoFault(png)
      if (fault) throw invalidBody([{ pointer: '', reason: fault }])
      await changeResource(context, request, logoChange(entityId, png))
      return reply.code(204).send()
    })
  })
}
