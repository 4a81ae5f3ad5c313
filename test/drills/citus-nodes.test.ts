import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/platform/database/connect.ts'
import { moveShard, type Node, nodesOf, placeOf, serverOf, TEST_CITUS_URL } from '../citus.ts'
import { temporaryCitusDatabase } from '../databases.ts'
import { history } from '../history.ts'
import { query } from '../postgres-server.ts'
import { serveRollcall } from '../process.ts'
import { bootRollcall, temporaryFolder } from '../rollcall.ts'
import {
  type AcknowledgedNotification,
  deliverAll,
  expectWhole,
  openClinics,
  sendAndAnswer,
} from './answering-clinics.ts'

// Seven rounds take about five minutes.
const rounds = process.env.LONG_DRILLS ? 7 : 1
const jobsAtOnce = 2
const clinicsPerNode = 2
const lostForMs = 3_000
const calmForMs = 1_000

const skipped = TEST_CITUS_URL ? '' : ' (skipped: TEST_CITUS_URL is not set)'
const title = `${rounds} rounds of a killed worker node, a killed coordinator and moved shards lose and repeat no acknowledged write, and affect no clinic on the other node${skipped}`

test.skipIf(!TEST_CITUS_URL)(
  title,
  async () => {
    const folder = temporaryFolder()
    const url = await temporaryCitusDatabase()
    const [coordinator, first, second] = (await nodesOf(url)) as [Node, Node, Node]
    const clinics = [
      ...(await clinicsOn(url, first, clinicsPerNode)),
      ...(await clinicsOn(url, second, clinicsPerNode)),
    ]
    const ports = new Map<string, number>()
    await notePlaces()
    const opened = await openClinics(url, clinics)
    // One process uses the coordinator, and one the worker node that stays.
    const serve = (node: Node) => serveRollcall({ ...opened.env, DATABASE_URL: node.url }, [], folder)
    const nodes = [coordinator, second]
    const processes = await Promise.all(nodes.map(serve))
    const acknowledged: AcknowledgedNotification[] = []
    // `changing`: connections to the node that went down, or came back, may still break.
    let phase: 'calm' | 'changing' | 'lost' | 'moving' = 'calm'
    let down: Node | undefined
    const refused = { calm: 0, changing: 0, lost: 0, moving: 0, ofLostNode: 0 }
    let isOver = false
    let next = 0
    const working = Promise.all(clinics.flatMap((id) => Array.from({ length: jobsAtOnce }, () => work(id))))

    working.catch(() => {})

    for (let round = 0; round < rounds; round++) {
      await lose(first, [{ status: 'ok' }, { status: 'ok' }], async () => {
        const late = await serve(coordinator)
        expect(await readiness(late.address)).toEqual({ status: 'ok' })
        await late.stop()
      })
      await lose(coordinator, [{ status: 503 }, { status: 'ok' }])
      phase = 'moving'
      for (const id of clinics) await moveAway(id)
      await notePlaces()
      phase = 'calm'
    }
    isOver = true
    await working
    await Promise.all(processes.map(({ stop }) => stop()))
    await deliverAll(opened.database, () => serve(coordinator))
    await expectWhole(opened.database, acknowledged, join(folder, 'data/outbox'))
    console.log(`${rounds} rounds, ${acknowledged.length} notices, refused: ${JSON.stringify(refused)}`)
    expect(refused.lost).toBe(0)

    async function notePlaces() {
      for (const id of clinics) ports.set(id, (await placeOf(url, id)).port)
    }

    /** Kills the node, and starts it again after the processes have this readiness and `check` has run. */
    async function lose(node: Node, expected: object[], check = async () => {}) {
      const server = await serverOf(node)
      onTestFinished(server.start)
      phase = 'changing'
      down = node
      await server.kill()
      await expect.poll(readinessOfAll, { timeout: 60_000, interval: 20 }).toMatchObject(expected)
      await delay(calmForMs)
      phase = 'lost'
      await check()
      await delay(lostForMs)
      phase = 'changing'
      await server.start()
      const back = processes.map(() => ({ status: 'ok' }))
      await expect.poll(readinessOfAll, { timeout: 60_000, interval: 20 }).toEqual(back)
      await delay(calmForMs)
      down = undefined
      phase = 'calm'
      await delay(calmForMs)
    }

    function readinessOfAll() {
      return Promise.all(processes.map(({ address }) => readiness(address)))
    }

    async function moveAway(id: string) {
      const { shard, port } = await placeOf(url, id)
      const [from, to] = port === first.port ? [first, second] : [second, first]
      await moveShard(url, shard, from, to)
    }

    async function work(id: string) {
      while (!isOver) acknowledged.push(await sendAndAnswer(next++, { ...opened, ids: [id] }, insist(id)))
    }

    /** Retries at a random process until the response has the status. */
    function insist(id: string) {
      return async (path: string, init: RequestInit, status: number): Promise<Response> => {
        for (;;) {
          const place = Math.floor(Math.random() * processes.length)
          const response = await fetch(`${processes[place]!.address}${path}`, { ...init, redirect: 'manual' })
          if (response.status === status) return response
          const body = await response.text()
          if (response.status !== 503) console.log(processes[place]!.log().slice(-3_000))
          expect([response.status, path.startsWith('/a/') ? '' : body]).toEqual([
            503,
            expect.stringMatching(/^$|database-unavailable/),
          ])
          const isOfLostNode = down !== undefined && (down === nodes[place] || down.port === ports.get(id))
          refused[isOfLostNode ? 'ofLostNode' : phase]++
          await delay(20)
        }
      }
    }
  },
  900_000,
)

test.skipIf(!TEST_CITUS_URL)(
  `a request that waits for a worker node while the postmaster of its coordinator is killed gets 503${skipped}`,
  async () => {
    const url = await temporaryCitusDatabase()
    const { get, given } = await bootRollcall({ url, open: connect })
    await given(...history())
    const path = '/v1/notifications/clinica-lisboa/byvisit/2026-03-30/2026-03-30'
    expect((await get(path)).statusCode).toBe(200)
    const [coordinator, ...workers] = (await nodesOf(url)) as [Node, ...Node[]]
    const { port } = await placeOf(url, 'clinica-lisboa')
    const worker = await serverOf(workers.find((node) => node.port === port)!)
    const server = await serverOf(coordinator)
    onTestFinished(server.start)
    worker.freeze()
    onTestFinished(worker.thaw)
    const requested = get(path)
    const waiting = `select from pg_stat_activity where state = 'active' and query like '%"visits"%' or query like '%"notifications"%'`
    await expect.poll(async () => (await query(coordinator.url, waiting)).rowCount, { interval: 10 }).toBeGreaterThan(0)
    server.killPostmaster()
    const { statusCode, body } = await requested
    expect([statusCode, JSON.parse(body).code]).toEqual([503, 'database-unavailable'])
  },
  60_000,
)

async function clinicsOn(url: string, { port }: Node, count: number): Promise<string[]> {
  const found: string[] = []
  for (let number = 0; found.length < count; number++) {
    const id = `clinic-${number}`
    if ((await placeOf(url, id)).port === port) found.push(id)
  }
  return found
}

const readiness = async (address: string) => (await fetch(`${address}/readyz`)).json()
