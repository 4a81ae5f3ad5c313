import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../../errors.ts'
import { KeyedLimiter } from '../../keyed-limiter.ts'
import type { DatabaseWait, Joined } from '../database.ts'
import { asProblem, clientSettings, isBroken, run, type Statement } from './client.ts'
import { prepareToJoin, runJoined } from './joined-records.ts'
import { closeTimeoutMs, type Timeouts } from './timeouts.ts'

const listConnections = 3
// A statement's timeout starts when it is sent, and a timeout ends its connection. Without limits, 2,300 lists
// in a burst of 3,500 failed with status 503.
const maxPerConnection = { lookUps: 256, lists: 32 }

/** @throws Problem database-unavailable */
export interface StatementReader {
  run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  runJoined(statement: Statement, separator: string): Promise<Joined>
}

/** The read-only connections. They pipeline reads, because a round trip costs more than a lookup. All lookups share one
 *  connection, so that one event loop tick sends one packet. This serves 20,000 check-ins a second, and four connections
 *  serve 14,000. No lookup queues behind a list. */
export class Reader implements StatementReader {
  readonly #lookUps: PipelinedConnection
  readonly #lists: PipelinedConnection[]
  readonly #onWait: DatabaseWait

  constructor(url: string, timeouts: Timeouts, onWait: DatabaseWait) {
    this.#lookUps = new PipelinedConnection(url, timeouts, maxPerConnection.lookUps)
    this.#lists = Array.from(
      { length: listConnections },
      () => new PipelinedConnection(url, timeouts, maxPerConnection.lists, prepareToJoin),
    )
    this.#onWait = onWait
  }

  async run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    const connection = statement.isLookUp ? this.#lookUps : this.#leastLoaded()
    const { rows } = await this.#timed(connection.use((client) => run<Row>(client, statement)))
    return rows
  }

  runJoined(statement: Statement, separator: string) {
    return this.#timed(this.#leastLoaded().use((client) => runJoined(client, statement, separator)))
  }

  async close() {
    const closed = Promise.all([this.#lookUps, ...this.#lists].map((connection) => connection.close()))
    await Promise.race([closed, delay(closeTimeoutMs, undefined, { ref: false })])
  }

  async #timed<T>(reading: Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await reading
    } finally {
      this.#onWait('read', (performance.now() - started) / 1_000)
    }
  }

  #leastLoaded(): PipelinedConnection {
    let least = this.#lists[0]!
    for (const connection of this.#lists) if (connection.load < least.load) least = connection
    return least
  }
}

/** Connects on the first read, and reconnects on the next read after a loss. */
class PipelinedConnection {
  readonly #limiter: KeyedLimiter
  readonly #url: string
  readonly #timeouts: Timeouts
  readonly #prepare: (client: pg.Client) => void
  #client: Promise<pg.Client> | undefined
  #isClosed = false

  constructor(url: string, timeouts: Timeouts, maxRunning: number, prepare: (client: pg.Client) => void = () => {}) {
    this.#limiter = new KeyedLimiter(maxRunning, isBroken)
    this.#url = url
    this.#timeouts = timeouts
    this.#prepare = prepare
  }

  /** The number of sent and queued reads. */
  get load() {
    return this.#limiter.count('')
  }

  use<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.#limiter.run('', () => this.#read(read))
  }

  async close() {
    this.#isClosed = true
    if (this.#client) await this.#drop(this.#client)
  }

  async #read<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Problem('database-unavailable')
    this.#client ??= this.#open()
    const opening = this.#client
    try {
      return await read(await opening)
    } catch (error) {
      if (isBroken(error)) void this.#drop(opening)
      throw error
    }
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client(clientSettings(this.#url, this.#timeouts))
    const opened = client.connect().then(
      () => {
        this.#prepare(client)
        return client
      },
      (error) => {
        void this.#drop(opened)
        void client.end().catch(() => {})
        throw asProblem(error)
      },
    )
    // The connection was lost while idle.
    client.on('error', () => void this.#drop(opened))
    return opened
  }

  async #drop(client: Promise<pg.Client>) {
    // Only the first of several failed reads drops the connection.
    if (this.#client !== client) return
    this.#client = undefined
    await client.then((open) => open.end()).catch(() => {})
  }
}
