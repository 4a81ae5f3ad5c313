import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Wire } from '../signals.ts'
import { clientSettings, run } from './client.ts'
import type { Timeouts } from './timeouts.ts'

const channel = 'rollcall_actions'
const lookEvery = 2_000
const collectFor = 5
const reconnectAfter = 500
// https://www.postgresql.org/docs/current/sql-notify.html: a payload is shorter than 8,000 bytes.
const mostTold = 100

/** News by NOTIFY, a few milliseconds' worth at a time. After the commits that they are of, and not in them: notifying
 *  transactions commit one after the other, which would undo all that the server gains by writing commits together. */
export class PostgresWire implements Wire {
  readonly lookEvery = lookEvery
  readonly #url: string
  readonly #timeouts: Timeouts
  readonly #writers: pg.Pool
  readonly #told = new Set<string>()
  readonly #hearing: ((entityId: string | undefined) => void)[] = []
  readonly #closing = new AbortController()

  constructor(url: string, timeouts: Timeouts, writers: pg.Pool) {
    this.#url = url
    this.#timeouts = timeouts
    this.#writers = writers
  }

  send(entityId: string) {
    if (this.#told.size === 0) setTimeout(() => this.#tell(), collectFor).unref()
    this.#told.add(entityId)
  }

  /** However many listen, it is one connection. */
  listen(heard: (entityId: string | undefined) => void) {
    if (this.#hearing.push(heard) === 1) void this.#stayListening()
  }

  close() {
    this.#closing.abort()
  }

  #tell() {
    const told = [...this.#told]
    this.#told.clear()
    for (let from = 0; from < told.length; from += mostTold) {
      const statement = 'select pg_notify($1, $2)'
      // Whoever is not told looks for himself.
      this.#writers.query(statement, [channel, told.slice(from, from + mostTold).join(' ')]).catch(() => {})
    }
  }

  async #stayListening() {
    while (!this.#closing.signal.aborted) {
      await this.#listenOnce().catch(() => {})
      await delay(reconnectAfter, undefined, { ref: false })
    }
  }

  /** Listens until the connection is lost. */
  async #listenOnce() {
    const heard = (entityId: string | undefined) => {
      for (const hear of this.#hearing) hear(entityId)
    }
    const client = new pg.Client(clientSettings(this.#url, this.#timeouts))
    const lost = Promise.withResolvers<void>()
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ payload = '' }) => {
      for (const entityId of payload.split(' ')) heard(entityId)
    })
    const end = () => void client.end().catch(() => {})
    this.#closing.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await run(client, { sql: `listen ${channel}`, parameters: [] })
      heard(undefined)
      await lost.promise
    } finally {
      this.#closing.signal.removeEventListener('abort', end)
      end()
    }
  }
}
