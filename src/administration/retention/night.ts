import type { Database } from '../../platform/database/database.ts'
import { keptKinds } from '../../platform/database/table-data.ts'
import type { Clock } from '../../platform/time/instant.ts'
import type { RemovedRows } from '../personal-data/remove.ts'
import { type Batch, type DeletionContext, removeDue } from './remove-due.ts'
import { type EndingTable, isOfEntity, removeEnded } from './remove-ended.ts'
import { clearEvents, removeReplies } from './remove-unassigned.ts'

/** Deletes what an entity need not keep, in batches. It needs no position: after a stop, the next call finds the rest. */
export async function* nightOf(
  context: DeletionContext,
  tables: EndingTable[],
  entityId: string,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<RemovedRows[]> {
  const { database } = context
  for (const kind of keptKinds) yield* untilDone(() => removeDue(context, entityId, kind, clock.now()))
  let reply = { at: 0, id: '' }
  yield* untilDone(async () => {
    const batch = await removeReplies(database, entityId, reply, clock.now())
    reply = batch.last ?? reply
    return batch
  })
  let sequence = 0
  yield* untilDone(async () => {
    const batch = await clearEvents(database, entityId, sequence, clock.now())
    sequence = batch.last ?? sequence
    return batch
  })
  for (const table of tables.filter(isOfEntity))
    yield* untilDone(() => removeEnded(database, table, entityId, clock.now()))
}

/** Deletes what belongs to no entity. */
export async function* nightOfService(
  database: Database,
  tables: EndingTable[],
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<RemovedRows[]> {
  for (const table of tables.filter((one) => !isOfEntity(one)))
    yield* untilDone(() => removeEnded(database, table, undefined, clock.now()))
}

async function* untilDone(next: () => Promise<Batch>): AsyncGenerator<RemovedRows[]> {
  for (let isFull = true; isFull; ) {
    const batch = await next()
    isFull = batch.isFull
    yield batch.removed
  }
}
