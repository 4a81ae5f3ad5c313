import type { Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json } from '../../platform/http/reference.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { instantText } from '../../platform/time/instant-text.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { slotOf } from '../../visits/slots.ts'
import { findNotification, NotificationPath } from '../status/find.ts'
import { NotificationStatus } from '../status/status.ts'
import { requireLocked } from './lock.ts'
import { canHappen } from './transitions.ts'

/** Whether staff have dealt with the contact's request for another time, with a visit to which the contact did not come, or have told
 *  the contact about a withdrawal or a move. */
const DoneChange = Type.Object(
  {
    done: Type.Boolean({
      description: 'Whether staff have dealt with the request or the missed visit, or have told the contact.',
    }),
    wish: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'The wish that the page shows, or null if it shows none; then `slot` is the taken time that it shows, absent if it shows none. If the notification has another wish or time now, nothing changes, and the response is 409 `answered-since`.',
      }),
    ),
    slot: Type.Optional(instantText('Only with `wish`: the offered time that the page shows as taken.')),
  },
  {
    $id: 'DoneChange',
    description:
      'Whether staff have dealt with a request for another time or a missed visit, or have told the contact that the clinic withdrew or moved the visit.',
    additionalProperties: false,
    examples: [{ done: true }],
  },
)

const doneOperation = {
  config: {
    personal: 'contact',
    scope: 'actions:write',
    tests: 'visit',
    responses: { 200: json('The notification.', NotificationStatus) },
    problems: ['notification-not-found', 'not-rescheduling', 'answered-since'],
  },
  schema: {
    operationId: 'markDone',
    summary: 'Mark a request, a missed visit, or a call as done',
    description:
      "Marks the contact's request for another time, or a visit to which the contact did not come, as dealt with; or a visit that the clinic withdrew or moved, after staff have told the contact. `false` removes the mark. Repeating the same request changes nothing. The contact's next answer, or next wish, and a withdrawal or a move remove the mark.",
    tags: ['notifications'],
    params: NotificationPath,
    body: DoneChange,
  },
} as const

type DoneMark = { done_at: Instant; done_by: string } | typeof notDone

/** No mark. Each answer of the contact, each wish, and the clinic's withdrawal or move remove it. */
export const notDone = { done_at: null, done_by: null } as const

/** Marks the request for another time, or the missed visit, as dealt with, or removes the mark. The first mark stays when it is repeated.
 *  @param known the wish and the taken time that staff have seen; no wish if the client does not say
 *  @throws Problem notification-not-found, not-rescheduling; answered-since, if the contact has another wish, or took another time */
async function markDone(
  trx: Transaction<Schema>,
  key: NotificationKey,
  mark: DoneMark,
  known: Pick<Static<typeof DoneChange>, 'wish' | 'slot'>,
) {
  const { state, wish, slot } = await requireLocked(trx, key)
  if (!canHappen('markDone', state)) throw new Problem('not-rescheduling')
  if (known.wish !== undefined && (known.wish !== wish || (slotOf(known) ?? null) !== slot))
    throw new Problem('answered-since')
  await trx
    .updateTable('notifications')
    .set(mark)
    .where('entity_id', '=', key.entityId)
    .where('notification_id', '=', key.id)
    .where('done_at', mark.done_at === null ? 'is not' : 'is', null)
    .execute()
}

/** The mark by which staff keep the lists of contacts who want another time, and of those who did not come. */
export const doneRoutes: Feature = (app, { database, clock }) => {
  app.put('/v1/notifications/:entity_id/:notification_id/done', doneOperation, async (request) => {
    const { entityId, credentialName: done_by, params, body } = request
    const key = { entityId, id: params.notification_id }
    return database.writeFor(entityId, async (trx) => {
      await markDone(trx, key, body.done ? { done_at: clock.now(), done_by } : notDone, body)
      return findNotification(trx, entityId, key.id)
    })
  })
}
