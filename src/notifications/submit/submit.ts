import { randomUUIDv7 } from 'node:crypto'
import { scheduler } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { preparedIn } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import type { DeliverySettings } from '../../delivery/outbox.ts'
import { type Entity, latestSequence } from '../../entities/entity.ts'
import { type Instant, parseInstant } from '../../instant.ts'
import { startOfVisit } from '../../plugins/registry.ts'
import type { Notification, NotificationKey } from '../../visits/notification.ts'
import { create, type NewNotification } from '../lifecycle/create.ts'
import { supersede } from '../lifecycle/supersede.ts'
import { update } from '../lifecycle/update.ts'
import { tellOfWithdrawal } from '../lifecycle/withdraw.ts'
import type { CheckedItem, CheckedSubmission, KnownItem } from './check-submission.ts'
import { digestOf } from './digest.ts'
import { currentVisit, type StoredVisit, storedVisits } from './stored-visits.ts'
import { type Comparable, isNew, type SubmissionOutcome, submissionOutcome } from './submission-outcome.ts'

/** The response to an accepted task. */
export interface Task {
  task_id: string
  notifications: { id: string; external_id: string; outcome: SubmissionOutcome }[]
}

// These items have up to 200 deliveries. On SQLite, writing them blocks the event loop for 6 ms.
const itemsAtOnce = 20

export interface Submitted {
  task: Task
  /** The sequence of the entity's latest action. */
  sequence: number
}

/** A visit has changed since `checkSubmission` recognised its item. Check the submission again, without stored digests. */
export class VisitChanged extends Error {}

/** Stores each visit of a task, or applies its changes to the stored visit of the same key. Submitting the same visit
 *  again changes nothing.
 *  @throws VisitChanged */
export async function submit(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  entity: Entity,
  submission: CheckedSubmission,
  now: Instant,
): Promise<Submitted> {
  const { category, target, notifications } = submission
  const task_id = randomUUIDv7()
  const task: Task = { task_id, notifications: [] }
  await lockTasks(trx, entity.id)
  const keys = notifications.map(({ external_id }) => external_id)
  const stored = await storedVisits(trx, { entityId: entity.id, category, target }, keys)
  for (let from = 0; from < notifications.length; from += itemsAtOnce) {
    if (from > 0) await scheduler.yield()
    const added: NewNotification[] = []
    for (const item of notifications.slice(from, from + itemsAtOnce)) {
      const { external_id } = item
      const visits = stored.get(external_id) ?? []
      const { outcome, id, addition } = item.isKnown
        ? await applyKnown(trx, entity.id, item, visits)
        : await apply(trx, settings, submittedVisit(entity, task_id, submission, item, now), visits, now)
      task.notifications.push({ id, external_id, outcome })
      if (addition) added.push(addition)
    }
    if (added.length > 0) await create(trx, settings, added, now)
  }
  const isKept = task.notifications.some(({ outcome }) => isNew(outcome))
  if (isKept) await insertTask(trx, { entity_id: entity.id, created_at: now, task_id, category, target })
  return { task, sequence: await latestSequence(trx, entity.id) }
}

type SubmittedVisit = Omit<NewNotification, 'revision' | 'supersedes' | 'informed'> & Comparable

function submittedVisit(
  { id: entity_id, time_zone }: Entity,
  task_id: string,
  { category, target, plugin }: CheckedSubmission,
  item: CheckedItem,
  now: Instant,
): SubmittedVisit {
  const { external_id, contact, addresses, send_at, files = [], inferred_data = {} } = item
  const params = plugin.complete(item.params, time_zone)
  const notification: Notification = {
    ...{ id: randomUUIDv7(), entity_id, task_id, external_id, category, target },
    ...{ contact, params, files, inferred_data },
  }
  return {
    notification,
    startsAt: startOfVisit(notification) ?? null,
    contactId: contact.external_id,
    addresses,
    digest: digestOf({ contact, params, addresses, files, inferred_data }),
    latest_submission: item.latest_submission,
    version: item.version,
    sendAt: send_at === undefined ? now : Math.max(now, parseInstant(send_at)!),
  }
}

