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
// Storing this many blocks the event loop for about a millisecond on SQLite.
const atOnce = 500
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

/** Entries that wait to be stored, by entity and id. */
type Waiting = Map<string, Map<string, AuditRow>>

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
    log.info(lineOf(row, contacts))
    this.add(row)
  }

  /** Adds an entry, or replaces the one with the same id. */
  add(row: AuditRow) {
    const ofEntity = this.#waiting.getOrInsertComputed(row.entity_id, () => new Map())
    if (!ofEntity.has(row.entry_id)) {
      if (this.#count >= maxWaiting) return void this.#lost++
      this.#count++
    }
    ofEntity.set(row.entry_id, row)
    if (this.#count === atOnce) this.#flushAfter(0)
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

  async #storeOf(entityId: string, rows: Map<string, AuditRow>) {
    const left = [...rows.values()]
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
    const added = this.#waiting.get(entityId)?.values() ?? []
    const rows = [...left, ...added].map((row): [string, AuditRow] => [row.entry_id, row])
    const before = this.#waiting.get(entityId)?.size ?? 0
    const kept = new Map(rows)
    this.#waiting.set(entityId, kept)
    this.#count += kept.size - before
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
