import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { TEST_CITUS_URL } from '../citus.ts'
import { temporaryCitusDatabase, temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import {
  type AcknowledgedNotification,
  clinics,
  deliverAll,
  expectWhole,
  openClinics,
  sendAndAnswer,
} from './answering-clinics.ts'

const kills = process.env.LONG_DRILLS ? 100 : 10
const jobs = 20 * kills
const workers = 8
// One process on SQLite, two on PostgreSQL and on Citus. Clients choose a process at random.
const settings = [
  {
    engine: 'sqlite',
    processes: 1,
    create: async (folder: string) => `sqlite:${join(folder, 'rollcall.db')}`,
  },
  { engine: 'postgres', processes: 2, create: () => temporaryDatabase() },
  ...(TEST_CITUS_URL ? [{ engine: 'citus', processes: 2, create: temporaryCitusDatabase }] : []),
]
const title = `${kills} kills of $processes processes on $engine leave each acknowledged notice and answer of ${jobs} complete and once, also in the feed`

test.each(settings)(
  title,
  async ({ engine, processes, create }) => {
    const folder = temporaryFolder()
    const opened = await openClinics(await create(folder))
    const { database, token, env } = opened
    const servers = await Promise.all(Array.from({ length: processes }, () => serveRollcall(env, [], folder)))
    const acknowledged: AcknowledgedNotification[] = []
    let next = 0
    let killed = 0
    let refused = 0
    let isOver = false
    const working = Promise.all(Array.from({ length: workers }, work)).finally(() => {
      isOver = true
    })
    const followed = Promise.all(clinics.map(follow))
    while (!isOver) {
      await delay(50 + Math.random() * 400)
      if (killed >= kills) continue
      const place = Math.floor(Math.random() * processes)
      servers[place]!.child.kill('SIGKILL')
      await once(servers[place]!.child, 'exit')
      killed++
      servers[place] = await serveRollcall(env, [], folder)
    }
    await working

    console.log(
      `${killed} kills, ${acknowledged.flatMap(({ answers }) => answers).length} answers, ${refused} requests refused`,
    )
    expect(killed).toBeGreaterThanOrEqual(kills)
    await expectFollowed(database, await followed)
    await Promise.all(servers.map(({ stop }) => stop()))
    await deliverAll(database, () => serveRollcall(env, [], folder))
    await expectWhole(database, acknowledged, join(folder, engine === 'sqlite' ? 'outbox' : 'data/outbox'))

    async function work() {
      for (let job = next++; job < jobs; job = next++) {
        // Most of the jobs wait for the kills, so that each kill has something to interrupt.
        while (killed < kills && job >= ((killed + 1) * jobs) / kills - 1) await delay(5)
        acknowledged.push(await sendAndAnswer(job, opened, insist))
      }
    }

    /** Follows the feed of a clinic, at a random process each time, until all jobs are done. */
    async function follow(entityId: string): Promise<string[]> {
      const seen: string[] = []
      const headers = { authorization: `Bearer ${token}` }
      for (let since = 0; ; ) {
        const isLast = isOver
        const path = `/v1/metrics/notifications/actions/${entityId}/since/${since}?limit=50&wait=1`
        const page = await insist(path, { headers }, 200)
        const records = (await page.json()) as { notification_id: string; action: string; date: string }[]
        const last = Number(page.headers.get('rollcall-sequence'))
        expect(last - since).toBe(records.length)
        seen.push(...records.map(({ notification_id, action, date }) => `${notification_id} ${action} ${date}`))
        since = last
        if (isLast && records.length === 0) return seen
      }
    }

    /** Retries until a response has the status, as a client without a response does. */
    async function insist(path: string, init: RequestInit, status: number): Promise<Response> {
      for (;;) {
        try {
          const { address } = servers[Math.floor(Math.random() * processes)]!
          const response = await fetch(`${address}${path}`, { ...init, redirect: 'manual' })
          const body = await response.text()
          if (response.status === status) return new Response(body, response)
          // On a busy machine, a statement may wait too long for a row: 503, and nothing is stored.
          if (response.status !== 503) throw new Error(`${path}: ${response.status} ${body}`)
          refused++
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          await delay(10)
        }
      }
    }
  },
  1_200_000,
)

/** Expects that each follower saw all actions, in the order of the sequences. */
async function expectFollowed(database: Database, followed: string[][]) {
  for (const [index, seen] of followed.entries()) {
    const rows = await database
      .selectFrom('actions')
      .select(['record'])
      .where('entity_id', '=', clinics[index]!)
      .orderBy('sequence')
      .execute()
    const recorded = rows.map(({ record }) => JSON.parse(record))
    expect(seen).toEqual(recorded.map(({ notification_id, action, date }) => `${notification_id} ${action} ${date}`))
  }
}
