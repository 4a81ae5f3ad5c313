import { type Static, Type } from 'typebox'
import { type ByDate, Day, storedRange } from '../../entities/day-range.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Encoding } from '../../platform/http/negotiation.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import { zoneRulesInUse } from '../../platform/time/zones/zones.ts'
import { ActionName, actionNames } from './action.ts'
import { etagOf } from './action-range.ts'
import { countHours, type HourCount } from './count-hours.ts'

const action = ActionName
const count = Type.Integer({ minimum: 1, description: 'The number of actions.' })

/** Counts of actions over a range of days. Each array is ordered by its keys, and omits counts of 0. */
export const ActionSummary = Type.Object(
  {
    entity_id: Type.String({ description: 'The entity whose actions are counted.' }),
    start_date: Day,
    end_date: Day,
    time_zone: Type.String({ description: "The entity's IANA time zone, in which the days and hours are." }),
    days: Type.Array(
      Type.Object({ date: Day, action, channel: Type.String({ description: 'The channel of the actions.' }), count }),
      { description: 'The counts of each day, action and channel. A count of 0 is absent.' },
    ),
    hours: Type.Array(
      Type.Object({
        hour: Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of the day.' }),
        action,
        count,
      }),
      { description: 'The counts of each hour of the day, over all days.' },
    ),
    lead_days: Type.Array(
      Type.Object({
        days: Type.Integer({ minimum: 0, description: 'The number of whole days of 24 hours before the visit.' }),
        action,
        count,
      }),
      {
        description:
          'The counts by the time from the answer to the visit. Only answers before a visit whose start is known are counted.',
      },
    ),
  },
  {
    $id: 'ActionSummary',
    description: 'The number of actions on some days.',
    examples: [
      {
        entity_id: 'clinica-lisboa',
        start_date: '2026-03-28',
        end_date: '2026-03-29',
        time_zone: 'Europe/Lisbon',
        days: [{ date: '2026-03-29', action: 'confirm', channel: 'mobile', count: 3 }],
        hours: [{ hour: 10, action: 'confirm', count: 3 }],
        lead_days: [{ days: 1, action: 'confirm', count: 3 }],
      },
    ],
  },
)
export type ActionSummary = Static<typeof ActionSummary>

type CountedActions = Parameters<typeof countHours>[1]

/** Finds the actions that a summary counts, and the headers of its response. Reads no action.
 *  @throws Problem invalid-date, reversed-range */
export async function findCountedActions(
  database: Database,
  { entity_id: entityId, start_date, end_date }: Static<typeof ByDate>,
  encoding: Encoding,
) {
  const { timeZone, snapshot } = await listedEntity(database, entityId)
  const { from, to, text } = storedRange(start_date, end_date, timeZone)
  const counted: CountedActions = { entityId, timeZone, snapshot, fromAt: from, fromKey: 0, toAt: to, toKey: 0 }
  const headers = {
    'Rollcall-Time-Zone': timeZone,
    'Rollcall-Range': text,
    'Rollcall-Sequence': String(snapshot),
    ETag: etagOf(counted, 'summary', timeZone, zoneRulesInUse.version, start_date, end_date, encoding),
  }
  return { counted, headers }
}

/** Counts the actions. Other reads run between the windows, in turn. */
export const summarize = async (
  database: Database,
  { entity_id, start_date, end_date }: Static<typeof ByDate>,
  counted: CountedActions,
  turn: Turn,
): Promise<ActionSummary> => ({
  entity_id,
  start_date,
  end_date,
  time_zone: counted.timeZone,
  ...(await addUp(countHours(database, counted, turn))),
})

type Counts<Key> = Map<Key, number>

/** Adds up the counts of all windows. */
async function addUp(
  windows: AsyncIterable<HourCount[]>,
): Promise<Pick<ActionSummary, 'days' | 'hours' | 'lead_days'>> {
  const byDay: Counts<string> = new Map()
  const byHour = countsByAction()
  const byLead = countsByAction()
  for await (const window of windows) {
    for (const { date, hour, action, channel, count, leadDays } of window) {
      add(byDay, `${date} ${actionNames.indexOf(action)} ${channel}`, count)
      add(byHour[action], hour, count)
      for (const days of leadDays) add(byLead[action], days, 1)
    }
  }
  return {
    days: [...byDay].sort(byKey).map(([key, count]) => ({ ...readKey(key), count })),
    hours: inOrder(byHour).map(({ key, ...counted }) => ({ hour: key, ...counted })),
    lead_days: inOrder(byLead).map(({ key, ...counted }) => ({ days: key, ...counted })),
  }
}

const countsByAction = () =>
  Object.fromEntries(actionNames.map((action) => [action, new Map()])) as Record<ActionName, Counts<number>>

const add = <Key>(counts: Counts<Key>, key: Key, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)

const byKey = ([one]: [string, number], [other]: [string, number]) => (one < other ? -1 : 1)

function readKey(key: string) {
  const [date, action, channel] = key.split(' ') as [string, string, string]
  return { date, action: actionNames[Number(action)]!, channel }
}

const inOrder = (counts: Record<ActionName, Counts<number>>) =>
  actionNames
    .flatMap((action) => [...counts[action]].map(([key, count]) => ({ key, action, count })))
    .sort((one, other) => one.key - other.key)
