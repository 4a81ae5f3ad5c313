import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { type ByDate, storedRange } from '../../entities/day-range.ts'
import { findEntity } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { TestMark, testMark } from '../../visits/notification.ts'
import { countTasks, TaskStatus } from './task-status.ts'

/** A task, with the time of its submission and its counts. */
export const ListedTask = Type.Object(
  {
    created_at: Type.String({ description: 'When the task was submitted, in UTC.' }),
    category: Type.String({ description: 'The category of the notifications, such as medical.' }),
    target: Type.String({ description: 'The target of the notifications, such as appointment.' }),
    test: TestMark,
    ...TaskStatus.properties,
  },
  {
    $id: 'ListedTask',
    description: 'A task and its progress.',
    examples: [
      {
        created_at: '2026-03-29T09:00:00.000000+00:00',
        category: 'medical',
        target: 'appointment',
        task_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
        notifications: { open: 1, confirmed: 2 },
        deliveries: { pending: 1, sent: 2 },
        reached: 2,
      },
    ],
  },
)
export type ListedTask = Static<typeof ListedTask>

/** Lists the tasks submitted on some days, newest first: at most `limit` after the cursor `after`. Returns the next cursor if more
 *  tasks exist.
 *  @throws Problem invalid-date, reversed-range; invalid-parameter when `after` is not a cursor */
export async function listTasks(
  database: Database,
  { entity_id: entityId, start_date, end_date }: Static<typeof ByDate>,
  { limit, after }: Page,
  turn: Turn,
) {
  const { time_zone } = (await findEntity(database, entityId))!
  const { from, to, text } = storedRange(start_date, end_date, time_zone)
  const [at, id] = after === undefined ? [to, ''] : readCursor(after, 'tasks', 'number', 'string')
  const rows = await database
    .selectFrom('tasks')
    .select(['task_id', 'created_at', 'category', 'target', 'test'])
    .where('entity_id', '=', entityId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'task_id'), '<', tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
  const { shown, next } = cutPage('tasks', rows, limit, ({ created_at, task_id }) => [created_at, task_id])
  const ids = shown.map(({ task_id }) => task_id)
  const counts = await countTasks(database, entityId, ids, turn)
  const tasks: ListedTask[] = shown.map(({ created_at, category, target, test }, index) => ({
    created_at: formatInstant(created_at),
    category,
    target,
    ...testMark(test),
    ...counts[index]!,
  }))
  return { tasks, next, headers: { 'Rollcall-Time-Zone': time_zone, 'Rollcall-Range': text } }
}
