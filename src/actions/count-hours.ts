import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
import { startOfDay, toInstant } from '../entities/day-range.ts'
import type { Turn } from '../fair-queue.ts'
import { type Instant, inZone } from '../instant.ts'
import type { ActionName } from './action.ts'
import { firstRows, type KeysetRange, type Position, positionAfter, startingAt } from './keyset-range.ts'

/** Actions of one hour, alike in action and channel. */
export interface HourCount {
  /** The day that they belong to, and the hour that clocks showed. */
  date: string
  hour: number
  action: ActionName
  channel: string
  count: number
  /** Of each that was an answer before the visit: how many whole days before. */
  leadDays: number[]
}

// Some 2 ms of the event loop on SQLite. A million actions take 1 s there and 1.2 s on PostgreSQL, whatever else is asked.
const windowRows = 2_048

/** Counts the actions from `from` up to, not including, `to`, window by window in the order of time; ends when `signal` is
 *  aborted. A window is one read of few rows, all of them under one offset from UTC; nothing stays open between two. */
export async function* countHours(
  database: Database,
  { timeZone, ...whole }: Omit<KeysetRange, 'rows'> & { timeZone: string },
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<HourCount[]> {
  const rest: KeysetRange = { ...whole, rows: windowRows }
  let position: Position | undefined = { at: rest.fromAt, sequence: rest.fromSequence }
  while (position && !signal.aborted) {
    const clock = clockFrom(position.at, timeZone)
    const window: KeysetRange = startingAt({ ...rest, toAt: Math.min(rest.toAt, clock.until) }, position)
    const { hours, next } = await turn(() => readWindow(database, window, clock.midnight))
    yield hours.map(({ hour, leads, ...counted }) => ({
      ...counted,
      ...clock.show(hour),
      leadDays: leads ? leads.split(' ').map(Number) : [],
    }))
    position = next ?? (await positionFrom(database, rest, clock.until))
  }
}

async function readWindow(database: Database, window: KeysetRange, midnight: Instant) {
  const [hours, next] = await Promise.all([
    selectHours(database, { ...window, midnight }),
    positionAfter(database, window),
  ])
  return { hours, next }
}

/** Of the first action at that instant or later. */
const positionFrom = async (database: Database, range: KeysetRange, at: Instant) =>
  at < range.toAt ? positionAfter(database, { ...startingAt(range, { at, sequence: 0 }), rows: 0 }) : undefined

/** How clocks go from an instant on, until they are changed. */
function clockFrom(at: Instant, timeZone: string) {
  const shown = inZone(at, timeZone)
  const shownDay = shown.toPlainDate()
  const change = shown.getTimeZoneTransition('next')
  // Clocks that went back over midnight show a day again that is over (docs/decisions/0005).
  const nextDay = shownDay.add({ days: 1 })
  const day = toInstant(startOfDay(nextDay, timeZone)) <= at ? nextDay : shownDay
  // Some hundred rows of a window are of the same day.
  const dates = new Map<number, string>()
  const dateAfter = (days: number) => {
    const date = shownDay.add({ days })
    return `${Temporal.PlainDate.compare(date, day) < 0 ? day : date}`
  }
  return {
    midnight: at - shown.toPlainTime().since('00:00').total('microseconds'),
    until: change ? toInstant(change.toInstant()) : Number.MAX_SAFE_INTEGER,
    /** The day and hour that begins so many hours after that midnight. */
    show(hours: number) {
      const days = Math.floor(hours / 24)
      return { date: dates.getOrInsertComputed(days, dateAfter), hour: hours % 24 }
    },
  }
}

const selectHours = preparedList((database, window: KeysetRange & { midnight: Instant }) =>
  database
    .selectFrom(
      firstRows(database, window)
        .select([
          sql<number>`(at - cast(${window.midnight} as bigint)) / 3600000000`.as('hour'),
          sql<ActionName>`action`.as('action'),
          'channel',
          sql<string | null>`
            case when action <> 'arrive' and starts_at > at then cast((starts_at - at) / 86400000000 as text) end`.as(
            'lead',
          ),
        ])
        .as('actions'),
    )
    .groupBy(['hour', 'action', 'channel'])
    .select((eb) => [
      ...(['hour', 'action', 'channel'] as const),
      eb.fn.countAll<number>().as('count'),
      eb.fn.agg<string | null>('string_agg', ['lead', sql.lit(' ')]).as('leads'),
    ]),
)
