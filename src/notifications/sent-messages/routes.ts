import { Type } from 'typebox'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { NotificationPath } from '../status/find.ts'
import { SentMessage } from './sent-message.ts'

const operation = {
  config: {
    personal: 'contact',
    scope: 'notifications:read',
    responses: { 200: json('The messages, in the order of sending.', Type.Array(SentMessage)) },
    problems: ['notification-not-found'],
  },
  schema: {
    operationId: 'listSentMessages',
    summary: 'List the messages of a notification that were sent',
    description:
      "Returns the latest 20 messages that were sent, as the contact received them. The service stores no messages: it renders them again, from today's details, words and settings. The answer links, the links that stop messages, and the check-in token consist of asterisks, so nobody can answer as the contact.",
    tags: ['notifications'],
    params: NotificationPath,
  },
} as const

export const messageRoutes: Feature = (app, { database, reads, origin, secret, config }) => {
  app.get(
    '/v1/notifications/:entity_id/:notification_id/messages',
    operation,
    async ({ entityId, credentialId, params: { notification_id: id } }) => {
      // Loaded at the first request: the start does not wait for words and QR codes.
      const { sentMessages } = await import('./sent-messages.ts')
      return reads.of({ entityId, credentialId })(async () =>
        sentMessages(database, { entityId, id }, { origin, secret, config }),
      )
    },
  )
}
