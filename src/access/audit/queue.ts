import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { isUnavailable } from '../../platform/errors/errors.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Act } from '../../platform/privacy/audit.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { lineOf } from './line.ts'
import { type AuditRow, storeEntries } from './store-entries.ts'

// An entry is stored at most a second after the response.
const flushEveryMs = 500
// Storing 500 entries blocks the event loop for about a millisecond on SQLite. More entries of an entity in one transaction cost
// less each.
const [atOnce, flushAt] = [500, 2_000]
// 10 to 100 MB: some minutes of many clinics while the database is away.
const maxWaiting = 20_000
// On SQLite, the transactions of all entities share a commit. On PostgreSQL, other writes need connections.
const [lanesEmbedded, lanes] = [256, 4]

export interface QueueContext {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  metrics: Pick<Metrics, 'auditEntriesLost'>
}

/** Entries that wait to be stored, by entity. */
type Waiting = Map<string, AuditRow[]>

const noRows = (): AuditRow[] => []

/** Stores audit entries in batches, in order. While the database is unavailable, they wait. Owns a timer. */
export class AuditQueue {
  readonly #context: QueueContext
  /** Adds the entries of responses that have not ended. */
  addOpen = () => {}
  #waiting: Waiting = new Map()
  #count = 0
  #lost = 0
  #flushed: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(context: QueueContext) {
    this.#context = context
  }

  record({ entityId, who, operation, contacts, outcome }: Act) {
    const { clock, log } = this.#context
    const row: AuditRow = {
      entity_id: entityId,
      at: clock.now(),
      entry_id: newId(),
      who: who.kind,
      who_id: null,
      who_name: who.kind === 'provider' ? who.name : null,
      operation,
      notification_ids: contacts.ids ? JSON.stringify(contacts.ids) : null,
      contacts: contacts.count,
      outcome,
    }
    log.info({ entry: row.entry_id, ...lineOf(row, contacts) })
    this.add(row)
  }

  /** Adds an entry.
   *  @param earlier the entry that it replaces */
  add(row: AuditRow, earlier: AuditRow | null = null) {
    const ofEntity = this.#waiting.getOrInsertComputed(row.entity_id, noRows)
    // One statement cannot store an entry twice.
    const index = earlier ? ofEntity.lastIndexOf(earlier) : -1
    if (index >= 0) {
      ofEntity[index] = row
      return
    }
    if (this.#count >= maxWaiting) return void this.#lost++
    ofEntity.push(row)
    this.#count++
    if (this.#count === flushAt) this.#flushAfter(0)
    else this.#timer ??= this.#flushAfter(flushEveryMs)
  }

  /** Makes sure that a response which has not ended has an entry soon. */
  expectOpen() {
    this.#timer ??= this.#flushAfter(flushEveryMs)
  }

  /** Stores all entries so far. Those that an absent database does not take stay in the queue. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushed = this.#flushed.then(() => this.#store())
    return this.#flushed
  }

  /** Stores what is left. */
  async close() {
    await this.flush()
    clearTimeout(this.#timer)
    this.#lost += this.#count
    this.#reportLost()
  }

  #flushAfter(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms).unref()
    return this.#timer
  }

  async #store() {
    this.addOpen()
    const storing = this.#waiting
    this.#waiting = new Map()
    this.#count = 0
    const entities = storing.entries()
    const { isEmbedded } = this.#context.database.engine
    await Promise.all(
      Array.from({ length: isEmbedded ? lanesEmbedded : lanes }, async () => {
        for (const [entityId, rows] of entities) await this.#storeOf(entityId, rows)
      }),
    )
    this.#reportLost()
  }

  async #storeOf(entityId: string, left: AuditRow[]) {
    try {
      while (left.length > 0) {
        const batch = left.slice(0, atOnce)
        await this.#context.database.writeFor(entityId, (trx) => storeEntries(trx, batch))
        left.splice(0, batch.length)
      }
    } catch (error) {
      if (isUnavailable(error)) return this.#keep(entityId, left)
      this.#lost += left.length
      this.#context.log.error({ err: error }, 'Cannot store audit entries')
    }
  }

  /** Puts entries back, before those that were added meanwhile. */
  #keep(entityId: string, left: AuditRow[]) {
    const added = this.#waiting.get(entityId) ?? []
    const rows = new Map([...left, ...added].map((row) => [row.entry_id, row]))
    this.#waiting.set(entityId, [...rows.values()])
    this.#count += rows.size - added.length
    this.expectOpen()
  }

  #reportLost() {
    if (this.#lost === 0) return
    this.#context.metrics.auditEntriesLost(this.#lost)
    this.#context.log.error(
      { lost: this.#lost },
      'Audit entries are lost, because the database did not take them. The log has their lines, with audit: true.',
    )
    this.#lost = 0
  }
}
