import { sql } from 'kysely'
import type { ChannelName } from '../channels/registry.ts'
import { acrossEntities } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import { type Clock, type Instant, minutes, seconds } from '../instant.ts'
import { isDue } from './outbox.ts'

/** The first reads of passes take about this share of the time. */
const firstReadShare = 1 / 200
const minPassMicros = seconds(1)
/** Another process's delivery whose lease has ended waits at most as long. */
const maxPassMicros = minutes(1)

/** A due delivery, and its position in the order of all deliveries. */
export interface Due {
  entity_id: string
  delivery_id: string
  next_attempt_at: Instant
}

/** Reads the due deliveries of a channel, earliest first, in passes. A pass begins with the earliest delivery, and each
 *  read continues after the previous one. While PostgreSQL keeps a long snapshot (a `pg_dump`), no vacuum removes the index
 *  entries of deliveries sent since. Only the first read of a pass skips all of them, so a slow one delays the next pass.
 *  A delivery that becomes due at an earlier position waits for the next pass. */
export class DueScan {
  readonly channel: ChannelName
  readonly #database: Database
  #last: Due | undefined
  #nextPass = Number.NEGATIVE_INFINITY

  constructor(database: Database, channel: ChannelName) {
    this.#database = database
    this.channel = channel
  }

  /** Returns up to `count` due deliveries, without a lock. */
  async next(count: number, clock: Clock): Promise<Due[]> {
    const started = clock.monotonic()
    const isFirst = started >= this.#nextPass
    const due = await selectDue(this.#database, this.channel, count, clock.now(), isFirst ? undefined : this.#last)
    const ended = clock.monotonic()
    if (isFirst) {
      const pass = (ended - started) / firstReadShare
      this.#nextPass = ended + Math.min(Math.max(pass, minPassMicros), maxPassMicros)
    }
    this.#last = due.at(-1) ?? (isFirst ? undefined : this.#last)
    return due
  }
}

/** Selects the earliest due deliveries of all entities after a position. The outbox has no other cross-entity statement. */
const selectDue = (database: Database, channel: ChannelName, count: number, now: Instant, after: Due | undefined) =>
  acrossEntities(database, (isAvailable) => {
    const due = database
      .selectFrom('deliveries')
      .select(['entity_id', 'delivery_id', 'next_attempt_at'])
      .where(isDue(channel, now))
      .where(isAvailable('entity_id'))
      .orderBy('next_attempt_at')
      .orderBy('delivery_id')
      .limit(sql.lit(count))
    if (!after) return due.execute()
    const position = sql<boolean>`(next_attempt_at, delivery_id) > (${after.next_attempt_at}, ${after.delivery_id})`
    return due.where(position).execute()
  })
