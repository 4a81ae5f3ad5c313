import type { Transaction } from 'kysely'
import { announce } from '../database/database.ts'
import { preparedStatement } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { startOfVisit } from '../plugins/registry.ts'
import type { Notification } from '../visits/notification.ts'
import { type Action, renderAction } from './action.ts'

type NewAction = Omit<Schema['actions'], 'entity_id' | 'sequence'>

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
  }) satisfies NewAction

/** Records actions of one entity, like `recordAction`. */
export async function recordActions(trx: Transaction<Schema>, entityId: string, actions: NewAction[]) {
  const { last_sequence } = await trx
    .updateTable('entities')
    .set((eb) => ({ last_sequence: eb('last_sequence', '+', actions.length) }))
    .where('entity_id', '=', entityId)
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  const first = Number(last_sequence) - actions.length + 1
  const numbered = actions.map((action, index) => ({ ...action, entity_id: entityId, sequence: first + index }))
  await trx.insertInto('actions').values(numbered).execute()
  announce(trx, entityId)
}

/** Records an action, and returns its sequence. Locks the entity's row until the transaction ends, so that sequences
 *  follow commit order. Call it last, because other transactions of the entity wait for the lock. */
export async function recordAction(trx: Transaction<Schema>, entityId: string, action: NewAction): Promise<number> {
  const [[entity]] = await Promise.all([
    takeSequence(trx, { entityId }),
    insertAction(trx, { ...action, entity_id: entityId }),
  ])
  announce(trx, entityId)
  return Number(entity!.last_sequence)
}

const takeSequence = preparedStatement((database, { entityId }: { entityId: string }) =>
  database
    .updateTable('entities')
    .set((eb) => ({ last_sequence: eb('last_sequence', '+', 1) }))
    .where('entity_id', '=', entityId)
    .returning('last_sequence'),
)

const columns = [
  ...(['at', 'action_id', 'notification_id', 'action', 'channel'] as const),
  ...(['record', 'starts_at', 'acted_by', 'reason'] as const),
]

/** Inserts the action under the sequence that the transaction has just taken. `values` with a subquery would do the same,
 *  but Citus rejects it. */
const insertAction = preparedStatement((database, action: NewAction & { entity_id: string }) =>
  database
    .insertInto('actions')
    .columns(['entity_id', 'sequence', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('entities')
        .select(['entity_id', 'last_sequence'])
        .select(({ val }) => columns.map((column) => val(action[column]).as(column)))
        .where('entity_id', '=', action.entity_id),
    ),
)
