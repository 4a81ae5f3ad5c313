import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ProcessNotifier } from '../notifier.ts'
import { clientSettings, run } from './client.ts'
import type { Timeouts } from './timeouts.ts'

const channel = 'rollcall_actions'
const batchForMs = 5
const reconnectAfterMs = 500
// https://www.postgresql.org/docs/current/sql-notify.html: a payload is shorter than 8,000 bytes.
const maxEntitiesPerPayload = 100

type Listener = (entityId: string | undefined) => void

/** LISTEN/NOTIFY, in batches of a few milliseconds. NOTIFY runs after the commits, not in their transactions: PostgreSQL
 *  serialises the commits of notifying transactions, which would prevent group commit. */
export class PostgresNotifier implements ProcessNotifier {
  readonly detectsEveryCommit = false
  readonly #url: string
  readonly #timeouts: Timeouts
  readonly #writers: pg.Pool
  readonly #pending = new Set<string>()
  readonly #listeners: Listener[] = []
  readonly #closing = new AbortController()

  constructor(url: string, timeouts: Timeouts, writers: pg.Pool) {
    this.#url = url
    this.#timeouts = timeouts
    this.#writers = writers
  }

  notify(entityId: string) {
    if (this.#pending.size === 0) setTimeout(() => this.#sendBatch(), batchForMs).unref()
    this.#pending.add(entityId)
  }

  /** All listeners share one connection. */
  listen(listener: Listener) {
    if (this.#listeners.push(listener) === 1) void this.#stayConnected()
  }

  close() {
    this.#closing.abort()
  }

  #sendBatch() {
    const entityIds = [...this.#pending]
    this.#pending.clear()
    for (let from = 0; from < entityIds.length; from += maxEntitiesPerPayload) {
      const statement = 'select pg_notify($1, $2)'
      const payload = entityIds.slice(from, from + maxEntitiesPerPayload).join(' ')
      // Best effort: the notifier also polls.
      this.#writers.query(statement, [channel, payload]).catch(() => {})
    }
  }

  async #stayConnected() {
    while (!this.#closing.signal.aborted) {
      await this.#listenUntilLost().catch(() => {})
      await delay(reconnectAfterMs, undefined, { ref: false })
    }
  }

  async #listenUntilLost() {
    const tellListeners: Listener = (entityId) => {
      for (const listener of this.#listeners) listener(entityId)
    }
    const client = new pg.Client(clientSettings(this.#url, this.#timeouts))
    const lost = Promise.withResolvers<void>()
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ payload = '' }) => {
      for (const entityId of payload.split(' ')) tellListeners(entityId)
    })
    const end = () => void client.end().catch(() => {})
    this.#closing.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await run(client, { sql: `listen ${channel}`, parameters: [] })
      tellListeners(undefined)
      await lost.promise
    } finally {
      this.#closing.signal.removeEventListener('abort', end)
      end()
    }
  }
}
