import { type Static, Type } from 'typebox'
import { requestKey, sendWriteResponse } from '../../access/idempotency/idempotent-request.ts'
import { performOnce } from '../../access/idempotency/perform-once.ts'
import { findChannel } from '../../channels/registry.ts'
import { EntityIdParam, findEntity, requireActive } from '../../entities/entity.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { visibleText } from '../../platform/text/text-schemas.ts'
import { answerText, findAddressee } from './answer-text.ts'
import { findReply, UnhandledReply } from './unhandled-reply.ts'

const TextAnswer = Type.Object(
  {
    text: visibleText(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'The words of the clinic, sent as they are.' }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Checks and measures the answer, and neither stores nor sends it.' }),
    ),
  },
  {
    $id: 'TextAnswer',
    description: "The clinic's answer to a contact's text.",
    additionalProperties: false,
    examples: [{ text: 'Yes, behind the building. The entrance is in Rua do Ouro.' }],
  },
)

const AnswerMeasure = Type.Object(
  {
    segments: Type.Optional(
      Type.Integer({ description: 'The number of segments. Absent if the channel counts none.' }),
    ),
    encoding: Type.Optional(Type.Enum(['GSM-7', 'UCS-2'], { description: 'The encoding of the text.' })),
    forcing_characters: Type.Optional(
      Type.Array(Type.String(), { description: 'The characters that GSM-7 lacks. They double the size of the text.' }),
    ),
  },
  {
    $id: 'AnswerMeasure',
    description: 'How an answer would be sent.',
    examples: [{ segments: 1, encoding: 'GSM-7', forcing_characters: [] }],
  },
)
export type AnswerMeasure = Static<typeof AnswerMeasure>

const answerOperation = {
  config: {
    personal: 'contact',
    scope: 'actions:write',
    requestHeaders: ['Idempotency-Key'],
    responses: {
      200: json('With `dry_run`: how the answer would be sent.', AnswerMeasure),
      202: json('The reply with the answer.', UnhandledReply, 'Rollcall-Sequence'),
    },
    problems: ['reply-not-found', 'notification-not-found', 'entity-retired', 'address-takes-no-messages'],
  },
  schema: {
    operationId: 'answerReply',
    summary: 'Answer a reply',
    description:
      "Sends the words of staff to the address that wrote, on its channel, and marks the reply as read. The message does not wait for the end of quiet hours. Limits of the entity and opt-outs apply. WhatsApp takes an own text only within a day after the contact's last message. Each request is another message.",
    tags: ['notifications'],
    params: Type.Object({
      entity_id: EntityIdParam,
      reply_id: Type.String({ description: 'The id of the reply.' }),
    }),
    body: TextAnswer,
  },
} as const

/** What the clinic writes back to a contact. */
export const textAnswerRoutes: Feature = (app, context) => {
  const { database, clock } = context

  app.post('/v1/replies/:entity_id/:reply_id/answer', answerOperation, async (request, reply) => {
    const { entityId, credentialName: by, params, body } = request
    const key = { entityId, id: params.reply_id }
    const text = cleanText(body.text).trim()
    requireActive((await findEntity(database, entityId))!)
    const idempotencyKey = requestKey(request)
    if (body.dry_run) {
      const { address, notificationId } = await findAddressee(database, key, clock.now())
      request.noteContacts(contactsOf(notificationId))
      return measureIn(address.channel, text)
    }
    let about: string | undefined
    const outcome = await performOnce(context, entityId, idempotencyKey, async (trx) => {
      about = await answerText(trx, context, key, { text, by }, clock.now())
      const answered = await findReply(trx, entityId, key.id)
      return { status: 202, body: JSON.stringify(answered), sequence: await lastSequence(trx, entityId) }
    })
    const { notification_id = about }: UnhandledReply = JSON.parse(outcome.body)
    request.noteContacts(contactsOf(notification_id))
    return sendWriteResponse(reply, outcome)
  })
}

async function measureIn(channel: UnhandledReply['channel'], text: string): Promise<AnswerMeasure> {
  const { template } = findChannel(channel)
  return (template.form === 'text' && (await template.measure?.(text))) || {}
}
