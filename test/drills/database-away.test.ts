import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { nodesOf, serverOf, TEST_CITUS_URL } from '../citus.ts'
import { temporaryCitusDatabase } from '../databases.ts'
import { createDatabase, startPostgres } from '../postgres-server.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import {
  type AcknowledgedNotification,
  deliverAll,
  expectWhole,
  openClinics,
  sendAndAnswer,
} from './answering-clinics.ts'

const times = process.env.LONG_DRILLS ? 20 : 4
const workers = 8

const servers = [
  { name: 'PostgreSQL', start: startDatabase },
  ...(TEST_CITUS_URL ? [{ name: 'the coordinator of Citus', start: findCoordinator }] : []),
]

async function startDatabase() {
  const server = await startPostgres()
  onTestFinished(server.stop)
  return { server, url: await createDatabase(server.url, 'drill') }
}

async function findCoordinator() {
  const url = await temporaryCitusDatabase()
  const [coordinator] = await nodesOf(url)
  const server = await serverOf(coordinator!)
  onTestFinished(server.thaw)
  return { server, url }
}

const title = `${times} freezes and ${times} restarts of $name lose and repeat no acknowledged write`

test.each(servers)(
  title,
  async ({ start }) => {
    const { server, url } = await start()
    const folder = temporaryFolder()
    const opened = await openClinics(url)
    const { child, address, stop, log } = await serveRollcall(opened.env, [], folder)
    child.once('exit', (code, signal) => isOver || console.log(log().slice(-3_000), code, signal))
    const acknowledged: AcknowledgedNotification[] = []
    const told: number[] = []
    const recovered: number[] = []
    let refused = 0
    let isOver = false
    const working = Promise.all(Array.from({ length: workers }, (_, place) => work(place)))

    for (let time = 0; time < times; time++) {
      await delay(200 + Math.random() * 500)
      server.freeze()
      await expect.poll(isReady, { timeout: 60_000, interval: 10 }).toBe(false)
      await delay(Math.random() * 3_000)
      server.thaw()
      await backAgain()
      await delay(200 + Math.random() * 500)
      await server.restart()
      await backAgain()
    }
    isOver = true
    await working
    expect(child.exitCode).toBe(null)
    await stop()
    await deliverAll(opened.database, () => serveRollcall(opened.env, [], folder))
    await expectWhole(opened.database, acknowledged, join(folder, 'data/outbox'))
    const max = (milliseconds: number[]) => `${Math.round(Math.max(...milliseconds))} ms`
    console.log(
      `${acknowledged.length} notices, ${refused} requests refused, the slowest after ${max(told)}; served again after at most ${max(recovered)}`,
    )
    expect(refused).toBeGreaterThan(times)

    async function isReady() {
      return (await fetch(`${address}/readyz`)).status === 200
    }

    /** Records the time until the service responds with success again. */
    async function backAgain() {
      const since = performance.now()
      await expect.poll(isReady, { timeout: 60_000, interval: 10 }).toBe(true)
      recovered.push(performance.now() - since)
    }

    async function work(place: number) {
      for (let job = place; !isOver; job += workers) acknowledged.push(await sendAndAnswer(job, opened, insist))
    }

    /** Retries while the database is unavailable. */
    async function insist(path: string, init: RequestInit, status: number): Promise<Response> {
      for (;;) {
        const asked = performance.now()
        const response = await fetch(`${address}${path}`, { ...init, redirect: 'manual' })
        if (response.status === status) return response
        const page = await response.text()
        expect([response.status, path.startsWith('/a/') ? '' : page]).toEqual([
          503,
          expect.stringMatching(/^$|database-unavailable/),
        ])
        told.push(performance.now() - asked)
        refused++
        await delay(20)
      }
    }
  },
  600_000,
)
