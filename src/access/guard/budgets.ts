import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { type Clock, hours, type Instant, type Microseconds, minutes, seconds } from '../../platform/time/instant.ts'

const maxMisses = 30
// Test messages cost money, and can go to any address. A person tries ten an hour.
export const maxTests = 20
// A process reserves 1/50 of the remaining budget at a time: an unused share costs the other processes little.
const sharesPerBudget = 50
// A process admits this part of a budget in each window without a write. A clinic that polls twice a minute needs no more.
const unreservedPart = 1 / 100
// The stored window is also the time of the last use.
const lastUseForMicros = hours(1)

/** The budgets of each credential per minute, and of the test messages of each entity per hour. Concurrent requests of a process
 *  share one exact count. Of a budget of at least 100, each process may admit two hundredths more than the shared count
 *  (docs/decisions/0114). */
export interface Budgets {
  /** @throws Problem rate-limited */
  takeRequest(credentialId: string): Promise<void>
  /** Counts a check-in lookup without a result: it may be a guess. Over budget, a miss returns 429 instead of 404.
   *  Hits still succeed.
   *  @throws Problem rate-limited */
  takeMiss(credentialId: string): Promise<void>
  /** An administrator can create credentials, so tests count for the entity.
   *  @throws Problem rate-limited */
  takeTest(entityId: string): Promise<void>
}

/** @param perMinute requests per credential; 0 disables the budgets per minute */
export function createBudgets(database: Database, clock: Clock, perMinute: number): Budgets {
  const takeTest = createBudget(database, clock, 'tests', maxTests, hours(1))
  if (perMinute === 0) return { async takeRequest() {}, async takeMiss() {}, takeTest }
  return {
    takeRequest: createBudget(database, clock, 'requests', perMinute, minutes(1)),
    takeMiss: createBudget(database, clock, 'misses', maxMisses, minutes(1)),
    takeTest,
  }
}

/** The part of a credential's budget that this process hands out. */
interface Share {
  left: number
  isLast: boolean
  /** What the process admits in this window without a reservation. */
  unreserved: number
  /** Until when the stored time of the last use is exact enough, by the monotonic clock. */
  lastUseUntil: number
  /** The end of the window, by the monotonic clock. */
  until: number
}

/** Returns a function that counts one kind of event per window, for all processes together. A window begins with its first
 *  event. */
function createBudget(database: Database, clock: Clock, kind: string, max: number, windowMicros: Microseconds) {
  const shares = new Map<string, Share>()
  // Concurrent requests of a key share one reservation.
  const reserving = new Map<string, Promise<void>>()

  const unreserved = Math.floor(max * unreservedPart)

  return async function take(key: string): Promise<void> {
    const share = shareOf(key)
    if (share === undefined || (share.left === 0 && !share.isLast)) {
      await reserving.getOrInsertComputed(key, () =>
        reserve(key, share?.unreserved ?? 0).finally(() => reserving.delete(key)),
      )
      return take(key)
    }
    if (share.left === 0) {
      const leftMicros = share.until - clock.monotonic()
      throw new Problem('rate-limited', {}, { 'Retry-After': String(Math.ceil(leftMicros / seconds(1))) })
    }
    share.left--
  }

  /** Returns the share of the current window; undefined if the process must reserve one. */
  function shareOf(key: string): Share | undefined {
    const share = shares.get(key)
    const now = clock.monotonic()
    if (share === undefined || now < share.until) return share
    if (unreserved === 0 || now >= share.lastUseUntil) return undefined
    const next = { ...share, left: unreserved, isLast: false, unreserved, until: now + windowMicros }
    shares.set(key, next)
    return next
  }

  /** @param used what the process has admitted in this window without a reservation */
  async function reserve(key: string, used: number) {
    const now = clock.now()
    const started = clock.monotonic()
    const share = Math.ceil(max / sharesPerBudget)
    // The clocks of machines differ. If a window ends later than this, a clock was wrong when the window began.
    const window = { now, end: now + windowMicros, latestEnd: now + 2 * windowMicros }
    try {
      const reservation = { id: key, kind, ...window, max, used, share }
      const [row] = await database.engine.limitPerEntity(key, () => reserveShareOf(database, reservation))
      const { given, ends_at } = row!
      const until = started + Math.min(ends_at - now, windowMicros)
      const isLast = row!.used >= max
      shares.set(key, { left: given, isLast, unreserved: 0, until, lastUseUntil: started + lastUseForMicros })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Replicas can serve reads while the primary is unavailable. In this window, this process counts alone.
      shares.set(key, { left: max, isLast: true, unreserved: 0, until: started + windowMicros, lastUseUntil: 0 })
    }
  }
}

/** Returns when credentials were used last, to the hour. Without a budget of requests, it is unknown. */
export async function lastUses(database: Database, ids: string[]): Promise<Map<string, Instant>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('budgets')
    .select(['access_token_id', 'ends_at'])
    .where('access_token_id', 'in', ids)
    .where('kind', '=', 'requests')
    .execute()
  return new Map(rows.map(({ access_token_id, ends_at }) => [access_token_id, ends_at - minutes(1)]))
}

type Reservation = {
  id: string
  kind: string
  now: Instant
  end: Instant
  latestEnd: Instant
  max: number
  /** What the process has used already. */
  used: number
  /** The share of a whole budget. */
  share: number
}

/** Reserves a share of the remaining budget, or begins a new window. */
const reserveShareOf = preparedStatement(
  (database, { id, kind, now, end, latestEnd, max, used, share }: Reservation) => {
    const isOver = sql`(budgets.ends_at <= ${now} or budgets.ends_at > ${latestEnd})`
    const left = sql`(cast(${max} as bigint) - budgets.used - cast(${used} as bigint))`
    const part = sql`case when ${left} <= 0 then 0 when ${left} < ${sql.lit(sharesPerBudget)} then 1 else ${left} / ${sql.lit(sharesPerBudget)} end`
    const first = sql<number>`cast(${used} as bigint) + cast(${share} as bigint)`
    return database
      .insertInto('budgets')
      .values({ access_token_id: id, kind, ends_at: end, used: first, given: share })
      .onConflict((conflict) =>
        conflict.columns(['access_token_id', 'kind']).doUpdateSet({
          used: sql`case when ${isOver} then ${first} else budgets.used + cast(${used} as bigint) + ${part} end`,
          given: sql`case when ${isOver} then ${share} else ${part} end`,
          ends_at: sql`case when ${isOver} then ${end} else budgets.ends_at end`,
        }),
      )
      .returning(['used', 'given', 'ends_at'])
  },
)
