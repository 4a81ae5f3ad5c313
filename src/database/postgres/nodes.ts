import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster, LostNodes } from '../database.ts'
import { Reader } from './reader.ts'
import type { Timeouts } from './timeouts.ts'

const examineEveryMs = 1_000

interface NodeResult {
  /** `host:port` */
  node: string
  success: 0 | 1
  /** The first column of the first row. */
  result: string
}

/** The nodes of a Citus cluster. Examines them every second, and when a statement over all entities fails. */
export class Nodes implements Cluster {
  lost: LostNodes | undefined
  onChange: (lost: LostNodes | undefined) => void = () => {}
  readonly #reader: Reader
  readonly #closing = new AbortController()
  #examining: Promise<LostNodes | undefined> | undefined

  constructor(url: string, timeouts: Timeouts) {
    // Longer than the timeout of a connection to a node.
    this.#reader = new Reader(url, { ...timeouts, statementMs: 2 * timeouts.statementMs }, () => {})
    void this.#watch()
  }

  examine() {
    this.#examining ??= this.#examineNow().finally(() => {
      this.#examining = undefined
    })
    return this.#examining
  }

  /** Runs a select on every node that responds. Its statement must not contain `$$`. */
  async faults(select: string): Promise<string[]> {
    const results = await this.#run(`
      select nodename, nodeport, $$select string_agg(fault, '; ') from (${select}) as faults$$
      from pg_dist_node where noderole = 'primary'`)
    return results.filter(responds).flatMap(({ node, result }) => (result ? [`node ${node}: ${result}`] : []))
  }

  async close() {
    this.#closing.abort()
    await this.#reader.close()
  }

  async #examineNow() {
    const before = this.lost?.names.join()
    // There can be 100,000 entities, so read them only while a node is lost.
    this.lost = (await this.#run(everyNode)).every(responds) ? undefined : await this.#readLost()
    if (this.lost?.names.join() !== before) this.onChange(this.lost)
    return this.lost
  }

  async #readLost(): Promise<LostNodes | undefined> {
    const results = await this.#run(entitiesOfNodes)
    const names = results.filter((one) => !responds(one)).map(({ node }) => node)
    if (names.length === 0) return undefined
    const entities = results.filter(responds).flatMap(({ result }): string[] => (result ? JSON.parse(result) : []))
    return { names, others: new Set(entities) }
  }

  async #watch() {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await delay(examineEveryMs, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.examine().catch(() => {})
    }
  }

  /** `commands` selects a node's name and port, and the statement to run there. */
  #run(commands: string) {
    return this.#reader.run<NodeResult>({
      sql: `
        with command (name, port, text) as (${commands})
        select node_name || ':' || node_port as node, success::int, result
        from (select array_agg(name) as names, array_agg(port) as ports, array_agg(text) as texts from command) as all_of,
          master_run_on_worker(names, ports, texts, true)
        order by node`,
      parameters: [],
    })
  }
}

const responds = ({ success }: NodeResult) => success === 1

const everyNode = "select nodename, nodeport, 'select 1' from pg_dist_node where noderole = 'primary'"

/** One connection to each node reads the entities of all its shards. */
const entitiesOfNodes = `
  select nodename, nodeport, format('select json_agg(entity_id) from (%s) as entities',
    string_agg(format('select entity_id from %s', shard_name(logicalrelid, shardid)), ' union all '))
  from pg_dist_node join pg_dist_placement using (groupid) join pg_dist_shard using (shardid)
  where noderole = 'primary' and logicalrelid = 'entities'::regclass
  group by nodename, nodeport`
