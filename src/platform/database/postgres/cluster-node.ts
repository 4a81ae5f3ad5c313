import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseWait } from '../database.ts'
import { Reader } from './reader.ts'
import type { Timeouts } from './timeouts.ts'

// The slowest of 6,633 probes took 196 ms, on two cores with a load of 9. The 99.9th percentile was 73 ms.
const deadlineMs = 200
// A probe that opens a connection to the node must outlast the attempt.
const probeTimeouts = { nodeConnectionMs: deadlineMs, statementMs: 2 * deadlineMs }

export interface NodeAddress {
  host: string
  port: number
}

/** A node with shards. Reads of its entities have their own connections, which no other node can block. */
export class ClusterNode {
  readonly name: string
  readonly reader: Reader
  isLost = false
  /** A text that one of the node's shards would store. */
  entityId = ''
  readonly #address: NodeAddress
  readonly #probe: Reader
  #examining: Promise<void> | undefined

  constructor(url: string, timeouts: Timeouts, onWait: DatabaseWait, address: NodeAddress) {
    this.name = nameOf(address)
    this.reader = new Reader(url, timeouts, onWait)
    this.#probe = new Reader(url, { ...timeouts, ...probeTimeouts }, () => {})
    this.#address = address
  }

  /** Updates `isLost`. A node that misses the deadline is lost only if it also accepts no connection in time.
   *  @throws Problem database-unavailable when the process's own server does not respond */
  examine(): Promise<void> {
    this.#examining ??= this.#examineNow().finally(() => {
      this.#examining = undefined
    })
    return this.#examining
  }

  async close() {
    await Promise.all([this.reader.close(), this.#probe.close()])
  }

  async #examineNow() {
    if (!this.isLost && (await this.#respondsInTime())) return
    this.isLost = !(await this.#acceptsConnection())
  }

  /** Runs on the connection that Citus keeps open: 0.2 ms of the node's processor time, and a new connection takes 7 ms. */
  #respondsInTime(): Promise<boolean> {
    const selecting = this.#probe.run({ ...probe, parameters: [this.entityId], isLookUp: true })
    const responds = selecting.then(
      () => true,
      () => false,
    )
    return Promise.race([responds, delay(deadlineMs, false, { ref: false })])
  }

  /** Leaves no statement behind that waits for the node: Citus cannot cancel it while the node hangs. */
  async #acceptsConnection(): Promise<boolean> {
    const { host, port } = this.#address
    const [result] = await this.#probe.run<{ success: 0 | 1 }>({
      sql: `select success::int from master_run_on_worker(array[$1], array[$2::int], array['select 1'], true)`,
      parameters: [host, port],
    })
    return result!.success === 1
  }
}

export const nameOf = ({ host, port }: NodeAddress) => `${host}:${port}`

const probe = { sql: 'select from entities where entity_id = $1', name: 'probe' }
