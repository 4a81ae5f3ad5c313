import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { preparedIn } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { newDelivery, type Sending } from '../delivery/outbox.ts'
import { type Entity, latestSequence } from '../entities/entity.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import { type Instant, parseInstant } from '../instant.ts'
import type { CheckedSubmission } from '../notifications/check-submission.ts'
import { supersede } from './supersede.ts'

/** The response to an accepted task. */
export interface Task {
  task_id: string
  notifications: { id: string; external_id: string }[]
}

// These items have up to 200 deliveries. On SQLite, writing them blocks the event loop for 6 ms.
const itemsAtOnce = 20

export interface Submitted {
  outcome: 'created'
  task: Task
  /** The sequence of the entity's latest action. */
  sequence: number
}

/** Stores a task: its notifications in the state `open`, and a delivery for each address. Supersedes earlier
 *  notifications of the same visits. */
export async function submit(
  trx: Transaction<Schema>,
  sending: Sending,
  entity: Entity,
  { category, target, plugin, notifications }: CheckedSubmission,
  now: Instant,
): Promise<Submitted> {
  const task_id = randomUUIDv7()
  const created = notifications.map((item) => ({ ...item, id: randomUUIDv7() }))
  const externalIds = created.map((item) => item.external_id)
  await lockTasks(trx, entity.id)
  await supersede(trx, { entityId: entity.id, category, target, externalIds }, now)

  await insertTask(trx, { entity_id: entity.id, created_at: now, task_id, category, target })
  for (let from = 0; from < created.length; from += itemsAtOnce) {
    if (from > 0) await yieldToEventLoop()
    const items = created.slice(from, from + itemsAtOnce)
    const rows = items.map((item) => ({
      entity_id: entity.id,
      notification_id: item.id,
      task_id,
      external_id: item.external_id,
      category,
      target,
      contact: JSON.stringify(item.contact),
      params: JSON.stringify(plugin.complete(item.params, entity.time_zone)),
      files: '[]',
      inferred_data: '{}',
      state: 'open' as const,
      created_at: now,
    }))
    await trx.insertInto('notifications').values(rows).execute()
    const deliveries = items.flatMap(({ id, addresses, send_at }) => {
      const at = send_at === undefined ? now : Math.max(now, parseInstant(send_at)!)
      const to = { entityId: entity.id, notificationId: id, kind: 'notice' as const, at }
      return addresses.map((address) => newDelivery(sending, { ...to, ...address }))
    })
    if (deliveries.length > 0) await trx.insertInto('deliveries').values(deliveries).execute()
  }
  const task = { task_id, notifications: created.map(({ id, external_id }) => ({ id, external_id })) }
  return { outcome: 'created', task, sequence: await latestSequence(trx, entity.id) }
}

/** Serialises the submissions of an entity, so that each transaction sees the notifications of the previous one.
 *  Answers do not wait, because they do not lock this counter. */
const lockTasks = (trx: Transaction<Schema>, entityId: string) =>
  trx
    .insertInto('task_counters')
    .values({ entity_id: entityId, tasks: 1 })
    .onConflict((conflict) =>
      conflict.column('entity_id').doUpdateSet((eb) => ({ tasks: eb('task_counters.tasks', '+', 1) })),
    )
    .execute()

const insertTask = preparedIn((database, task: Schema['tasks']) =>
  database.insertInto('tasks').values({
    entity_id: task.entity_id,
    created_at: task.created_at,
    task_id: task.task_id,
    category: task.category,
    target: task.target,
  }),
)
