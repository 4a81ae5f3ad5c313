import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import { EventKind } from '../../log/events/event.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant } from '../../platform/time/instant.ts'

const text = (description: string) => Type.String({ description })
const sequence = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

const exampleUrl = 'https://practice.example/rollcall'

/** What a client chooses about a webhook. */
export const NewWebhook = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'The https: URL that receives the events. An address in a network of WEBHOOK_NETWORKS may be private, and use http:.',
    }),
    kinds: Type.Optional(
      Type.Array(EventKind, {
        minItems: 1,
        maxItems: EventKind.enum.length,
        uniqueItems: true,
        description: 'The kinds of events that it receives. By default, all.',
      }),
    ),
    full: Type.Optional(
      Type.Boolean({
        description:
          'Whether it receives whole events, as `GET /v1/events` returns them. By default, it receives only what identifies them. Needs the scope `notifications:read`, too.',
      }),
    ),
  },
  {
    $id: 'NewWebhook',
    additionalProperties: false,
    description: 'A webhook to create.',
    examples: [{ url: exampleUrl, kinds: ['action', 'reply'] }],
  },
)
export type NewWebhook = Static<typeof NewWebhook>

const exampleAttempt = {
  attempt: 12,
  sequence: 17,
  at: '2026-03-29T09:14:02.104233+00:00',
  status: 204,
  duration_ms: 38,
}

/** One attempt to post an event. */
export const WebhookAttempt = Type.Object(
  {
    attempt: Type.Integer({ description: 'The number of the attempt.' }),
    sequence: Type.Optional(Type.Integer({ description: 'The sequence of the event. It is absent for a test.' })),
    at: text('When the attempt began, in UTC.'),
    status: Type.Optional(Type.Integer({ description: 'The status of the response. 2xx means success.' })),
    reason: Type.Optional(text('Why there was no response.')),
    duration_ms: Type.Integer({ description: 'How long the attempt took, in milliseconds.' }),
  },
  { $id: 'WebhookAttempt', description: 'An attempt to post an event to a webhook.', examples: [exampleAttempt] },
)
export type WebhookAttempt = Static<typeof WebhookAttempt>

/** A range of events. */
export const Resend = Type.Object(
  {
    from: sequence('The sequence of the first event.'),
    to: sequence('The sequence of the last event.'),
  },
  {
    $id: 'WebhookResend',
    additionalProperties: false,
    description: 'The events that a webhook receives again.',
    examples: [{ from: 12, to: 17 }],
  },
)
export type Resend = Static<typeof Resend>

const members = {
  id: text('The id of the webhook.'),
  url: text('The URL that receives the events.'),
  kinds: Type.Optional(
    Type.Array(EventKind, { description: 'The kinds of events that it receives. It is absent if it receives all.' }),
  ),
  full: Type.Boolean({ description: 'Whether it receives whole events.' }),
  position: Type.Integer({ description: 'The sequence of the last event that it received, or that is not for it.' }),
  resend: Type.Optional(Resend),
  failures: Type.Integer({
    description: 'The number of failed attempts since the last success, or since the webhook was resumed.',
  }),
  last_attempt: Type.Optional(WebhookAttempt),
  next_attempt_at: Type.Optional(
    text('When the next attempt is due, in UTC. It is absent if there is no event to send.'),
  ),
  disabled: Type.Optional(
    Type.Object(
      { at: text('Since when, in UTC.'), reason: text('Why.') },
      { description: 'Why the webhook receives nothing until its resumption.' },
    ),
  ),
  previous_secret_until: Type.Optional(text('Until when the previous secret signs, too, in UTC.')),
  created_at: text('When the webhook was created, in UTC.'),
  created_by: text('The name of the access token that created it.'),
}

const example = {
  id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
  url: exampleUrl,
  kinds: ['action', 'reply'],
  full: false,
  position: 17,
  failures: 0,
  last_attempt: exampleAttempt,
  created_at: '2026-03-28T10:00:00.000000+00:00',
  created_by: 'practice system',
}

/** A webhook and its state. */
export const Webhook = Type.Object(members, {
  $id: 'Webhook',
  description: "An address to which the service posts an entity's events.",
  examples: [example],
})
export type Webhook = Static<typeof Webhook>

/** A webhook with its secret, which only these responses show. */
export const WebhookWithSecret = Type.Object(
  { ...members, secret: text('The secret that signs the requests. No other response shows it.') },
  {
    $id: 'WebhookWithSecret',
    description: 'A webhook with its new secret.',
    examples: [{ ...example, secret: 'whsec_TThLNVFXMlpUNEI4TkRSNlZISjVDUEVNOEs1UVdYMlpUNEI4TkRSNlZISjVDUEVN' }],
  },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookPath = Type.Object({ entity_id: Id, webhook_id: text('The id of the webhook.') })

export type WebhookRow = Selectable<Schema['webhooks']>
export type AttemptRow = Omit<Selectable<Schema['webhook_attempts']>, 'entity_id' | 'webhook_id'>

export function readWebhook(row: WebhookRow, lastAttempt: AttemptRow | undefined): Webhook {
  const { kinds, resend_from, resend_to, next_attempt_at, disabled_at, disabled_reason, previous_until } = row
  return {
    id: row.webhook_id,
    url: row.url,
    ...(kinds !== null && { kinds: JSON.parse(kinds) as EventKind[] }),
    full: row.full === 1,
    position: row.position,
    ...(resend_from !== null && { resend: { from: resend_from, to: resend_to! } }),
    failures: row.failures,
    ...(lastAttempt && { last_attempt: readAttempt(lastAttempt) }),
    ...(next_attempt_at !== null && { next_attempt_at: formatInstant(next_attempt_at) }),
    ...(disabled_at !== null && { disabled: { at: formatInstant(disabled_at), reason: disabled_reason! } }),
    ...(previous_until !== null && { previous_secret_until: formatInstant(previous_until) }),
    created_at: formatInstant(row.created_at),
    created_by: row.created_by,
  }
}

/** What administrators decide about a webhook. */
export type WebhookSettings = Pick<Webhook, 'url' | 'kinds' | 'full' | 'disabled' | 'previous_secret_until'>

export function settingsOf(row: WebhookRow): WebhookSettings {
  const { position, resend, failures, next_attempt_at, id, created_at, created_by, ...settings } = readWebhook(
    row,
    undefined,
  )
  return settings
}

export const readAttempt = ({ attempt, sequence, at, status, reason, duration_ms }: AttemptRow): WebhookAttempt => ({
  attempt,
  ...(sequence !== null && { sequence }),
  at: formatInstant(at),
  ...(status !== null && { status }),
  ...(reason !== null && { reason }),
  duration_ms,
})
