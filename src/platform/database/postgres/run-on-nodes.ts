import pg from 'pg'
import type { StatementReader } from './reader.ts'

interface NodeResult {
  /** `host:port` */
  node: string
  /** The first column of the first row, or the error message. */
  result: string
  success: 0 | 1
}

/** Runs a command on each node, with one new connection for each. `commands` selects a node's name and port, and its command. */
export const runOnNodes = (reader: StatementReader, commands: string, parameters: unknown[]) =>
  reader.run<NodeResult & pg.QueryResultRow>({
    sql: `
      with command (name, port, text) as (${commands})
      select node_name || ':' || node_port as node, success::int, result
      from (select array_agg(name) as names, array_agg(port) as ports, array_agg(text) as texts from command) as all_of,
        master_run_on_worker(names, ports, texts, true)
      order by node`,
    parameters,
  })

/** Runs a select over all entities on each node except the lost ones, and returns the rows of all. In the command, each
 *  table's name stands for its shards on the node. */
export async function selectOnNodes(
  reader: StatementReader,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
  lost: string[],
) {
  const results = await runOnNodes(reader, selectsOfNodes, [withLiterals(sql, parameters), lost])
  const failed = results.find(({ success }) => success === 0)
  if (failed) throw new Error(`node ${failed.node}: ${failed.result}`)
  return results.flatMap(({ result }): unknown[] => (result ? JSON.parse(result) : []))
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
      and nodename || ':' || nodeport <> all ($2::text[])
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
