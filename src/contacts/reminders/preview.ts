import { scheduler } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { QuietHours, withHolidays } from '../../messages/quiet-hours/quiet-hours.ts'
import type { Database } from '../../platform/database/database.ts'
import { isIn } from '../../platform/database/keyset-range.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { remindedStates } from '../../visits/state.ts'
import { type ReminderAddress, reminderAddresses } from './addresses.ts'
import { comingReminders } from './coming-reminders.ts'
import type { Stage } from './next-reminder.ts'
import { type PlannedStep, plan } from './plan.ts'
import { type ChangeCounts, countChange, noChange } from './planned-change.ts'
import { Reminders, stepsOf } from './sequence.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

/** Settings that are not saved yet. */
export const SettingsChange = Type.Object(
  { reminders: Type.Optional(Reminders), quiet_hours: Type.Optional(QuietHours) },
  {
    $id: 'SettingsChange',
    description: 'Settings of an entity that are not saved yet. Absent ones stay as they are.',
    additionalProperties: false,
    examples: [
      { quiet_hours: { hours: [{ days: ['sat', 'sun'], from: '20:00', to: '10:00' }], holidays: ['2026-12-25'] } },
    ],
  },
)
export type SettingsChange = Static<typeof SettingsChange>

const count = (description: string) => Type.Integer({ description })

/** What a change of the settings does to the planned reminders. */
export const ReminderPreview = Type.Object(
  {
    earlier: count('Reminders that the service sends earlier than with the present settings.'),
    later: count('Reminders that it sends later.'),
    added: count('Reminders that it sends only after the change.'),
    removed: count('Reminders that it no longer sends.'),
    unchanged: count('Reminders that keep their time.'),
    at_once: count('Reminders that it sends as soon as the change is saved. The other counts include them.'),
    visits: count('The number of visits that were compared: at most 20,000.'),
    is_complete: Type.Boolean({ description: 'Whether these are all visits of the next 7 days.' }),
  },
  {
    $id: 'ReminderPreview',
    description: 'What a change of the settings does to the planned reminders of the visits of the next 7 days.',
    examples: [
      { earlier: 37, later: 0, added: 0, removed: 4, unchanged: 112, at_once: 0, visits: 84, is_complete: true },
    ],
  },
)
export type ReminderPreview = Static<typeof ReminderPreview>

const previewed = hours(7 * 24)
const maxVisits = 20_000
const pageRows = 200
// Planning a visit twice takes 0.4 ms, which blocks the event loop for 8 ms.
const atOnce = 20
// Visits of a clinic begin at a few hundred times of a week.
const maxPlans = 2_000

/** Compares the planned reminders of the visits of the next 7 days before and after a change, a page in each turn. */
export async function previewChange(
  database: Database,
  entityId: string,
  change: SettingsChange,
  now: Instant,
  turn: Turn,
): Promise<ReminderPreview> {
  const settings = await reminderSettings(database, entityId)
  const planning = { before: planner(settings), after: planner(changed(settings, change, now)) }
  const counts = noChange()
  let visits = 0
  let last: Row | undefined
  do {
    const { rows, addresses } = await turn(() => readPage(database, entityId, last, now))
    for (const [index, row] of rows.entries()) {
      countVisit(counts, planning, row, addresses.get(row.notification_id)?.values() ?? [], now)
      if (index % atOnce === atOnce - 1) await scheduler.yield()
    }
    visits += rows.length
    last = rows.length < pageRows ? undefined : rows.at(-1)
  } while (last && visits < maxVisits)
  return { ...counts, visits, is_complete: last === undefined }
}

/** The settings as they are right after they have been saved. */
function changed(settings: ReminderSettings, { reminders, quiet_hours }: SettingsChange, now: Instant) {
  return {
    ...settings,
    ...(quiet_hours && { quietHours: withHolidays(quiet_hours), changedAt: null }),
    ...(reminders && { reminders, changedAt: now }),
  }
}

const columns = [
  ...(['notification_id', 'category', 'target', 'params', 'state', 'starts_at'] as const),
  ...(['next_due_at', 'reminded_until'] as const),
] as const
type Row = Pick<Selectable<Schema['notifications']>, (typeof columns)[number]>

async function readPage(database: Database, entityId: string, after: Row | undefined, now: Instant) {
  const range = { fromAt: after?.starts_at ?? now, fromKey: `${after?.notification_id ?? ''}`, toAt: now + previewed }
  const rows = await database
    .selectFrom('notifications')
    .select(columns)
    .where('entity_id', '=', entityId)
    .where(isIn({ ...range, toKey: '', entityId, rows: pageRows }, 'starts_at', 'notification_id'))
    .where('notification_id', '!=', range.fromKey)
    .where('state', 'in', remindedStates)
    .orderBy('starts_at')
    .orderBy('notification_id')
    .limit(sql.lit(pageRows))
    .execute()
  const ids = rows.map(({ notification_id }) => notification_id)
  const addresses: Awaited<ReturnType<typeof reminderAddresses>> =
    ids.length > 0 ? await reminderAddresses(database, entityId, ids) : new Map()
  return { rows, addresses }
}

interface Planner {
  settings: ReminderSettings
  stepsOf(visit: Pick<Row, 'category' | 'target'>, times: VisitTimes): PlannedStep[]
}

/** Plans the steps of visits at the same time once. */
function planner(settings: ReminderSettings): Planner {
  const plans = new Map<string, PlannedStep[]>()
  return {
    settings,
    stepsOf(visit, times) {
      if (plans.size >= maxPlans) plans.clear()
      const key = `${visit.category} ${visit.target} ${times.startsAt} ${times.answersCloseAt}`
      return plans.getOrInsertComputed(key, () => plan(stepsOf(settings.reminders, visit), times, settings))
    },
  }
}

function countVisit(
  counts: ChangeCounts,
  { before, after }: { before: Planner; after: Planner },
  row: Row,
  addresses: Iterable<ReminderAddress>,
  now: Instant,
) {
  const { category, target, state, next_due_at: dueAt, reminded_until: until } = row
  const times = timesOfVisit({ category, target, params: JSON.parse(row.params) })
  if (!times) return
  const known = [...addresses]
  const timesBy = ({ settings, stepsOf }: Planner, stage: Stage) =>
    comingReminders(stepsOf(row, times), settings, { state, times }, stage, known, now)
      .filter(({ isSent }) => isSent)
      .map(({ at }) => at)
  const isNew = dueAt === 0
  const present = timesBy(before, { dueAt: dueAt ?? now, until })
  countChange(counts, present, timesBy(after, { dueAt: isNew ? 0 : now, until }), now)
}
