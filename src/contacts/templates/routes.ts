import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { maxTests } from '../../access/guard/budgets.ts'
import type { Senders } from '../../channels/open-channels.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import { authorOf } from '../../entities/history/change-resource.ts'
import type { TemplateKey } from '../../messages/compose/find-template.ts'
import { sendVersion } from '../../platform/http/entity-tag.ts'
import type { Feature, RouteContext } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { contactsOf, noContacts } from '../../platform/privacy/noted-contacts.ts'
import {
  checkedDraft,
  deleteTemplate,
  ownWords,
  readTemplate,
  requireMessage,
  restoreVersion,
  setTemplate,
} from './operations.ts'
import { preview, type RenderContext } from './render.ts'
import { sendTest } from './send-test.ts'
import { listTemplates, listVersions } from './stored.ts'
import {
  Draft,
  ListedTemplate,
  Preview,
  PreviewRequest,
  Template,
  TemplatePath,
  TemplateVersion,
  TestRequest,
  VersionPath,
} from './template.ts'

const scope = 'admin'
const tags = ['templates']
const params = TemplatePath
const problems = ['template-not-found'] as const
const changing = { scope, problems, requestHeaders: ['If-Match'] } as const

const list = {
  config: { scope, responses: { 200: json('The templates, without their words.', Type.Array(ListedTemplate)) } },
  schema: {
    operationId: 'listTemplates',
    summary: 'List the templates of an entity',
    description: 'All other messages have the shipped words.',
    tags,
    params: Type.Object({ entity_id: EntityIdParam }),
  },
} as const

const get = {
  config: { scope, problems, responses: { 200: json('The template, or the shipped words.', Template, 'ETag') } },
  schema: { operationId: 'getTemplate', summary: 'Get the words of a message', tags, params },
} as const

const put = {
  config: { ...changing, responses: { 200: json('The template.', Template, 'ETag') } },
  schema: {
    operationId: 'setTemplate',
    summary: 'Set the words of a message',
    description: 'Each change is a version. The same words again change nothing.',
    tags,
    params,
    body: Draft,
  },
} as const

const remove = {
  config: { ...changing, responses: { 204: response('The message has the shipped words again.', {}) } },
  schema: {
    operationId: 'deleteTemplate',
    summary: 'Return to the shipped words',
    description: 'The deletion is a version, and can be restored from.',
    tags,
    params,
  },
} as const

const versions = {
  config: {
    scope,
    problems,
    responses: { 200: json('The latest 100 versions, the newest first.', Type.Array(TemplateVersion)) },
  },
  schema: { operationId: 'listTemplateVersions', summary: 'List the versions of a template', tags, params },
} as const

const restoration = {
  config: {
    ...changing,
    problems: [...problems, 'invalid-body'],
    responses: { 200: json('The template, or the shipped words.', Template, 'ETag') },
  },
  schema: {
    operationId: 'restoreTemplate',
    summary: 'Restore a version of a template',
    description:
      'Stores the words of the version as a new version. A version that deleted the template deletes it again.',
    tags,
    params: VersionPath,
  },
} as const

const show = {
  config: {
    personal: 'contact',
    scope,
    tests: 'any',
    problems: [...problems, 'notification-not-found'],
    responses: { 200: json('The message.', Preview) },
  },
  schema: {
    operationId: 'previewTemplate',
    summary: 'Show a message before its template is stored',
    tags,
    params,
    body: Type.Optional(PreviewRequest),
  },
} as const

const test = {
  config: {
    personal: 'contact',
    scope,
    problems: [...problems, 'message-not-sent', 'overloaded'],
    responses: { 204: response('The channel took the message.', {}) },
  },
  schema: {
    operationId: 'testTemplate',
    summary: 'Send a test message',
    description: `Sends the message to an example contact, marked as a test. Its links lead nowhere. An entity can send ${maxTests} an hour.`,
    tags,
    params,
    body: TestRequest,
  },
} as const

/** The words of messages. `senders` returns undefined until the channels are open. */
export const templateRoutes =
  (senders: () => Senders | undefined): Feature =>
  (app, context) => {
    const { database, countTest } = context
    const rendering = renderingOf(context)
    const path = '/v1/templates/:entity_id/:category/:target/:language/:channel/:kind'

    app.get('/v1/templates/:entity_id', list, async ({ entityId }) => listTemplates(database, entityId))
    app.get(path, get, async ({ params }, reply) => {
      const key = keyOf(params)
      return send(reply, key, await readTemplate(rendering, key))
    })
    app.put(path, put, async (request, reply) => {
      const key = keyOf(request.params)
      return send(reply, key, await setTemplate(rendering, key, request.body, authorOf(request)))
    })
    app.delete(path, remove, async (request, reply) => {
      await deleteTemplate(rendering, keyOf(request.params), authorOf(request))
      return reply.code(204).send()
    })
    app.get(`${path}/versions`, versions, async ({ params }) => listVersions(database, keyOf(params)))
    app.post(`${path}/versions/:version/restoration`, restoration, async (request, reply) => {
      const { version, ...params } = request.params
      const key = keyOf(params)
      return send(reply, key, await restoreVersion(rendering, key, version, authorOf(request)))
    })
    app.post(`${path}/preview`, show, async (request) => {
      const { params, body } = request
      const key = keyOf(params)
      const { notification_id: notificationId, ...draft } = body
      const shown = await preview(rendering, key, { words: await checkedDraft(rendering, key, draft), notificationId })
      request.noteContacts(notificationId === undefined ? noContacts : contactsOf(notificationId))
      return shown
    })
    app.post(`${path}/test`, test, async (request, reply) => {
      const { params, body, entityId } = request
      const key = keyOf(params)
      await sendTest(
        rendering,
        () => senders()?.[key.channel],
        key,
        body,
        () => countTest(entityId),
      )
      // The contact of a test is an example.
      request.noteContacts(noContacts)
      return reply.code(204).send()
    })

    const send = (reply: FastifyReply, key: TemplateKey, template: Template) =>
      sendVersion(reply, template, ownWords(template, key))

    function keyOf(key: TemplateKey): TemplateKey {
      requireMessage(key)
      return key
    }
  }

const renderingOf = ({ database, config: { servers }, origin, clock }: RouteContext): RenderContext => ({
  database,
  servers,
  origin,
  clock,
})
