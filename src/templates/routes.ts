import { Type } from 'typebox'
import type { Senders } from '../channels/open-channels.ts'
import { EntityIdParam } from '../entities/entity.ts'
import type { Feature, RouteContext } from '../http/feature.ts'
import { json, response } from '../http/reference.ts'
import type { TemplateKey } from '../messages/find-template.ts'
import {
  checkedDraft,
  deleteTemplate,
  readTemplate,
  requireMessage,
  restoreVersion,
  setTemplate,
} from './operations.ts'
import { preview, type Rendering } from './render.ts'
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
  config: { scope, problems, responses: { 200: json('The template, or the shipped words.', Template) } },
  schema: { operationId: 'getTemplate', summary: 'Get the words of a message', tags, params },
} as const

const put = {
  config: { scope, problems, responses: { 200: json('The template.', Template) } },
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
  config: { scope, problems, responses: { 204: response('The message has the shipped words again.', {}) } },
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
    scope,
    problems: [...problems, 'invalid-body'],
    responses: { 200: json('The template, or the shipped words.', Template) },
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
    scope,
    problems: [...problems, 'message-not-sent', 'overloaded'],
    responses: { 204: response('The channel took the message.', {}) },
  },
  schema: {
    operationId: 'testTemplate',
    summary: 'Send a test message',
    description:
      'Sends the message to an example contact, marked as a test. Its links lead nowhere. A credential can send 10 an hour.',
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
    app.get(path, get, async ({ params }) => readTemplate(rendering, keyOf(params)))
    app.put(path, put, async ({ params, body, credentialName }) =>
      setTemplate(rendering, keyOf(params), body, credentialName),
    )
    app.delete(path, remove, async ({ params, credentialName }, reply) => {
      await deleteTemplate(rendering, keyOf(params), credentialName)
      return reply.code(204).send()
    })
    app.get(`${path}/versions`, versions, async ({ params }) => listVersions(database, keyOf(params)))
    app.post(`${path}/versions/:version/restoration`, restoration, async ({ params, credentialName }) => {
      const { version, ...key } = params
      return restoreVersion(rendering, keyOf(key), version, credentialName)
    })
    app.post(`${path}/preview`, show, async ({ params, body }) => {
      const key = keyOf(params)
      const { notification_id: notificationId, ...draft } = body
      return preview(rendering, key, { words: await checkedDraft(rendering, key, draft), notificationId })
    })
    app.post(`${path}/test`, test, async ({ params, body, credentialId }, reply) => {
      const key = keyOf(params)
      await sendTest(
        rendering,
        () => senders()?.[key.channel],
        key,
        body,
        () => countTest(credentialId),
      )
      return reply.code(204).send()
    })

    function keyOf(key: TemplateKey): TemplateKey {
      requireMessage(key)
      return key
    }
  }

const renderingOf = ({ database, config: { servers }, origin, clock }: RouteContext): Rendering => ({
  ...{ database, servers, origin, clock },
})