interface Applied {
  outcome: SubmissionOutcome
  /** The notification that stands for the visit now. */
  id: string
  /** The notification to store. */
  addition?: NewNotification
}

/** Applies an item that is the same as the one of the stored visit. Only its version can differ.
 *  @throws VisitChanged */
async function applyKnown(
  trx: Transaction<Schema>,
  entityId: string,
  { latest_submission, version }: KnownItem,
  visits: StoredVisit[],
): Promise<Applied> {
  const [stored, ...others] = visits.filter(({ state }) => state !== 'withdrawn')
  if (stored?.latest_submission !== latest_submission || others.length > 0) throw new VisitChanged()
  const { id } = stored
  const outcome = submissionOutcome({ ...stored, version }, stored)
  if (outcome === 'unchanged') await keepSubmitted(trx, entityId, stored, { latest_submission, version })
  return { outcome, id }
}

/** Applies a submitted visit to the stored notifications of its key. */
async function apply(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  visit: SubmittedVisit,
  visits: StoredVisit[],
  now: Instant,
): Promise<Applied> {
  const entityId = visit.notification.entity_id
  const stored = currentVisit(visits, visit)
  const outcome = submissionOutcome(visit, stored)
  if (!stored) return created(visit, 0)
  const { id, revision } = stored
  const version = visit.version ?? stored.version
  const again = created({ ...visit, version }, revision + 1)
  if (outcome === 'stale') return { outcome, id }
  const standing = outcome === 'created' ? again.id : id
  await supersedeOthers(trx, settings, entityId, visits, { id: standing, contactId: visit.contactId }, now)
  switch (outcome) {
    case 'unchanged':
      await keepSubmitted(trx, entityId, stored, visit)
      return { outcome, id }
    case 'updated': {
      const notification = { ...visit.notification, id }
      const isUpdated = await update(trx, settings, { ...visit, notification, version }, now)
      return isUpdated ? { outcome, id } : again
    }
    case 'created':
      return stored.state === 'withdrawn' ? again : { ...again, addition: { ...again.addition, supersedes: id } }
    case 'moved': {
      const newId = visit.notification.id
      const superseded = await supersede(trx, { entityId, id }, newId, 'moved', now)
      if (!superseded) return again
      return { outcome, id: newId, addition: { ...visit, ...superseded, version, supersedes: id } }
    }
  }
  return again
}

/** The visit is unknown, was withdrawn, or is another contact's. */
const created = (visit: SubmittedVisit, revision: number) => ({
  outcome: 'created' as const,
  id: visit.notification.id,
  addition: { ...visit, revision, supersedes: null, informed: [] },
})

/** Supersedes the other notifications of the key. Contacts who lose their visit to another contact are told. */
async function supersedeOthers(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  entityId: string,
  visits: StoredVisit[],
  current: Pick<StoredVisit, 'id' | 'contactId'>,
  now: Instant,
) {
  for (const { id, state, contactId } of visits) {
    if (id === current.id || state === 'withdrawn') continue
    const superseded = await supersede(trx, { entityId, id }, current.id, 'superseded', now)
    if (superseded && contactId !== current.contactId && state !== 'arrived')
      await tellOfWithdrawal(trx, settings, { entityId, id }, superseded.informed, now)
  }
}

type LatestSubmission = Pick<StoredVisit, 'latest_submission' | 'version'>

/** Stores the version and the digest of the latest item of an unchanged visit. */
async function keepSubmitted(
  trx: Transaction<Schema>,
  entityId: string,
  stored: StoredVisit,
  latest: LatestSubmission,
) {
  const { latest_submission } = latest
  const version = latest.version ?? stored.version
  if (version !== stored.version || latest_submission !== stored.latest_submission)
    await setSubmitted(trx, { entityId, id: stored.id, version, latest_submission })
}

const setSubmitted = preparedIn(
  (database, { entityId, id, version, latest_submission }: NotificationKey & LatestSubmission) =>
    database
      .updateTable('notifications')
      .set({ version, latest_submission })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id),
)

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
