import type { Transaction } from 'kysely'
import {
  type IdempotencyKey,
  performDry,
  performOnce,
  type WriteResponse,
} from '../../access/idempotency/perform-once.ts'
import type { OutboxContext } from '../../messages/delivery/outbox.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { asParameter, type JsonFault } from '../../platform/errors/invalid-body.ts'
import { contactsIn, type NotedContacts } from '../../platform/privacy/noted-contacts.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import { type CheckedSubmission, checkSubmission, type TaskEntity } from './check-submission.ts'
import { inTurn } from './in-turn.ts'
import { storedDigests } from './stored-visits.ts'
import type { Submission, Task } from './submission.ts'
import { ErasedContacts, submit, VisitChanged } from './submit.ts'

/** A task of a client or a source. */
export interface GivenTask {
  body: Submission
  /** The faults by the schema. */
  ofSchema: JsonFault[]
  entity: TaskEntity
  /** The name of the credential that submits it. */
  by: string
  now: Instant
}

/** Checks a task, and passes it to `use`. The check recognises items that are the same as the stored ones. If one of them has
 *  changed since, or if `use` finds contacts whose data were erased, checks and uses the task again.
 *  @throws Problem invalid-body; the errors of `use` */
export async function withCheckedTask<Result>(
  database: Database,
  { body, ofSchema, entity, now }: Omit<GivenTask, 'by'>,
  use: (checked: Promise<CheckedSubmission>) => Promise<Result>,
): Promise<Result> {
  const checkAndUse = async (stored: ReadonlyMap<string, string>, erased: ReadonlySet<string>): Promise<Result> => {
    const checked = checkSubmission(body, entity, now, ofSchema, stored, erased)
    await Promise.allSettled([checked])
    return use(checked).catch((error) => {
      if (error instanceof VisitChanged) return checkAndUse(new Map(), erased)
      if (error instanceof ErasedContacts) return checkAndUse(stored, erased.union(error.contacts))
      throw error
    })
  }
  const stored =
    ofSchema.length > 0
      ? new Map()
      : await storedDigests(database, {
          entityId: entity.id,
          ...body,
          visits: body.notifications,
          isTest: entity.test === true,
        })
  return checkAndUse(stored, new Set())
}

export interface SubmitContext extends OutboxContext {
  database: Database
  clock: Clock
}

/** Submits a task of any source in one transaction. The entity's tasks are stored one after another. A repetition under the same key
 *  returns the first response.
 *  @param key undefined if the sender has none, or `dry` to store nothing
 *  @returns the task with the faults of its rejected items as JSON, and the sequence of the entity's latest action
 *  @throws Problem invalid-body, idempotency-key-reused, database-unavailable */
export const submitTask = (
  context: SubmitContext,
  given: GivenTask,
  key?: IdempotencyKey | 'dry',
): Promise<WriteResponse> =>
  withCheckedTask(context.database, given, (checked) =>
    inTurn(given.entity.id, () => {
      // A repetition gets the stored response even if the visit has begun since. Only a first request gets the faults.
      const store = async (trx: Transaction<Schema>) => submitChecked(trx, context, given, await checked)
      const { id } = given.entity
      return key === 'dry' ? performDry(context, id, store) : performOnce(context, id, key, store)
    }),
  )

/** @throws VisitChanged, ErasedContacts */
async function submitChecked(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  { entity, by, now }: GivenTask,
  checked: CheckedSubmission,
): Promise<WriteResponse> {
  const { task, sequence } = await submit(trx, outbox, { entityId: entity.id, by }, checked, now)
  const faults = checked.faults.map(asParameter)
  const notes = notesOf(checked)
  const response: Task = {
    ...task,
    ...(faults.length > 0 && { faults }),
    ...(notes.length > 0 && { notes }),
  }
  return { status: 202, body: JSON.stringify(response), sequence }
}

/** The contacts of a submission's response. A dry run stores nothing, so its ids exist only in the response. */
export function contactsOfTask({ body }: WriteResponse, isDry: boolean): NotedContacts {
  const { notifications }: Task = JSON.parse(body)
  return contactsIn(notifications.length, () => (isDry ? [] : notifications.map(({ id }) => id)))
}

/** The notes of a submission, as its response has them. */
export const notesOf = ({ notes }: Pick<CheckedSubmission, 'notes'>): NonNullable<Task['notes']> =>
  notes.map(({ pointer, kind, reason }) => ({ parameter: pointer, kind, reason }))
