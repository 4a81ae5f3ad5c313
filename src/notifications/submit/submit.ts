import { scheduler } from 'node:timers/promises'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { fallbackDelay } from '../../messages/delivery/fallback.ts'
import type { OutboxContext } from '../../messages/delivery/outbox.ts'
import { liftUndeliverable } from '../../messages/delivery/undeliverable.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Instant, Microseconds } from '../../platform/time/instant.ts'
import { erasedAmong } from '../../visits/erasures/erased-contacts.ts'
import { type MarkedKey, markedKey, type NotificationKey } from '../../visits/notification.ts'
import { states } from '../../visits/state.ts'
import { endClockChange } from '../lifecycle/change-start.ts'
import { create, type NewNotification, type SubmittedVisit } from '../lifecycle/create.ts'
import { supersede } from '../lifecycle/supersede.ts'
import { canHappen } from '../lifecycle/transitions.ts'
import { update } from '../lifecycle/update.ts'
import { tellOfWithdrawal } from '../lifecycle/withdraw.ts'
import type { CheckedSubmission, CheckedVisit, UnchangedVisit } from './check-submission.ts'
import { lockTasks } from './in-turn.ts'
import { currentVisit, type StoredVisit, storedVisits } from './stored-visits.ts'
import type { Task } from './submission.ts'
import { isNew, keepsLocalTime, type SubmissionOutcome, submissionOutcome } from './submission-outcome.ts'

// These items have up to 200 deliveries. On SQLite, writing them blocks the event loop for 6 ms.
const itemsAtOnce = 20

/** A visit has changed since `checkSubmission` recognised its item. Check the submission again, without stored digests. */
export class VisitChanged extends Error {}

/** A task has contacts whose data were erased. Check it again with their keys. */
export class ErasedContacts extends Error {
  readonly contacts: ReadonlySet<string>

  constructor(contacts: ReadonlySet<string>) {
    super()
    this.contacts = contacts
  }
}

/** @throws ErasedContacts */
export async function refuseErased(
  database: Kysely<Schema>,
  secret: Secret,
  entityId: string,
  visits: Pick<StoredVisit, 'contactId'>[],
) {
  const keys = visits.map(({ contactId }) => contactId)
  const found = await erasedAmong(database, secret, entityId, keys)
  if (found.size > 0) throw new ErasedContacts(found)
}

/** The name of the credential that submits a task, and its entity. */
interface Submitter {
  entityId: string
  by: string
}

/** Stores each visit of a task, or applies its changes to the stored visit of the same key. Submitting the same visit
 *  again changes nothing. Returns the task, and the sequence of the entity's latest action.
 *  @throws VisitChanged, ErasedContacts */
export async function submit(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  { entityId, by }: Submitter,
  { task_id, plugin: { category, target }, visits, isTest }: CheckedSubmission,
  now: Instant,
) {
  const task: Task = { task_id, notifications: [] }
  const { has_erasures } = await lockTasks(trx, entityId)
  if (has_erasures) await refuseErased(trx, outbox.secret, entityId, visits)
  const fallbackMicros = await fallbackDelay(trx, entityId)
  const newAddresses: Address[] = []
  const storedByKey = await storedVisits(trx, { entityId, category, target, visits, isTest })
  for (let from = 0; from < visits.length; from += itemsAtOnce) {
    if (from > 0) await scheduler.yield()
    const added: NewNotification[] = []
    for (const visit of visits.slice(from, from + itemsAtOnce)) {
      const { external_id } = visit
      const stored = storedByKey.get(external_id) ?? []
      const {
        outcome,
        id,
        addition,
        addresses = [],
      } = visit.isKnown
        ? await applyKnown(trx, entityId, visit, stored)
        : await apply(trx, outbox, visit, stored, fallbackMicros, now)
      task.notifications.push({ id, external_id, outcome })
      if (addition) added.push(addition)
      newAddresses.push(...addresses)
    }
    if (added.length > 0) await create(trx, outbox, added, fallbackMicros, now)
  }
  if (!isTest) await liftUndeliverable(trx, entityId, newAddresses)
  const isKept = task.notifications.some(({ outcome }) => isNew(outcome))
  if (isKept)
    await insertTask(trx, {
      entity_id: entityId,
      created_at: now,
      task_id,
      category,
      target,
      submitted_by: by,
      test: isTest ? 1 : 0,
    })
  return { task, sequence: await lastSequence(trx, entityId) }
}

interface ItemResult {
  outcome: SubmissionOutcome
  /** The current notification of the visit. */
  id: string
  /** The notification to store. */
  addition?: NewNotification
  /** The addresses that are new to the visit, or to its new start. */
  addresses?: Address[]
}

