import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../../errors/errors.ts'
import { KeyedLimiter } from '../../scheduling/keyed-limiter.ts'
import type { DatabaseWait, RecordList } from '../database.ts'
import { adaptToServer, asProblem, clientSettings, isBroken, run, type Statement } from './client.ts'
import { prepareToJoin, runJoined } from './joined-records.ts'
import { readConnections } from './pipelining.ts'
import { closeTimeoutMs, type Timeouts } from './timeouts.ts'

/** @throws Problem database-unavailable */
export interface StatementReader {
  run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  runJoined(statement: Statement, separator: string): Promise<RecordList>
}

/** The read-only connections. No lookup queues behind a list. */
export class Reader implements StatementReader {
  readonly #lookUps: PipelinedConnection[]
  readonly #lists: PipelinedConnection[]
  readonly #onWait: DatabaseWait

  constructor(url: string, timeouts: Timeouts, onWait: DatabaseWait) {
    const { lookUps, lists } = readConnections
    this.#lookUps = Array.from(
      { length: lookUps.connections },
      () => new PipelinedConnection(url, timeouts, lookUps.maxRunning),
    )
    this.#lists = Array.from(
      { length: lists.connections },
      () => new PipelinedConnection(url, timeouts, lists.maxRunning, prepareToJoin),
    )
    this.#onWait = onWait
  }

  async run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    const connection = leastLoaded(statement.isLookUp ? this.#lookUps : this.#lists)
    const { rows } = await this.#timed(connection.use((client) => run<Row>(client, statement)))
    return rows
  }

  runJoined(statement: Statement, separator: string) {
    return this.#timed(leastLoaded(this.#lists).use((client) => runJoined(client, statement, separator)))
  }

  async close() {
    const closed = Promise.all([...this.#lookUps, ...this.#lists].map((connection) => connection.close()))
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
}

function leastLoaded([first, ...others]: PipelinedConnection[]): PipelinedConnection {
  let least = first!
  for (const connection of others) if (connection.load < least.load) least = connection
  return least
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
    const opened = this.#connect(client).catch((error) => {
      void this.#drop(opened)
      void client.end().catch(() => {})
      throw asProblem(error)
    })
    // The connection was lost while idle.
    client.on('error', () => void this.#drop(opened))
    return opened
  }

  async #connect(client: pg.Client) {
    await client.connect()
    await adaptToServer(client, this.#timeouts)
    this.#prepare(client)
    return client
  }

  async #drop(client: Promise<pg.Client>) {
    // Only the first of several failed reads drops the connection.
    if (this.#client !== client) return
    this.#client = undefined
    await client.then((open) => open.end()).catch(() => {})
  }
}
