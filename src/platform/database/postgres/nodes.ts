import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { isUnavailable, Problem } from '../../errors/errors.ts'
import { KeyedLimiter } from '../../scheduling/keyed-limiter.ts'
import type { Cluster, DatabaseWait } from '../database.ts'
import { entityOf } from '../entity-of.ts'
import { asProblem, type Statement } from './client.ts'
import { ClusterNode, type NodeAddress, nameOf } from './cluster-node.ts'
import { hashText } from './hash-text.ts'
import { Reader, type StatementReader } from './reader.ts'
import { runOnNodes, selectOnNodes } from './run-on-nodes.ts'
import type { Timeouts } from './timeouts.ts'

const examineEveryMs = 250
// Each examination of a lost node opens a connection.
const examineLostEveryMs = 1_000
const readShardsEveryMs = 1_000

/** A shard of the tables of entities: those whose hashes are at least `from`, up to the next shard. */
interface Shard {
  from: number
  node: ClusterNode
}

/** The nodes of a Citus cluster that have shards. Finds an entity's node as Citus does, without a statement (docs/decisions/0109). */
export class Nodes implements Cluster {
  onChange: Cluster['onChange'] = () => {}
  readonly #url: string
  readonly #timeouts: Timeouts
  readonly #onWait: DatabaseWait
  readonly #reader: Reader
  readonly #writers: KeyedLimiter
  readonly #closing = new AbortController()
  readonly #nodes = new Map<string, ClusterNode>()
  #shards: Shard[] = []
  #reported: string | undefined

  constructor(url: string, timeouts: Timeouts, onWait: DatabaseWait, maxWritersPerNode: number) {
    this.#url = url
    this.#timeouts = timeouts
    this.#onWait = onWait
    this.#reader = new Reader(url, timeouts, onWait)
    this.#writers = new KeyedLimiter(
      maxWritersPerNode,
      () => false,
      (seconds) => onWait('write', seconds),
    )
    void this.#repeat(
      () => this.#readShards(),
      () => readShardsEveryMs,
    )
  }

  get lost() {
    const names = [...this.#nodes.values()].filter(({ isLost }) => isLost).map(({ name }) => name)
    return names.length > 0 ? names.sort() : undefined
  }

  isAvailable(entityId: string) {
    return this.#shardOf(entityId)?.node.isLost !== true
  }

  availableByShard(entityIds: string[]) {
    const byShard = [...Map.groupBy(entityIds, (entityId) => this.#shardOf(entityId))]
    return byShard.flatMap(([shard, ids]) => (shard?.node.isLost ? [] : [ids]))
  }

  /** Returns the reader of the entity's node; undefined if it is unknown. */
  readerOf({ entityId, query }: Statement): StatementReader | undefined {
    const named = entityId ?? entityOf(query)
    const node = typeof named === 'string' ? this.#shardOf(named)?.node : undefined
    return node?.isLost ? lostReader : node?.reader
  }

  /** Runs `work` under the limit of the entity's node.
   *  @throws Problem database-unavailable when the node is lost; the errors of `work` */
  limit<T>(entityId: unknown, work: () => Promise<T>): Promise<T> {
    const node = typeof entityId === 'string' ? this.#shardOf(entityId)?.node : undefined
    if (!node || this.#nodes.size < 2) return work()
    return this.#writers.run(node.name, async () => {
      if (node.isLost) throw new Problem('database-unavailable')
      return work()
    })
  }

  async select(query: CompiledQuery): Promise<unknown[]> {
    try {
      if (!this.lost) return await this.#reader.run(query)
    } catch (error) {
      if (!isUnavailable(error) || !(await this.examine())) throw error
    }
    return selectOnNodes(this.#reader, query, this.lost ?? []).catch((error) => {
      throw asProblem(error)
    })
  }

  /** Runs a select on every node that responds, also on those without shards. Its statement must not contain `$$`. */
  async faults(select: string): Promise<string[]> {
    const results = await runOnNodes(
      this.#reader,
      `select nodename, nodeport, $$select string_agg(fault, '; ') from (${select}) as faults$$
      from pg_dist_node where noderole = 'primary' and nodename || ':' || nodeport <> all ($1::text[])`,
      [this.lost ?? []],
    )
    return results.flatMap(({ success, node, result }) => (success && result ? [`node ${node}: ${result}`] : []))
  }

  /** Asks all nodes. Returns the lost ones.
   *  @throws Problem database-unavailable */
  async examine() {
    await this.#readShards()
    await Promise.all([...this.#nodes.values()].map((node) => this.#examineNode(node)))
    return this.lost
  }

  async close() {
    this.#closing.abort()
    await Promise.all([this.#reader.close(), ...[...this.#nodes.values()].map((node) => node.close())])
  }

  #shardOf(entityId: string) {
    const hash = hashText(entityId)
    return this.#shards.findLast(({ from }) => from <= hash)
  }

  async #examineNode(node: ClusterNode) {
    await node.examine()
    const { lost } = this
    if (lost?.join() === this.#reported) return
    this.#reported = lost?.join()
    this.onChange(lost)
  }

  /** Shards move between nodes, and an operator adds and removes nodes. */
  async #readShards() {
    const rows = await this.#reader.run<NodeAddress & { from: number }>(shardsOfEntities)
    const addresses = new Map(rows.map((row) => [nameOf(row), row]))
    for (const [name, node] of this.#nodes) {
      if (addresses.has(name)) continue
      this.#nodes.delete(name)
      void node.close()
    }
    for (const [name, address] of addresses) {
      if (this.#nodes.has(name)) continue
      const node = new ClusterNode(this.#url, this.#timeouts, this.#onWait, address)
      this.#nodes.set(name, node)
      void this.#watch(node)
    }
    this.#shards = rows.map((row) => ({ from: row.from, node: this.#nodes.get(nameOf(row))! }))
    for (const node of this.#nodes.values()) node.entityId = this.#anyEntityOf(node)
  }

  #anyEntityOf(node: ClusterNode) {
    let number = 0
    while (this.#shardOf(`${number}`)?.node !== node) number++
    return `${number}`
  }

  async #watch(node: ClusterNode) {
    await this.#repeat(
      () => this.#examineNode(node),
      () => (node.isLost ? examineLostEveryMs : examineEveryMs),
      () => this.#nodes.get(node.name) === node,
    )
  }

  async #repeat(task: () => Promise<void>, pauseMs: () => number, continues = () => true) {
    const { signal } = this.#closing
    while (!signal.aborted && continues()) {
      await delay(pauseMs(), undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await task().catch(() => {})
    }
  }
}

/** Rejects the reads of a lost node, which would wait for it. */
const lostReader: StatementReader = {
  run: () => Promise.reject(new Problem('database-unavailable')),
  runJoined: () => Promise.reject(new Problem('database-unavailable')),
}

const shardsOfEntities: Statement = {
  sql: `
    select distinct on (1) shardminvalue::int as "from", nodename as host, nodeport as port
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
    where noderole = 'primary' and logicalrelid = to_regclass('entities')
    order by 1`,
  parameters: [],
  isLookUp: true,
}
