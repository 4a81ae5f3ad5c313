import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  administer,
  databaseAt,
  databasesLike,
  dropDatabase,
  postmasterOf,
  query,
  signalAll,
  template,
} from './postgres-server.ts'

/** A database of a Citus cluster, whose nodes are on this machine and trust its superuser. */
export const { TEST_CITUS_URL } = process.env

/** Drops the databases that tests reused. Reports skipped tests after all other output, where it is visible. */
export default () => () => {
  if (TEST_CITUS_URL) return dropCitusDatabases(template)
  process.stderr.write('\nNOT TESTED ON CITUS: TEST_CITUS_URL does not name a cluster.\n\n')
}

export interface Node {
  /** The address of the same database on this node. */
  url: string
  host: string
  port: number
  isCoordinator: boolean
}

/** Returns the nodes of the cluster, coordinator first. */
export async function nodesOf(url: string): Promise<Node[]> {
  const { rows } = await query(url, 'select nodename, nodeport, groupid from pg_dist_node order by groupid')
  return rows.map(({ nodename, nodeport, groupid }) => {
    const address = new URL(url)
    address.host = `${nodename}:${nodeport}`
    return { url: address.href, host: nodename, port: nodeport, isCoordinator: groupid === 0 }
  })
}

// Fewer shards than by default, because each database of a test has those of each table.
const shards = 8

/** Creates an empty database on all nodes of the cluster. Returns its address, with the query of `TEST_CITUS_URL`. */
export async function createCitusDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: TEST_CITUS_URL! })
  await client.connect()
  // One at a time: adding a node also writes the roles, which all databases share.
  await client.query('select pg_advisory_lock(0)')
  return createOnNodes(name).finally(() => client.end())
}

async function createOnNodes(name: string): Promise<string> {
  const nodes = await nodesOf(TEST_CITUS_URL!)
  for (const { url } of nodes) {
    await administer(url, `create database ${name}`)
    await administer(databaseAt(url, name), 'create extension citus')
  }
  const [coordinator, ...workers] = nodes
  const url = databaseAt(coordinator!.url, name)
  await administer(url, `alter database ${name} set citus.shard_count = ${shards}`)
  await administer(url, `select citus_set_coordinator_host('${coordinator!.host}', ${coordinator!.port})`)
  for (const { host, port } of workers) await administer(url, `select citus_add_node('${host}', ${port})`)
  return url
}

/** Drops the databases whose names start with `prefix` on all nodes of the cluster. */
export async function dropCitusDatabases(prefix: string) {
  for (const { url } of await nodesOf(TEST_CITUS_URL!)) {
    for (const name of await databasesLike(url, prefix)) await dropDatabase(url, name)
  }
}

/** The server of a node: a process on this machine. */
export async function serverOf({ url }: Node) {
  const { rows } = await query(url, 'show data_directory')
  const databaseDir: string = rows[0].data_directory
  const postmaster = postmasterOf(databaseDir)
  const binary = readlinkSync(`/proc/${postmaster}/exe`)
  const linesOf = (file: string) => readFileSync(`/proc/${postmaster}/${file}`, 'utf8').split('\0').slice(0, -1)
  const args = linesOf('cmdline').slice(1)
  const logFile = readlinkSync(`/proc/${postmaster}/fd/2`)
  // A node connects to others as a client, with the certificates in its HOME.
  const env = Object.fromEntries(linesOf('environ').map((line) => line.split(/=(.*)/s, 2)))
  const { uid, gid } = statSync(databaseDir)
  const responds = () =>
    administer(url, 'select 1').then(
      () => true,
      () => false,
    )
  return {
    /** Kills all processes of the server, as a crash of the machine does. */
    async kill() {
      const killed = postmasterOf(databaseDir)
      signalAll(databaseDir, 'SIGKILL')
      // Until then, the server does not start again.
      while (existsSync(`/proc/${killed}`)) await delay(10)
    },
    /** Kills only the process that starts the others, which notice it and end. */
    killPostmaster: () => process.kill(postmasterOf(databaseDir), 'SIGKILL'),
    freeze: () => signalAll(databaseDir, 'SIGSTOP'),
    thaw: () => signalAll(databaseDir, 'SIGCONT'),
    start,
    /** Restarts the server as an operator does. This closes all connections. */
    async restart() {
      // A fast shutdown. https://www.postgresql.org/docs/current/server-shutdown.html
      process.kill(postmasterOf(databaseDir), 'SIGINT')
      while (existsSync(join(databaseDir, 'postmaster.pid'))) await delay(10)
      await start()
    },
  }

  /** Starts the server, unless it runs. It outlives the test. */
  async function start() {
    let started: ChildProcess | undefined
    while (!(await responds())) {
      // It refuses to start while processes of the previous one are ending.
      if (started?.exitCode !== null) started = spawnServer()
      await delay(10)
    }
  }

  function spawnServer() {
    const log = openSync(logFile, 'a')
    const server = spawn(binary, args, { uid, gid, env, stdio: ['ignore', log, log], detached: true })
    server.unref()
    closeSync(log)
    return server
  }
}

/** Returns an entity's shard and its node. */
export async function placeOf(url: string, entityId: string): Promise<{ shard: string; port: number }> {
  const { rows } = await query(
    url,
    `select shardid as shard, nodeport as port
    from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column('entities', $1::text)`,
    [entityId],
  )
  return rows[0]
}

/** Moves the shard of each table that an entity's rows are in, alongside reads and writes. */
export async function moveShard(url: string, shard: string, from: Node, to: Node) {
  const move = 'select citus_move_shard_placement($1, $2, $3, $4, $5)'
  await query(url, move, [shard, from.host, `${from.port}`, to.host, `${to.port}`])
}
