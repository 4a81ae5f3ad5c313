import { setTimeout as delay, scheduler } from 'node:timers/promises'
import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { kindsWithStart } from '../../messages/delivery/kind.ts'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { miss } from '../../notifications/lifecycle/miss.ts'
import type { Database, Engine } from '../../platform/database/database.ts'
import { type DueRow, scanDue } from '../../platform/database/due-rows.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { DueScan } from '../../platform/scheduling/due-scan.ts'
import type { WorkClock } from '../../platform/scheduling/steady-clock.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type MarkedKey, markedKey, readNotification, storedColumns } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { states } from '../../visits/state.ts'
import { addressesToRemind } from './addresses.ts'
import { dueTogether, isSameDay, togetherMicros } from './due-together.ts'
import { missesAt } from './missed-at.ts'
import { nextReminder } from './next-reminder.ts'
import { replanSome } from './replan.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

const atOnce = 200
// On SQLite, a commit takes as long as planning ten visits.
const atOnceOfEntity = 50
// Planning these blocks the event loop for 2 ms on SQLite.
const visitsPerYield = 5

type DueNotification = DueRow<'notification_id', 'next_due_at'>

/** Scans the notifications of all entities with a due reminder. */
export const dueReminders = (database: Database) =>
  scanDue(database, {
    name: 'notifications',
    id: 'notification_id',
    at: 'next_due_at',
    isDue: (now) => sql<SqlBool>`next_due_at <= ${now}`,
  })

/** Adds the deliveries of reminders that are due, and plans the next ones. Returns 0 if there was nothing to do. */
export async function remindDue(
  database: Database,
  outbox: OutboxContext,
  scan: DueScan<DueNotification>,
  clock: WorkClock,
): Promise<number> {
  const replanned = await replanSome(database, clock.now())
  const due = await scan.next(atOnce, clock)
  // An entity that is locked, or whose database node is lost, must not hold back the others.
  const outcomes = await Promise.allSettled(
    Map.groupBy(due, ({ entity_id }) => entity_id)
      .entries()
      .map(([entityId, ofEntity]) => remindEntity(database, outbox, entityId, ofEntity, clock)),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return replanned + due.length
}

/** Pauses after each transaction for as long as it took, which leaves half of the time to requests. */
async function remindEntity(
  database: Database,
  outbox: OutboxContext,
  entityId: string,
  due: DueNotification[],
  clock: WorkClock,
) {
  for (let from = 0; from < due.length; from += atOnceOfEntity) {
    const ids = due.slice(from, from + atOnceOfEntity).map(({ notification_id }) => notification_id)
    const began = clock.monotonic()
    await database.writeFor(entityId, (trx) => remind(trx, database, outbox, { entityId, ids }, clock))
    await delay((clock.monotonic() - began) / 1_000)
  }
}

const columns = [...storedColumns, 'state', 'next_due_at', 'reminded_until', 'recorded_time'] as const
type Row = Pick<Selectable<Schema['notifications']>, (typeof columns)[number]>

/** Skips notifications that another process has locked. */
async function remind(
  trx: Transaction<Schema>,
  { engine }: Database,
  outbox: OutboxContext,
  { entityId, ids }: { entityId: string; ids: string[] },
  clock: WorkClock,
) {
  const now = clock.now()
  const { graceEndsAt } = clock
  const rows = await lockDue(trx, engine, { entityId, ids }, now)
  // Read behind the lock: a change of the settings waits for it, and then makes the notifications due again.
  const settings = await reminderSettings(trx, entityId)
  const remindedEarly = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % visitsPerYield === 0) await scheduler.yield()
    if (remindedEarly.has(row.notification_id)) continue
    const addresses = await remindOf(trx, outbox, settings, row, { now, graceEndsAt })
    const until = now + togetherMicros
    const others = await dueTogether(trx, { entityId, id: row.notification_id }, addresses, until)
    for (const other of await lockDue(trx, engine, { entityId, ids: others }, until)) {
      if (!isSameDay(row, other, settings.timeZone)) continue
      await remindEarly(trx, outbox, settings, other, now)
      remindedEarly.add(other.notification_id)
    }
  }
}

const lockDue = async (
  trx: Transaction<Schema>,
  { skipLocked }: Engine,
  { entityId, ids }: { entityId: string; ids: string[] },
  until: Instant,
): Promise<Row[]> =>
  ids.length === 0
    ? []
    : trx
        .selectFrom('notifications')
        .select(columns)
        .where('entity_id', '=', entityId)
        .where('notification_id', 'in', ids)
        .where('next_due_at', '<=', until)
        .modifyEnd(skipLocked)
        .execute()

/** Sends the reminder of a notification that is due, if any, or notes that the contact has not come. Stores when the next of
 *  these is due. Returns the addresses of the reminder. */
async function remindOf(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  settings: ReminderSettings,
  { state, next_due_at, reminded_until, recorded_time, ...stored }: Row,
  { now, graceEndsAt }: { now: Instant; graceEndsAt: Instant },
): Promise<Address[]> {
  const notification = readNotification(stored)
  const key = markedKey(notification)
  const times = timesOfVisit(notification)
  if (!times || !states[state].isReminded) {
    await setReminder(trx, { ...key, dueAt: null, until: null })
    return []
  }
  const over = missesAt(state, times, settings)
  const missedAt = over && Math.max(over, graceEndsAt)
  if (missedAt !== null && missedAt <= now) {
    await miss(trx, outbox, { notification, state }, now)
    return []
  }
  const stage = { dueAt: next_due_at!, until: reminded_until }
  const { step, channels, ...next } = nextReminder(settings, { ...notification, times, state }, stage, now)
  // The clinic has not decided about the local time of the visit.
  const isSent = step && recorded_time === null
  const addresses = isSent ? await addReminders(trx, outbox, key, channels, now) : []
  await setReminder(trx, { ...key, ...next, dueAt: next.dueAt ?? missedAt })
  return addresses
}

/** Sends the reminder of a visit that is due soon, if any, together with another one to the same address. */
async function remindEarly(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  settings: ReminderSettings,
  { state, next_due_at, reminded_until, recorded_time, ...stored }: Row,
  now: Instant,
) {
  const notification = readNotification(stored)
  const key = markedKey(notification)
  const times = timesOfVisit(notification)
  if (!times || !states[state].isReminded || recorded_time !== null) return
  const at = Math.max(now, next_due_at!)
  const missedAt = missesAt(state, times, settings)
  const stage = { dueAt: next_due_at!, until: reminded_until }
  const { step, channels, ...next } = nextReminder(settings, { ...notification, times, state }, stage, at)
  if (!step || (missedAt !== null && missedAt <= at)) return
  await addReminders(trx, outbox, key, channels, now)
  await setReminder(trx, { ...key, ...next, dueAt: next.dueAt ?? missedAt })
}

/** Adds the deliveries of a reminder. Returns their addresses. */
async function addReminders(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: MarkedKey,
  channels: ChannelName[] | undefined,
  now: Instant,
): Promise<Address[]> {
  const addresses = (await addressesToRemind(trx, key, kindsWithStart, now)).filter(
    ({ channel }) => !channels || channels.includes(channel),
  )
  const added = addresses.map((address) => ({ ...address, kind: 'reminder' as const, at: now }))
  await addDeliveries(trx, outbox, key, added)
  return addresses
}

const setReminder = preparedStatement(
  (
    database,
    { entityId, id, dueAt, until }: { entityId: string; id: string; dueAt: Instant | null; until: Instant | null },
  ) =>
    database
      .updateTable('notifications')
      .set({ next_due_at: dueAt, reminded_until: until })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id),
)
