import { type Static, Type } from 'typebox'
import { deliveryStates } from '../../messages/delivery/state.ts'
import { deliveryHasLeft, deliveryIsWritten } from '../../messages/delivery/stored-reach.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { notificationStates } from '../../visits/state.ts'

const count = Type.Integer({ description: 'The number in this state.' })

/** Counts of a task's notifications and deliveries by state. States with a count of zero are absent. */
export const TaskStatus = Type.Object(
  {
    task_id: Type.String({ description: 'The id of the task.' }),
    notifications: Type.Partial(Type.Record(Type.Enum(notificationStates), count), {
      description: 'The number of notifications by state. A count of 0 is absent.',
    }),
    deliveries: Type.Partial(Type.Record(Type.Enum(deliveryStates), count), {
      description: 'The number of deliveries by state. A count of 0 is absent.',
    }),
    written: Type.Optional(
      Type.Integer({
        description:
          'Of the deliveries in the state `sent`, those whose message was written to a file, because the channel had no server. Absent if there are none.',
      }),
    ),
    reached: Type.Integer({
      description: 'The number of notifications with a message that left the service, and has not failed.',
    }),
  },
  {
    $id: 'TaskStatus',
    description: 'The progress of a task.',
    examples: [
      {
        task_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
        notifications: { open: 1, confirmed: 2 },
        deliveries: { pending: 1, sent: 2 },
        reached: 2,
      },
    ],
  },
)
export type TaskStatus = Static<typeof TaskStatus>

/** @throws Problem task-not-found */
export async function findTask(database: Database, entityId: string, taskId: string, turn: Turn): Promise<TaskStatus> {
  const [status] = await countTasks(database, entityId, [taskId], turn)
  if (Object.keys(status!.notifications).length === 0) throw new Problem('task-not-found')
  return status!
}

// SQLite counts a task of 1,000 notifications in 2 ms.
const tasksPerTurn = 2

/** Counts the tasks, in the order of `taskIds`. */
export async function countTasks(
  database: Database,
  entityId: string,
  taskIds: string[],
  turn: Turn,
): Promise<TaskStatus[]> {
  const statuses: TaskStatus[] = []
  for (let from = 0; from < taskIds.length; from += tasksPerTurn) {
    const some = taskIds.slice(from, from + tasksPerTurn)
    statuses.push(...(await turn(() => countSome(database, entityId, some))))
  }
  return statuses
}

async function countSome(database: Database, entityId: string, taskIds: string[]): Promise<TaskStatus[]> {
  const ofTasks = database
    .selectFrom('notifications')
    .where('notifications.entity_id', '=', entityId)
    .where('notifications.task_id', 'in', taskIds)
  const notifications = await ofTasks
    .select(['task_id', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(['task_id', 'state'])
    .execute()
  const ofDeliveries = ofTasks.innerJoin('deliveries', (join) =>
    join
      .onRef('deliveries.entity_id', '=', 'notifications.entity_id')
      .onRef('deliveries.notification_id', '=', 'notifications.notification_id'),
  )
  const deliveries = await ofDeliveries
    .select(['task_id', 'deliveries.state', deliveryIsWritten.as('written')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['task_id', 'deliveries.state', 'written'])
    .execute()
  const reached = await ofDeliveries
    .where(deliveryHasLeft)
    .select(['task_id', (eb) => eb.fn.count<number>('notifications.notification_id').distinct().as('count')])
    .groupBy('task_id')
    .execute()
  return taskIds.map((task_id) => ({
    task_id,
    notifications: countsOf(task_id, notifications),
    deliveries: countsOf(task_id, deliveries),
    ...writtenOf(task_id, deliveries),
    reached: Number(reached.find((one) => one.task_id === task_id)?.count ?? 0),
  }))
}

function countsOf<State extends string>(taskId: string, rows: { task_id: string; state: State; count: number }[]) {
  const counts: Partial<Record<State, number>> = {}
  for (const { task_id, state, count } of rows)
    if (task_id === taskId) counts[state] = (counts[state] ?? 0) + Number(count)
  return counts
}

function writtenOf(taskId: string, rows: { task_id: string; written: 0 | 1; count: number }[]) {
  const written = rows.find((one) => one.task_id === taskId && one.written === 1)
  return written && { written: Number(written.count) }
}
