import { sql } from 'kysely'
import { hoursInZone } from '../../entities/hours-in-zone.ts'
import { missedAfter } from '../../messages/check-in/arrival-window.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Position, startingAt } from '../../platform/database/keyset-range.ts'
import { preparedList } from '../../platform/database/prepared.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import type { Params } from '../../visits/plugins/plugin.ts'
import { firstVisits, type VisitRange, visitAfter } from '../lists/visit-range.ts'
import {
  type Bounds,
  type Detail,
  detailColumns,
  hoursColumn,
  isStored,
  type OutcomeGroup,
  outcomeColumns,
  outcomeNames,
  type StatesOn,
} from './outcome-columns.ts'

export interface CountedRange extends Omit<VisitRange, 'rows'> {
  timeZone: string
  /** How long after the start staff can mark an arrival. */
  arriveLateMinutes: number
  /** Visits that are over at this time count as over. */
  asOf: Instant
}

// SQLite counts such a window in 2 to 6 ms.
const windowRows = 1_000
// The params of a visit may have thousands of characters: with 1,800 each, 1,000 blocked the event loop for 290 to 530 ms on
// PostgreSQL.
const windowRowsWithParams = 200

type Row = Omit<OutcomeGroup, 'date' | 'hour' | 'params'> & {
  hours: number
  /** The params of all visits, separated by commas. To group by them takes twice the time. */
  params?: string
}

type Window = VisitRange & Bounds

/** Reads the visits of a range in groups, one window in each turn. The visits of a window have the same UTC offset. */
export async function* readGroups(
  database: Database,
  { timeZone, arriveLateMinutes, asOf, ...range }: CountedRange,
  statesOn: StatesOn,
  details: readonly Detail[],
  turn: Turn,
): AsyncGenerator<OutcomeGroup[]> {
  const select = selectionOf(statesOn, details)
  const missedAfterStart = minutes(arriveLateMinutes) + missedAfter
  const whole = {
    ...{ ...range, rows: details.includes('params') ? windowRowsWithParams : windowRows, missedAfterStart },
    ...{ overIfStartedBy: asOf - missedAfterStart, overIfEndedBy: asOf - missedAfter },
  }
  let position: Position<string> | undefined = { at: whole.fromAt, key: whole.fromKey }
  while (position) {
    const zoneHours = hoursInZone(position.at, timeZone)
    const toAt = Math.min(whole.toAt, zoneHours.until)
    const window: Window = { ...startingAt({ ...whole, toAt }, position), midnight: zoneHours.midnight }
    const { groups, next } = await turn(() => readWindow(database, window, select))
    yield groups.flatMap(({ hours, params, ...group }) => {
      const shown = { ...group, ...zoneHours.show(hours) }
      if (params === undefined) return [shown]
      return (JSON.parse(`[${params}]`) as Params[]).map((one) => ({ ...shown, params: one, visits: 1 }))
    })
    position = next ?? (await turn(() => positionFrom(database, whole, toAt)))
  }
}

async function readWindow(database: Database, window: Window, select: Selection) {
  const groups = await select(database, window)
  const rows = groups.reduce((sum, { visits }) => sum + visits, 0)
  return { groups, next: rows < window.rows ? undefined : await visitAfter(database, window) }
}

/** Finds the position of the first visit at or after the instant. */
const positionFrom = async (database: Database, range: VisitRange, at: Instant) =>
  at < range.toAt ? visitAfter(database, { ...startingAt(range, { at, key: '' }), rows: 0 }) : undefined

type Selection = ReturnType<typeof select>
const selections = new Map<string, Selection>()

/** A statement for each set of details. */
const selectionOf = (statesOn: StatesOn, details: readonly Detail[]) =>
  selections.getOrInsertComputed([...details].sort().join(), () => select(statesOn, details))

const select = (statesOn: StatesOn, details: readonly Detail[]) =>
  preparedList((database, window: Window) => {
    const stored = details.filter(isStored)
    const visits = firstVisits(database, window).select([
      ...outcomeColumns(window, statesOn),
      hoursColumn(window, details),
      ...stored.map((detail) => detailColumns[detail](window.entityId).as(detail)),
    ])
    const columns = [...outcomeNames, 'hours' as const, ...stored.filter((detail) => detail !== 'params')]
    return database
      .selectFrom(visits.as('visits'))
      .select(columns)
      .select((eb) => eb.fn.countAll<number>().as('visits'))
      .$if(details.includes('params'), (query) =>
        query.select((eb) => eb.fn.agg<string>('string_agg', ['params', sql.lit(',')]).as('params')),
      )
      .groupBy(columns)
      .$castTo<Row>()
  })
