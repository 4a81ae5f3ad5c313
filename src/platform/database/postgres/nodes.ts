import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { isUnavailable } from '../../errors/errors.ts'
import type { Cluster, DatabaseWait } from '../database.ts'
import { asProblem } from './client.ts'
import { Reader, type StatementReader } from './reader.ts'
import type { Timeouts } from './timeouts.ts'

// As long as a text or a receipt that has missed rows may still be in progress.
const missesRowsForMs = 10_000

/** The nodes of a Citus cluster. */
export class Nodes implements Cluster {
  /** Apart from the connections of requests: a timeout ends a connection, with all statements on it. */
  readonly #reader: Reader
  #missedRowsAt = -Infinity

  constructor(url: string, timeouts: Timeouts, onWait: DatabaseWait) {
    this.#reader = new Reader(url, timeouts, onWait)
  }

  get missesRows() {
    return performance.now() - this.#missedRowsAt < missesRowsForMs
  }

  async select(query: CompiledQuery): Promise<unknown[]> {
    try {
      if (!this.missesRows) return await this.#reader.run(query)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    const { rows, isWhole } = await selectOnNodes(this.#reader, query)
    if (!isWhole) this.#missedRowsAt = performance.now()
    return rows
  }

  /** Runs a select of faults on every node, also on those without shards. Its statement must not contain `$$`. */
  async faults(select: string): Promise<string[]> {
    const commands = `
      select nodename, nodeport, $$select string_agg(fault, '; ') from (${select}) as faults$$
      from pg_dist_node where noderole = 'primary'`
    const results = await runOnNodes(this.#reader, commands, [])
    return results.flatMap(({ success, node, result }) => (success && result ? [`node ${node}: ${result}`] : []))
  }

  /** Returns a fault for each node that does not respond. */
  async away(): Promise<string[]> {
    const commands = `select nodename, nodeport, 'select 1' from pg_dist_node where noderole = 'primary'`
    const results = await runOnNodes(this.#reader, commands, [])
    return results.flatMap(({ success, node }) => (success ? [] : [`node ${node} does not respond`]))
  }

  close() {
    return this.#reader.close()
  }
}

interface NodeResult {
  /** `host:port` */
  node: string
  /** The first column of the first row, or the error message. */
  result: string
  success: 0 | 1
}

/** Runs a command on each node, with one new connection for each. `commands` selects a node's name and port, and its command. */
const runOnNodes = (reader: StatementReader, commands: string, parameters: unknown[]) =>
  reader.run<NodeResult & pg.QueryResultRow>({
    sql: `
      with command (name, port, text) as (${commands})
      select node_name || ':' || node_port as node, success::int, result
      from (select array_agg(name) as names, array_agg(port) as ports, array_agg(text) as texts from command) as all_of,
        master_run_on_worker(names, ports, texts, true)
      order by node`,
    parameters,
  })

/** Runs a select over all entities once on each node. Returns the rows of the nodes that respond. In the command, each
 *  table's name stands for its shards on the node.
 *  @throws Problem database-unavailable when no node responds */
async function selectOnNodes(reader: StatementReader, { sql, parameters }: CompiledQuery) {
  const results = await runOnNodes(reader, selectsOfNodes, [withLiterals(sql, parameters)])
  const responses = results.filter(({ success }) => success)
  if (responses.length === 0) throw asProblem(new Error(results.map(({ node, result }) => `${node}: ${result}`).join()))
  const rows = responses.flatMap(({ result }): unknown[] => (result ? JSON.parse(result) : []))
  return { rows, isWhole: responses.length === results.length }
}

// PostgreSQL inlines the common table expressions, so the select uses the indexes of the shards.
const selectsOfNodes = `
  select nodename, nodeport, format('with %s select json_agg(found) from (%s) as found',
    string_agg(format('%I as not materialized (%s)', relation, rows), ', '), $1::text)
  from (
    select nodename, nodeport, logicalrelid::text as relation,
      string_agg('select * from ' || shard_name(logicalrelid, shardid), ' union all ') as rows
    from pg_dist_node join pg_dist_placement using (groupid) join pg_dist_shard using (shardid)
      join pg_dist_partition using (logicalrelid)
    where noderole = 'primary' and partmethod = 'h' and strpos($1::text, format('"%s"', logicalrelid)) > 0
    group by nodename, nodeport, logicalrelid) as tables
  group by nodename, nodeport`

/** A command for a node has no parameters. */
const withLiterals = (sql: string, parameters: readonly unknown[]) =>
  sql.replace(/\$(\d+)/g, (_, number) => literal(parameters[number - 1]))

const literal = (value: unknown) => {
  if (value === null) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? arrayOf(value) : String(value))
}

const arrayOf = (texts: string[]) => `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)}}`
