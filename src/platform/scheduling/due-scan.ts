import { type Clock, type Instant, type Microseconds, minutes, seconds } from '../time/instant.ts'

/** The reads that begin with the earliest row take about this share of the time. */
const readShare = 1 / 200
const minPassMicros = seconds(1)
/** Longest wait of a row that another process took and did not finish. */
const maxPassMicros = minutes(1)

/** Returns how long a pass lasts.
 *  @param readMicros how long it took to read from the earliest row */
export const passMicros = (readMicros: Microseconds): Microseconds =>
  Math.min(Math.max(readMicros / readShare, minPassMicros), maxPassMicros)

/** Selects up to `count` rows that are due, in order, after a row. */
type SelectDue<Row> = (count: number, now: Instant, after: Row | undefined) => Promise<Row[]>

/** Reads due rows, earliest first, in passes. A pass begins with the earliest row, and each read continues after the previous
 *  one. While PostgreSQL keeps a long snapshot (a `pg_dump`), no vacuum removes the index entries of rows that were due since.
 *  Only the first read of a pass skips all of them, so a slow one delays the next pass. A row that becomes due at an earlier
 *  position waits for the next pass. */
export class DueScan<Row> {
  readonly #select: SelectDue<Row>
  #last: Row | undefined
  #nextPass = Number.NEGATIVE_INFINITY

  constructor(select: SelectDue<Row>) {
    this.#select = select
  }

  /** Returns up to `count` due rows, without a lock. */
  async next(count: number, clock: Clock): Promise<Row[]> {
    const started = clock.monotonic()
    const isFirst = started >= this.#nextPass
    const due = await this.#select(count, clock.now(), isFirst ? undefined : this.#last)
    const ended = clock.monotonic()
    if (isFirst) this.#nextPass = ended + passMicros(ended - started)
    this.#last = due.at(-1) ?? (isFirst ? undefined : this.#last)
    return due
  }
}
