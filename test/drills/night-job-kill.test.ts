import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { formatInstant, hours, systemClock } from '../../src/instant.ts'
import { serveRollcall } from '../process.ts'
import { temporaryDatabase, temporaryFolder } from '../rollcall.ts'
import { item } from '../submission.ts'
import { openClinics, pending } from './answering-clinics.ts'

const clinic = 'a'
const visits = 200
const jobs = 120
const visitsPerJob = 40
const kills = 50

const keyOf = (number: number) => `A-${number}`
const phoneOf = (number: number) => `+3519120${String(number).padStart(5, '0')}`

/** The start and the doctor of each visit, by version. A version changes the start, the doctor or nothing. */
function contentOf(number: number, version: number) {
  const moves = Math.floor((version + number) / 7)
  const at = Math.floor(systemClock.now() / hours(24)) * hours(24) + hours(24 * 20) + hours(moves)
  return { when: formatInstant(at), doctor: `Doctor ${Math.floor((version + number) / 3)}` }
}

test.each(['sqlite', 'postgres'])(
  `after ${jobs} submissions by two clients to two processes on %s, under ${kills} kills, each visit is as its last acknowledged submission says, and no contact was told the same twice`,
  async (engine) => {
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const { database, token, env } = await openClinics(url)
    const gateway = await smsGateway()
    const environment = { ...env, SMS_URL: gateway.url, PUBLIC_URL: 'https://rollcall.test' }
    const servers = await Promise.all([0, 1].map(() => serveRollcall(environment, [], folder)))
    const latest = new Map<number, number>()
    let next = 0
    let killed = 0
    let isOver = false
    const working = Promise.all([submitJobs(), submitJobs()]).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await delay(50 + Math.random() * 300)
      if (killed >= kills) continue
      const place = Math.floor(Math.random() * 2)
      servers[place]!.child.kill('SIGKILL')
      await once(servers[place]!.child, 'exit')
      killed++
      servers[place] = await serveRollcall(environment, [], folder)
    }
    await working
    expect(killed).toBeGreaterThanOrEqual(kills)
    // A delivery that a killed process had leased waits for the lease to end: two minutes.
    await expect.poll(() => pending(database), { timeout: 240_000, interval: 200 }).toBe(0)
    await Promise.all(servers.map(({ stop }) => stop()))

    await expectLastContent(database, latest)
    const { repeated, toldTwice } = gateway.duplicates()
    console.log(`${killed} kills, ${gateway.received.length} texts, of which ${repeated} repeat one after a kill`)
    expect(toldTwice).toEqual([])
    expect(repeated).toBeLessThanOrEqual(kills * 10)

    /** Submits one job after another, each with the next version, until it is acknowledged. */
    async function submitJobs() {
      for (let version = ++next; version <= jobs; version = ++next) {
        while (killed < kills && version >= ((killed + 1) * jobs) / kills - 1) await delay(5)
        const numbers = Array.from({ length: visitsPerJob }, (_, index) => (version * 13 + index) % visits)
        const notifications = numbers.map((number) => ({
          ...item({ external_id: keyOf(number), addresses: [{ channel: 'mobile', uid: phoneOf(number) }] }),
          params: contentOf(number, version),
          version,
        }))
        await insist(JSON.stringify({ category: 'medical', target: 'appointment', notifications }), String(version))
        for (const number of numbers) latest.set(number, Math.max(version, latest.get(number) ?? 0))
      }
    }

    /** Repeats the request with the same key until a process acknowledges it. */
    async function insist(body: string, key: string) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
      for (;;) {
        const { address } = servers[Math.floor(Math.random() * 2)]!
        try {
          const response = await fetch(`${address}/v1/notifications/${clinic}`, { method: 'POST', headers, body })
          const text = await response.text()
          if (response.status === 202) return
          if (response.status !== 503) throw new Error(`${response.status} ${text}`)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          await delay(10)
        }
      }
    }
  },
  1_200_000,
)

/** A gateway that accepts every text. */
async function smsGateway() {
  const received: { id: string; to: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Counts the texts that repeat a delivery, and lists those of different deliveries that say the same. */
    duplicates() {
      const byId = new Map(received.map((one) => [one.id, one]))
      const said = Map.groupBy(byId.values(), ({ to, text }) => `${to} ${text.replace(/https:\S+/, '')}`)
      const toldTwice = [...said].filter(([, texts]) => texts.length > 1).map(([text]) => text)
      return { repeated: received.length - byId.size, toldTwice }
    },
  }
}

async function expectLastContent(database: Database, latest: Map<number, number>) {
  const rows = await database
    .selectFrom('notifications')
    .select(['external_id', 'params', 'version', 'state'])
    .where('entity_id', '=', clinic)
    .where('state', '!=', 'superseded')
    .execute()
  const stored = rows.map(({ external_id, params, version, state }) => {
    const { when, doctor } = JSON.parse(params)
    return { external_id, version: Number(version), state, when, doctor }
  })
  const expected = [...latest].map(([number, version]) => {
    const { when, doctor } = contentOf(number, version)
    const external_id = keyOf(number)
    return { external_id, version, state: 'open', when: `${Temporal.Instant.from(when)}`, doctor }
  })
  const byKey = (one: { external_id: string }, other: { external_id: string }) =>
    one.external_id < other.external_id ? -1 : 1
  expect(stored.toSorted(byKey)).toEqual(expected.toSorted(byKey))
}