/** Applies an item that is the same as the one of the stored visit. Only its version can differ.
 *  @throws VisitChanged */
async function applyKnown(
  trx: Transaction<Schema>,
  entityId: string,
  { latest_submission, version }: UnchangedVisit,
  visits: StoredVisit[],
): Promise<ItemResult> {
  const stored = knownVisit({ latest_submission }, visits)
  const outcome = submissionOutcome({ ...stored, version }, stored)
  if (outcome === 'unchanged') await keepSubmitted(trx, entityId, stored, { latest_submission, version })
  return { outcome, id: stored.id }
}

/** Returns the stored notification of an item that the check recognised.
 *  @throws VisitChanged */
export function knownVisit(
  { latest_submission }: Pick<UnchangedVisit, 'latest_submission'>,
  visits: StoredVisit[],
): StoredVisit {
  const [stored, ...others] = visits.filter(({ state }) => states[state].isCurrent)
  if (stored?.latest_submission !== latest_submission || others.length > 0) throw new VisitChanged()
  return stored
}

/** Applies a submitted visit to the stored notifications of its key. */
async function apply(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  visit: CheckedVisit,
  visits: StoredVisit[],
  fallbackMicros: Microseconds | undefined,
  now: Instant,
): Promise<ItemResult> {
  const entityId = visit.notification.entity_id
  // Under the lock of `lockTasks`, so that the ids of an entity are in the order of its submissions.
  const createdId = newId()
  const notification = { ...visit.notification, id: createdId }
  const stored = currentVisit(visits, visit)
  const outcome = submissionOutcome(visit, stored)
  if (!stored) return created({ ...visit, notification }, 0)
  const { id, revision } = stored
  if (outcome === 'stale') return { outcome, id }
  const submitted = { ...visit, notification, version: visit.version ?? stored.version }
  const again = created(submitted, revision + 1)
  const currentId = outcome === 'created' ? createdId : id
  await supersedeOthers(
    trx,
    outbox,
    visits,
    { ...markedKey(notification), id: currentId, contactId: visit.contactId },
    now,
  )
  switch (outcome) {
    case 'unchanged':
      await keepSubmitted(trx, entityId, stored, visit)
      return { outcome, id }
    case 'updated': {
      const addresses = await update(
        trx,
        outbox,
        { ...submitted, notification: { ...notification, id } },
        fallbackMicros,
        now,
      )
      if (keepsLocalTime(visit, stored)) await endClockChange(trx, { entityId, id, now })
      return addresses ? { outcome, id, addresses } : again
    }
    case 'created':
      return states[stored.state].isCurrent ? { ...again, addition: { ...again.addition, supersedes: id } } : again
    case 'moved': {
      const superseded = await supersede(trx, { entityId, id }, createdId, 'moved', now)
      if (!superseded) return again
      return {
        outcome,
        id: createdId,
        addition: { ...submitted, ...superseded, change: 'moved', supersedes: id },
        addresses: visit.addresses,
      }
    }
  }
}

/** The visit is unknown, was withdrawn, or is another contact's. */
const created = (visit: SubmittedVisit, revision: number) => ({
  outcome: 'created' as const,
  id: visit.notification.id,
  addition: { ...visit, revision, change: 'created' as const, supersedes: null, told: [] },
  addresses: visit.addresses,
})

/** Supersedes the other notifications of the key. Contacts who lose their visit to another contact are told. */
async function supersedeOthers(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  visits: StoredVisit[],
  current: MarkedKey & Pick<StoredVisit, 'contactId'>,
  now: Instant,
) {
  const { entityId, isTest } = current
  for (const { id, state, contactId } of visits) {
    if (id === current.id || !states[state].isCurrent) continue
    const superseded = await supersede(trx, { entityId, id }, current.id, 'superseded', now)
    if (superseded && contactId !== current.contactId && canHappen('withdraw', state))
      await tellOfWithdrawal(trx, outbox, { entityId, id, isTest }, superseded, now)
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

const setSubmitted = preparedStatement(
  (database, { entityId, id, version, latest_submission }: NotificationKey & LatestSubmission) =>
    database
      .updateTable('notifications')
      .set({ version, latest_submission })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id),
)

const insertTask = preparedStatement(
  (database, { entity_id, created_at, task_id, category, target, submitted_by, test }: Selectable<Schema['tasks']>) =>
    database.insertInto('tasks').values({ entity_id, created_at, task_id, category, target, submitted_by, test }),
)
