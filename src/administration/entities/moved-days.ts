import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Entity } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import { replacedOrWithdrawnStates } from '../../visits/state.ts'

/** Visits that another time zone moves to another day. */
export const MovedDay = Type.Object(
  {
    day: Type.String({ description: 'The day of the visits in the present time zone, as YYYY-MM-DD.' }),
    new_day: Type.String({ description: 'Their day in the new time zone.' }),
    visits: Type.Integer({ description: 'The number of these visits.' }),
  },
  {
    $id: 'MovedDay',
    description: 'Visits that another time zone moves to another day.',
    examples: [{ day: '2026-03-30', new_day: '2026-03-31', visits: 4 }],
  },
)
export type MovedDay = Static<typeof MovedDay>

// Every offset of a time zone today is a multiple of it.
const bucketMicros = minutes(15)

/** Returns the coming visits that are on another day in another time zone, by day. Their instants stay as they are. */
export async function movedDays(
  database: Database,
  { id, time_zone }: Pick<Entity, 'id' | 'time_zone'>,
  zone: string,
  now: Instant,
): Promise<MovedDay[]> {
  if (zone === time_zone) return []
  const bucket = sql<number>`starts_at / ${sql.lit(bucketMicros)}`
  const rows = await database
    .selectFrom('notifications')
    .select([bucket.as('bucket'), ({ fn }) => fn.countAll<number>().as('visits')])
    .where('entity_id', '=', id)
    .where('starts_at', '>=', now)
    .where('state', 'not in', replacedOrWithdrawnStates)
    .groupBy(bucket)
    .orderBy(bucket)
    .execute()
  const moved = new Map<string, MovedDay>()
  for (const { bucket, visits } of rows) {
    const at = Number(bucket) * bucketMicros
    const [day, new_day] = [time_zone, zone].map((one) => inZone(at, one).toPlainDate().toString()) as [string, string]
    if (day === new_day) continue
    moved.getOrInsertComputed(`${day} ${new_day}`, () => ({ day, new_day, visits: 0 })).visits += Number(visits)
  }
  return [...moved.values()]
}
