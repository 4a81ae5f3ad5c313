import { sql, type Transaction } from 'kysely'
import { announce } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Notification } from '../../visits/notification.ts'
import { startOfVisit } from '../../visits/plugins/registry.ts'
import { type Action, renderAction } from '../actions/action.ts'
import { insertEvents, wakeWebhooks } from './append.ts'
import type { Event } from './event.ts'

type ActionDetails = Extract<Event, { kind: 'action' }>
export type NewAction = Omit<Schema['actions'], 'entity_id' | 'sequence'>

/** Builds the row of an action on a notification. */
export const actionRow = (id: string, action: Action, notification: Notification) =>
  ({
    at: action.at,
    action_id: id,
    notification_id: notification.id,
    action: action.action,
    channel: action.channel,
    record: renderAction(action, notification),
    starts_at: startOfVisit(notification) ?? null,
    acted_by: action.by ?? null,
    reason: action.reason ?? null,
    test: notification.test ? 1 : 0,
  }) satisfies NewAction

/** Records actions of one entity, like `recordAction`. */
export async function recordActions(trx: Transaction<Schema>, entityId: string, actions: NewAction[]) {
  const { last_sequence, last_event, webhooks } = await trx
    .updateTable('entities')
    .set((eb) => ({
      last_sequence: eb('last_sequence', '+', actions.length),
      last_event: eb('last_event', '+', actions.length),
    }))
    .where('entity_id', '=', entityId)
    .returning(['last_sequence', 'last_event', 'webhooks'])
    .executeTakeFirstOrThrow()
  const first = Number(last_sequence) - actions.length + 1
  const numbered = actions.map((action, index) => ({ ...action, entity_id: entityId, sequence: first + index }))
  await trx.insertInto('actions').values(numbered).execute()
  const events = numbered.map(({ at, notification_id, sequence }) => ({
    kind: 'action' as const,
    at,
    notification_id,
    action_sequence: sequence,
    details: '{}',
  }))
  await insertEvents(trx, entityId, Number(last_event) - actions.length + 1, events)
  if (webhooks > 0) await wakeWebhooks(trx, { entityId, at: actions[0]!.at })
  announce(trx, entityId)
}

/** Records an action and its event, and returns the sequence of the action. Locks the entity's row until the transaction ends, so
 *  that sequences follow commit order. Call it last, because other transactions of the entity wait for the lock.
 *  @param asked the contact's request for another time */
export async function recordAction(
  trx: Transaction<Schema>,
  entityId: string,
  action: NewAction,
  asked: Pick<ActionDetails, 'wish' | 'slot'> = {},
): Promise<number> {
  const { at, notification_id } = action
  const details = JSON.stringify(asked)
  const [[entity]] = await Promise.all([
    takeSequences(trx, { entityId }),
    insertAction(trx, { ...action, entity_id: entityId }),
    insertActionEvent(trx, { entity_id: entityId, at, notification_id, details }),
  ])
  if (entity!.webhooks > 0) await wakeWebhooks(trx, { entityId, at })
  announce(trx, entityId)
  return Number(entity!.last_sequence)
}

/** Takes the sequences of an action and of its event, and locks the entity's row. */
const takeSequences = preparedStatement((database, { entityId }: { entityId: string }) =>
  database
    .updateTable('entities')
    .set((eb) => ({ last_sequence: eb('last_sequence', '+', 1), last_event: eb('last_event', '+', 1) }))
    .where('entity_id', '=', entityId)
    .returning(['last_sequence', 'webhooks']),
)

const actionColumns = [
  ...(['at', 'action_id', 'notification_id', 'action', 'channel'] as const),
  ...(['record', 'starts_at', 'acted_by', 'reason', 'test'] as const),
]

/** Inserts the action under the sequence that the entity's row has. `values` with a subquery would do the same, but Citus rejects
 *  it. */
const insertAction = preparedStatement((database, action: NewAction & { entity_id: string }) =>
  database
    .insertInto('actions')
    .columns(['entity_id', 'sequence', ...actionColumns])
    .expression((eb) =>
      eb
        .selectFrom('entities')
        .select(['entity_id', 'last_sequence'])
        .select(({ val }) => actionColumns.map((column) => val(action[column]).as(column)))
        .where('entity_id', '=', action.entity_id),
    ),
)

const eventColumns = ['at', 'notification_id', 'details'] as const
type EventOfAction = Pick<Schema['events'], 'entity_id' | (typeof eventColumns)[number]>

/** Inserts the action's event under the sequences that the entity's row has. */
const insertActionEvent = preparedStatement((database, event: EventOfAction) =>
  database
    .insertInto('events')
    .columns(['entity_id', 'sequence', 'action_sequence', 'kind', ...eventColumns])
    .expression((eb) =>
      eb
        .selectFrom('entities')
        .select(['entity_id', 'last_event', 'last_sequence'])
        .select(sql.lit('action').as('kind'))
        .select(({ val }) => eventColumns.map((column) => val(event[column]).as(column)))
        .where('entity_id', '=', event.entity_id),
    ),
)
