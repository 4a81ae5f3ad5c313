import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { requireScope } from '../../access/guard/guard.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import { changeResource } from '../../entities/history/change-resource.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { linksToNext, pageQuery } from '../../platform/lists/pages.ts'
import { contactsIn } from '../../platform/privacy/noted-contacts.ts'
import { listAttempts } from './attempts.ts'
import { createdWebhook } from './create.ts'
import {
  findWebhook,
  listWebhooks,
  resend,
  secretRotation,
  webhookDeletion,
  webhookResumption,
  webhookWithSecret,
} from './manage.ts'
import { maxWebhooks } from './max-webhooks.ts'
import { webhookTests } from './test-webhook.ts'
import { NewWebhook, Resend, Webhook, WebhookAttempt, WebhookPath, WebhookWithSecret } from './webhook.ts'

const scope = 'admin'
const tags = ['webhooks']
const params = WebhookPath
const ofEntity = Type.Object({ entity_id: EntityIdParam })
const problems = ['webhook-not-found'] as const
const AttemptsQuery = Type.Object(pageQuery(100, 1_000), { additionalProperties: false })

const create = {
  config: {
    scope,
    tests: 'any',
    problems: ['too-many-webhooks'],
    responses: { 201: json('The webhook, with its secret.', WebhookWithSecret) },
  },
  schema: {
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description: `The service posts each event that follows to the URL, in order, one in each request, signed by Standard Webhooks 1.0. A 2xx status means success. After another one, it tries again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, or later if \`Retry-After\` says so; then it disables the webhook, and at once after a 410. It doesn't follow redirects. An entity has at most ${maxWebhooks} webhooks. The webhook of a test token gets only events of test visits, and ends with the token.`,
    tags,
    params: ofEntity,
    body: NewWebhook,
  },
} as const

const list = {
  config: { scope, responses: { 200: json('The webhooks, the oldest first.', Type.Array(Webhook)) } },
  schema: { operationId: 'listWebhooks', summary: 'List the webhooks of an entity', tags, params: ofEntity },
} as const

const remove = {
  config: { scope, problems, responses: { 204: response('The webhook receives nothing more.', {}) } },
  schema: { operationId: 'deleteWebhook', summary: 'Delete a webhook', tags, params },
} as const

const rotation = {
  config: {
    scope,
    problems,
    responses: { 200: json('The webhook, with its new secret.', WebhookWithSecret) },
  },
  schema: {
    operationId: 'rotateWebhookSecret',
    summary: 'Change the secret of a webhook',
    description:
      'The new secret and the previous ones sign each request, at most five, until 24 hours without another rotation have passed.',
    tags,
    params,
  },
} as const

const test = {
  config: {
    scope,
    tests: 'webhook',
    problems: [...problems, 'webhook-test-running'],
    responses: { 200: json('The attempt, with its status or reason.', WebhookAttempt) },
  },
  schema: {
    operationId: 'testWebhook',
    summary: 'Post a test event now',
    description:
      'Posts `{"kind":"test"}`, also to a disabled webhook, and waits up to 15 seconds for the response. An entity has one test at a time.',
    tags,
    params,
  },
} as const

const attempts = {
  config: {
    scope,
    problems,
    responses: { 200: json('The attempts, newest first.', Type.Array(WebhookAttempt), 'Link') },
  },
  schema: {
    operationId: 'listWebhookAttempts',
    summary: 'List the latest attempts of a webhook',
    description: 'The service keeps 1,000 attempts of each webhook. `Link: rel="next"` leads to the next page.',
    tags,
    params,
    querystring: AttemptsQuery,
  },
} as const

const resending = {
  config: { personal: 'contacts', scope, problems, responses: { 202: json('The webhook.', Webhook) } },
  schema: {
    operationId: 'resendEvents',
    summary: 'Post a range of events again',
    description:
      'Posts the events again with the same `webhook-id`, before new ones. `from` is at most the position of the webhook. A range that an earlier request asked for ends.',
    tags,
    params,
    body: Resend,
  },
} as const

const resumption = {
  config: { scope, problems, responses: { 200: json('The webhook.', Webhook) } },
  schema: {
    operationId: 'resumeWebhook',
    summary: 'Resume a webhook',
    description:
      'A disabled webhook continues after its position. A webhook that waits after a failed attempt continues at once.',
    tags,
    params,
  },
} as const

/** The addresses to which the service posts events. */
export const webhookRoutes: Feature = (app, context) => {
  const { database, secret, clock, config } = context
  const linkTo = linksToNext(config)
  const testWebhook = webhookTests(context)
  const path = '/v1/webhooks/:entity_id'
  const one = `${path}/:webhook_id`

  app.post(path, create, async (request, reply) => {
    const { entityId, body, credentialName: name, credentialId, isTest } = request
    // Otherwise, an administrator could read through it what the credential must not read.
    if (body.full) requireScope(request, 'notifications:read')
    const { key, changing } = createdWebhook(context, entityId, body, {
      name,
      testTokenId: isTest ? credentialId : null,
    })
    await changeResource(context, request, changing)
    return reply.code(201).send(await webhookWithSecret(database, secret, key))
  })
  app.get(path, list, ({ entityId }) => listWebhooks(database, entityId))
  app.delete(one, remove, async (request, reply) => {
    await changeResource(context, request, webhookDeletion(keyOf(request)))
    return reply.code(204).send()
  })
  app.post(`${one}/rotation`, rotation, async (request) => {
    const key = keyOf(request)
    await changeResource(context, request, secretRotation(key))
    return webhookWithSecret(database, secret, key)
  })
  app.post(`${one}/test`, test, (request) => testWebhook(keyOf(request)))
  app.get(`${one}/attempts`, attempts, async (request, reply) => {
    const { limit = 100, after } = request.query
    const key = keyOf(request)
    const found = await listAttempts(database, key, { limit, ...(after !== undefined && { after }) })
    const { next } = found
    if (next) reply.header('Link', linkTo(`/v1/webhooks/${key.entityId}/${key.id}/attempts`, { limit, after: next }))
    return found.attempts
  })
  app.post(`${one}/resend`, resending, async (request, reply) => {
    const { count, webhook } = await resend(database, keyOf(request), request.body, clock.now())
    // The worker has an entry for each event that it posts.
    request.noteContacts(contactsIn(count, () => []))
    return reply.code(202).send(webhook)
  })
  app.post(`${one}/resumption`, resumption, async (request) => {
    const key = keyOf(request)
    await changeResource(context, request, webhookResumption(key))
    return findWebhook(database, key)
  })
}

const keyOf = ({ entityId, params }: FastifyRequest<{ Params: { webhook_id: string } }>) => ({
  entityId,
  id: params.webhook_id,
})
