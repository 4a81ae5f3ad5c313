import { type Kysely, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import { deliveryStates } from '../../messages/delivery/state.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { Candidate, candidatesFor } from './candidates.ts'
import { meanings } from './meaning.ts'

/** A contact's message that is not an answer. */
export const UnhandledReply = Type.Object(
  {
    id: Type.String({ description: 'The id of the reply.' }),
    received_at: Type.String({ description: 'When the service received the reply, in UTC.' }),
    notification_id: Type.Optional(
      Type.String({ description: 'The notification that the reply is about, if that is clear.' }),
    ),
    channel: Type.Enum(channelNames, { description: 'The channel of the reply.' }),
    uid: Type.String({ description: 'The address that the reply came from.' }),
    text: Type.String({ description: 'The words of the contact.' }),
    read_as: Type.Enum(meanings, {
      description:
        'How the service interpreted the text. `stop` and `start` are an opt-out and an opt-in. `unclear` means that the service did not understand the text, or that it follows an answer of staff. Any other value is an answer that did not fit exactly one open notification.',
    }),
    candidates: Type.Optional(
      Type.Array(Candidate, {
        description:
          'The visits that a reply without `notification_id` may be about: at most 5 with this address, the latest message first. Empty if no visit has the address any more. Only in the list.',
      }),
    ),
    read: Type.Optional(
      Type.Object(
        {
          at: Type.String({ description: 'When staff marked the reply as read, in UTC.' }),
          by: Type.String({ description: 'The name of the person or the access token that marked it.' }),
        },
        { description: 'Staff have read the reply.' },
      ),
    ),
    answered: Type.Optional(
      Type.Object(
        {
          at: Type.String({ description: 'When staff wrote the answer, in UTC.' }),
          by: Type.String({ description: 'The name of the person or the access token that wrote it.' }),
          text: Type.String({ description: 'The words of staff.' }),
          state: Type.Enum(deliveryStates, { description: 'What became of the answer.' }),
          reason: Type.Optional(
            Type.String({ description: 'Why the latest attempt failed, why the answer waits, or why it was stopped.' }),
          ),
        },
        { description: "The clinic's latest answer to the reply." },
      ),
    ),
  },
  {
    $id: 'UnhandledReply',
    description: 'A reply from a contact that staff must read.',
    examples: [
      {
        id: '019d3961-2f10-7c8e-b5a2-6d3f0a1b9c47',
        received_at: '2026-03-29T09:20:41.512044+00:00',
        notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
        channel: 'mobile',
        uid: '+351912345678',
        text: 'Is there parking?',
        read_as: 'unclear',
      },
    ],
  },
)
export type UnhandledReply = Static<typeof UnhandledReply>

export const ReplyFilters = Type.Object({
  read: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Only replies that staff have marked as read (`true`), or have not.' }),
  ),
})
export type ReplyFilters = Static<typeof ReplyFilters>

const replyColumns = [
  ...(['reply_id', 'received_at', 'replies.notification_id', 'replies.channel', 'replies.uid'] as const),
  ...(['replies.text', 'read_as', 'replies.read_at', 'read_by'] as const),
  ...(['written_at', 'written_by', 'written_messages.text as answer', 'state', 'reason'] as const),
] as const

/** Selects replies of an entity, each with the clinic's latest answer and its delivery. */
const selectReplies = (replies: ReturnType<typeof repliesOf>) =>
  replies
    .leftJoin('written_messages', (join) =>
      join
        .onRef('written_messages.entity_id', '=', 'replies.entity_id')
        .onRef('written_messages.delivery_id', '=', 'replies.answer_id'),
    )
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.entity_id', '=', 'replies.entity_id')
        .onRef('deliveries.delivery_id', '=', 'replies.answer_id'),
    )
    .select(replyColumns)

type ReplyRow = Awaited<ReturnType<ReturnType<typeof selectReplies>['executeTakeFirstOrThrow']>>

const replyOf = (row: ReplyRow): UnhandledReply => {
  const { reply_id, received_at, notification_id, read_at, read_by, written_at, written_by, answer, ...others } = row
  const { state, reason, ...reply } = others
  return {
    id: reply_id,
    received_at: formatInstant(received_at),
    ...(notification_id !== null && { notification_id }),
    ...reply,
    ...(read_at !== null && { read: { at: formatInstant(read_at), by: read_by! } }),
    ...(written_at !== null && {
      answered: {
        at: formatInstant(written_at),
        by: written_by!,
        text: answer!,
        state: state!,
        ...(reason !== null && { reason }),
      },
    }),
  }
}

/** @throws Problem reply-not-found */
export async function findReply(database: Kysely<Schema>, entityId: string, id: string): Promise<UnhandledReply> {
  const row = await selectReplies(repliesOf(database, entityId)).where('reply_id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('reply-not-found')
  return replyOf(row)
}

interface ReplyRange {
  from: Instant
  to: Instant
}

/** Counts the replies in the half-open range that pass the filter. */
export async function countReplies(database: Database, entityId: string, range: ReplyRange, filters: ReplyFilters) {
  const { count } = await repliesIn(database, entityId, range, filters)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count }
}

const repliesOf = (database: Kysely<Schema>, entityId: string) =>
  database.selectFrom('replies').where('replies.entity_id', '=', entityId)

const repliesIn = (database: Database, entityId: string, { from, to }: ReplyRange, { read }: ReplyFilters) =>
  repliesOf(database, entityId)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .$if(read !== undefined, (some) => some.where('replies.read_at', read === 'true' ? 'is not' : 'is', null))

/** Lists the replies in the half-open range that pass the filter, in order of arrival: at most `limit` after the cursor `after`.
 *  Returns the next cursor if more replies exist. */
export async function listReplies(
  database: Database,
  entityId: string,
  { from, to }: ReplyRange,
  { limit, after, ...filters }: Page & ReplyFilters,
): Promise<{ replies: UnhandledReply[]; next: string | undefined }> {
  const [at, id] = after === undefined ? [from, ''] : readCursor(after, 'replies', 'number', 'string')
  const rows = await selectReplies(repliesIn(database, entityId, { from: at, to }, filters))
    .where((where) => where.or([where('received_at', '>', at), where('reply_id', '>', id)]))
    .orderBy('received_at')
    .orderBy('reply_id')
    .limit(sql.lit(limit + 1))
    .execute()
  const { shown, next } = cutPage('replies', rows, limit, ({ received_at, reply_id }) => [received_at, reply_id])
  const unclear = shown.filter(({ notification_id }) => notification_id === null)
  const candidatesOf = await candidatesFor(database, entityId, unclear)
  const replies = shown.map((row) => ({
    ...replyOf(row),
    ...(row.notification_id === null && { candidates: candidatesOf(row) }),
  }))
  return { replies, next }
}
