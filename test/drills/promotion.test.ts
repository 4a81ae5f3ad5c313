import { once } from 'node:events'
import { connect as connectTcp, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { administer, createDatabase, freePort, type Replica, startPostgres, startReplica } from '../postgres-server.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { clinics, openClinics } from './answering-clinics.ts'

const times = process.env.LONG_DRILLS ? 20 : 3
const workers = 8
const names = ['a', 'b', 'c']

test(`${times} crashes of the primary under load, each followed by the promotion of a standby, lose no acknowledged write`, async () => {
  const proxy = await startProxy()
  const seed = await startPostgres()
  proxy.connectTo(Number(new URL(seed.url).port))
  const opened = await openClinics(at(await createDatabase(seed.url, 'drill'), proxy.port))
  const ports = new Map(await Promise.all(names.map(async (name) => [name, await freePort()] as const)))
  const standbyOf = (server: { url: string; databaseDir: string }, name: string) =>
    startReplica(server, flagsOf(name), ports.get(name), at(seed.url, proxy.port))
  const servers = new Map<string, Replica>()
  onTestFinished(async () => {
    for (const server of servers.values()) await server.stop()
  })
  for (const name of names) servers.set(name, await standbyOf(seed, name))
  let primary = await promoteLatest()
  await seed.stop()
  await streaming()

  const env = {
    ...opened.env,
    ...{ READ_FROM: 'replica', DATABASE_REPLICA_URL: [...servers.values()].map(({ urlOf }) => urlOf('drill')).join() },
  }
  const { address, child, log } = await serveRollcall(env, [], temporaryFolder())
  child.once('exit', (code) => isOver || console.log(log().slice(-3_000), code))
  const acknowledged: { entityId: string; id: string }[] = []
  const refused: number[] = []
  const windows: number[] = []
  let next = 0
  let isOver = false
  let isPaused = false
  const working = Promise.all(Array.from({ length: workers }, work))

  for (let time = 0; time < times; time++) {
    await acknowledgedMore(50)
    const lost = primary
    refused.length = 0
    await servers.get(lost)!.crash()
    proxy.connectTo(undefined)
    primary = await promoteLatest(lost)
    await acknowledgedMore(workers)
    windows.push(refused.length === 0 ? 0 : Math.round(Math.max(...refused) - Math.min(...refused)))
    // The copy of a server must not run beside writes, which rename files.
    isPaused = true
    await delay(200)
    await servers.get(lost)!.stop()
    servers.set(lost, await standbyOf(servers.get(primary)!, lost))
    await streaming()
    isPaused = false
  }
  isOver = true
  await working
  expect(child.exitCode).toBe(null)

  const stored = await opened.database
    .selectFrom('actions')
    .select(['entity_id', 'notification_id', 'action'])
    .orderBy('sequence')
    .execute()
  const actions = Map.groupBy(stored, (row) => `${row.entity_id} ${row.notification_id}`)
  const lost = acknowledged.filter(
    ({ entityId, id }) =>
      actions
        .get(`${entityId} ${id}`)
        ?.map(({ action }) => action)
        .join() !== 'confirm',
  )
  console.log(
    `${acknowledged.length} answers acknowledged, ${lost.length} lost; error windows ${windows.join(', ')} ms`,
  )
  expect(lost).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(times * workers)
  expect(Math.max(...windows)).toBeLessThanOrEqual(3_000)

  async function acknowledgedMore(count: number) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before + count)
  }

  /** Promotes the standby that has received the most, and leads connections to it. Returns its name. */
  async function promoteLatest(except?: string): Promise<string> {
    const positions = await Promise.all(
      names
        .filter((name) => name !== except)
        .map(async (name) => {
          const received = await servers.get(name)!.ask("select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')")
          return { name, received: Number(received) }
        }),
    )
    const { name } = positions.sort((one, other) => other.received - one.received)[0]!
    const server = servers.get(name)!
    expect(await server.ask('select pg_promote()')).toBe(true)
    proxy.connectTo(server.port)
    await administer(server.url, 'checkpoint')
    return name
  }

  /** Waits until both standbys stream from the primary, so that commits wait for one of them. */
  async function streaming() {
    const select = "select count(*) from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'"
    await expect.poll(() => servers.get(primary)!.ask(select), { timeout: 30_000 }).toBe('2')
  }

  async function work() {
    while (!isOver) {
      if (isPaused) await delay(10)
      else await submitAndAnswer(next++)
    }
  }

  async function submitAndAnswer(job: number) {
    const entityId = clinics[job % clinics.length]!
    const when = Temporal.Now.instant().add({ hours: 48 }).toString()
    const visit = item({ external_id: `job-${job}`, params: { when, doctor: 'Ana Reis' } })
    const path = `/v1/notifications/${entityId}`
    const created = await insist(path, submission(visit), 202)
    const { id } = (created as { notifications: { id: string }[] }).notifications[0]!
    await insist(`${path}/${id}/answer`, { action: 'confirm' }, 200)
    acknowledged.push({ entityId, id })
  }

  /** Retries until the response has the status. */
  async function insist(path: string, body: object, status: number): Promise<unknown> {
    const key = crypto.randomUUID()
    const headers = {
      authorization: `Bearer ${opened.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    for (;;) {
      const response = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const answer = await response.json()
      if (response.status === status) return answer
      expect([response.status, answer]).toEqual([503, expect.objectContaining({ code: 'database-unavailable' })])
      refused.push(performance.now())
      await delay(20)
    }
  }
}, 900_000)

const flagsOf = (name: string) => [
  ...[`cluster_name=${name}`, 'synchronous_standby_names=ANY 1 (a, b, c)', 'wal_keep_size=256MB'],
  'wal_retrieve_retry_interval=100ms',
]

function at(url: string, port: number): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

/** A TCP proxy before the servers, as HAProxy is with Patroni. It cuts the connections to a server that it leaves. */
async function startProxy() {
  let target: number | undefined
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    if (target === undefined) return client.destroy()
    const server = connectTcp(target, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return {
    port: (proxy.address() as { port: number }).port,
    connectTo(port: number | undefined) {
      target = port
      for (const socket of sockets) socket.destroy()
    },
  }
}
