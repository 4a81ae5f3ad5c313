import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { isUnavailable } from '../../platform/errors/errors.ts'
import { KeyedLimiter } from '../../platform/scheduling/keyed-limiter.ts'

const submissions = new KeyedLimiter(1, isUnavailable)

/** Runs the submissions of an entity one after another. In the database, each locks the tasks of the entity, and a statement that
 *  waits for this lock would reach its timeout while another task of 1,000 visits is stored. */
export const inTurn = <Result>(entityId: string, store: () => Promise<Result>): Promise<Result> =>
  submissions.run(entityId, store)

/** Serialises the submissions of an entity, so that each transaction sees the notifications of the previous one.
 *  Answers do not wait, because they do not lock this counter. */
export const lockTasks = (trx: Transaction<Schema>, entityId: string) =>
  trx
    .insertInto('task_counters')
    .values({ entity_id: entityId, tasks: 1 })
    .onConflict((conflict) =>
      conflict.column('entity_id').doUpdateSet((eb) => ({ tasks: eb('task_counters.tasks', '+', 1) })),
    )
    .returning('has_erasures')
    .executeTakeFirstOrThrow()
