import { setTimeout as delay } from 'node:timers/promises'
import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { type DueRow, scanDue } from '../database/due-rows.ts'
import { preparedStatement } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { kindsWithStart } from '../delivery/kind.ts'
import { addDeliveries, type OutboxContext } from '../delivery/outbox.ts'
import type { Instant } from '../instant.ts'
import { miss } from '../notifications/lifecycle/miss.ts'
import { timesOfVisit } from '../plugins/registry.ts'
import type { DueScan } from '../scheduling/due-scan.ts'
import type { WorkClock } from '../scheduling/steady-clock.ts'
import { markedKey, readNotification, storedColumns } from '../visits/notification.ts'
import { states } from '../visits/state.ts'
import { addressesToRemind } from './addresses.ts'
import { missesAt } from './missed-at.ts'
import { nextReminder } from './next-reminder.ts'
import { replanSome } from './replan.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

const atOnce = 200
// Planning a visit takes 0.4 ms, which blocks the event loop for 2 ms in a transaction on SQLite. The pause leaves it to requests
// for half of the time; 500 visits a second are still planned, which is more than a gateway accepts.
const atOnceOfEntity = 5
const pauseMs = 5

type DueNotification = DueRow<'notification_id', 'next_due_at'>

/** Scans the notifications of all entities with a due reminder. */
export const dueReminders = (database: Database) =>
  scanDue(database, {
    ...{ name: 'notifications', id: 'notification_id', at: 'next_due_at' },
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

async function remindEntity(
  database: Database,
  outbox: OutboxContext,
  entityId: string,
  due: DueNotification[],
  clock: WorkClock,
) {
  for (let from = 0; from < due.length; from += atOnceOfEntity) {
    const ids = due.slice(from, from + atOnceOfEntity).map(({ notification_id }) => notification_id)
    await database.writeFor(entityId, (trx) => remind(trx, database, outbox, { entityId, ids }, clock))
    await delay(pauseMs)
  }
}

const columns = [...storedColumns, 'state', 'next_due_at', 'reminded_until'] as const
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
  const rows = await trx
    .selectFrom('notifications')
    .select(columns)
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .where('next_due_at', '<=', now)
    .modifyEnd(engine.skipLocked)
    .execute()
  // Read behind the lock: a change of the settings waits for it, and then makes the notifications due again.
  const settings = await reminderSettings(trx, entityId)
  for (const row of rows) await remindOf(trx, outbox, settings, row, { now, judgesFrom: clock.judgesFrom })
}

/** Sends the reminder of a notification that is due, if any, or notes that the contact has not come. Stores when the next of
 *  these is due. */
async function remindOf(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  settings: ReminderSettings,
  { state, next_due_at, reminded_until, ...stored }: Row,
  { now, judgesFrom }: { now: Instant; judgesFrom: Instant },
) {
  const notification = readNotification(stored)
  const key = markedKey(notification)
  const times = timesOfVisit(notification)
  if (!times || !states[state].isReminded) return setReminder(trx, { ...key, dueAt: null, until: null })
  const over = missesAt(state, times, settings)
  const missedAt = over && Math.max(over, judgesFrom)
  if (missedAt !== null && missedAt <= now) return miss(trx, outbox, { notification, state }, now)
  const stage = { dueAt: next_due_at!, until: reminded_until }
  const { step, channels, ...next } = nextReminder(settings, { ...notification, times, state }, stage, now)
  if (step) {
    const added = (await addressesToRemind(trx, key, kindsWithStart, now)).filter(
      ({ channel }) => !channels || channels.includes(channel),
    )
    await addDeliveries(
      trx,
      outbox,
      key,
      added.map((address) => ({ ...address, kind: 'reminder', at: now })),
    )
  }
  await setReminder(trx, { ...key, ...next, dueAt: next.dueAt ?? missedAt })
}

const setReminder = preparedStatement(
  (
    database,
    { entityId, id, dueAt, until }: { entityId: string; id: string; dueAt: Instant | null; until: Instant | null },
  ) =>
    database
      .updateTable('notifications')
      // An answer that does not see the reminder must not rely on the notification (docs/decisions/0113).
      .set({ next_due_at: dueAt, reminded_until: until, revision: sql<number>`revision + 1` })
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id),
)
