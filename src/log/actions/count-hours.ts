import { sql } from 'kysely'
import { hoursInZone } from '../../entities/hours-in-zone.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Position, startingAt } from '../../platform/database/keyset-range.ts'
import { oneOf } from '../../platform/database/one-of.ts'
import { preparedList } from '../../platform/database/prepared.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import type { ActionName } from './action.ts'
import { type ActionRange, actionAfter, firstActions } from './action-range.ts'

/** The number of actions with the same hour, action name and channel. */
export interface HourCount {
  /** The day and the hour, both in the entity's zone. */
  date: string
  hour: number
  action: ActionName
  channel: string
  count: number
  /** For each answer before the visit: the number of whole days until the visit. */
  leadDays: number[]
}

// On SQLite, a read blocks the event loop for about 2 ms. A million actions take 1 s on SQLite, 1.2 s on PostgreSQL.
const windowRows = 2_048

/** Counts the actions of a range, in windows ordered by time. One read covers one window: at most `windowRows` actions, all
 *  at the same UTC offset. No database cursor stays open between windows. */
export async function* countHours(
  database: Database,
  { timeZone, ...whole }: Omit<ActionRange, 'rows'> & { timeZone: string },
  turn: Turn,
): AsyncGenerator<HourCount[]> {
  const rest: ActionRange = { ...whole, rows: windowRows }
  let position: Position<number> | undefined = { at: rest.fromAt, key: rest.fromKey }
  while (position) {
    const zoneHours = hoursInZone(position.at, timeZone)
    const window: ActionRange = startingAt({ ...rest, toAt: Math.min(rest.toAt, zoneHours.until) }, position)
    const { hours, next } = await turn(() => readWindow(database, window, zoneHours.midnight))
    yield hours.map(({ hour, leads, ...counted }) => ({
      ...counted,
      ...zoneHours.show(hour),
      leadDays: leads ? leads.split(' ').map(Number) : [],
    }))
    position = next ?? (await positionFrom(database, rest, zoneHours.until))
  }
}

async function readWindow(database: Database, window: ActionRange, midnight: Instant) {
  const [hours, next] = await Promise.all([
    selectHours(database, { ...window, midnight }),
    actionAfter(database, window),
  ])
  return { hours, next }
}

/** Finds the position of the first action at or after the instant. */
const positionFrom = async (database: Database, range: ActionRange, at: Instant) =>
  at < range.toAt ? actionAfter(database, { ...startingAt(range, { at, key: 0 }), rows: 0 }) : undefined

const selectHours = preparedList((database, window: ActionRange & { midnight: Instant }) =>
  database
    .selectFrom(
      firstActions(database, window)
        .select([
          sql<number>`(at - cast(${window.midnight} as bigint)) / 3600000000`.as('hour'),
          sql<ActionName>`action`.as('action'),
          'channel',
          'test',
          sql<string | null>`
            case when action in ${oneOf(answerNames)} and starts_at > at then cast((starts_at - at) / 86400000000 as text) end`.as(
            'lead',
          ),
        ])
        .as('actions'),
    )
    .where('test', '=', 0)
    .groupBy(['hour', 'action', 'channel'])
    .select((eb) => [
      ...(['hour', 'action', 'channel'] as const),
      eb.fn.countAll<number>().as('count'),
      eb.fn.agg<string | null>('string_agg', ['lead', sql.lit(' ')]).as('leads'),
    ]),
)
