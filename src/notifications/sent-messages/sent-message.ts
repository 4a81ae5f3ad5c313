import { type Static, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import { messageKinds } from '../../messages/delivery/kind.ts'

/** A message that was sent to a contact, rendered again. */
export const SentMessage = Type.Object(
  {
    id: Type.String({ description: 'The id of the message, as in the timeline.' }),
    kind: Type.Enum(messageKinds, { description: 'The kind of message.' }),
    channel: Type.Enum(channelNames, { description: 'The channel of the message.' }),
    uid: Type.String({ description: 'The address to which the message was sent.' }),
    sent_at: Type.String({ description: 'When the channel accepted the message, in UTC.' }),
    subject: Type.Optional(Type.String({ description: 'The subject of a mail.' })),
    text: Type.Optional(
      Type.String({
        description: 'The text. A question about several notices has none, because it names other notifications.',
      }),
    ),
    html: Type.Optional(
      Type.String({ description: 'The HTML of a mail, which contains its pictures and loads nothing.' }),
    ),
  },
  {
    $id: 'SentMessage',
    description:
      "A message that was sent to a contact. It is rendered again from today's data, and its secrets are asterisks.",
    examples: [
      {
        id: '019d3960-6c02-7e10-8a3b-4c9d5e6f7a80',
        kind: 'notice',
        channel: 'mobile',
        uid: '+351912345678',
        sent_at: '2026-03-29T09:00:01.204511+00:00',
        text: 'Clínica Lisboa: João, consulta seg 30 mar 09:30. Responder: https://rollcall.example/a/clinica-lisboa.********************',
      },
    ],
  },
)
export type SentMessage = Static<typeof SentMessage>
