import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item } from '../submission.ts'
import {
  type Acknowledged,
  clinic,
  contentOf,
  expectAcknowledged,
  expectToldOnce,
  keyOf,
  type ReceivedText,
} from './acknowledged-visits.ts'
import { deliverAll, openClinics } from './answering-clinics.ts'
import { wholeBody } from './whole-body.ts'

const visits = 200
const visitsPerJob = 40
const kills = process.env.LONG_DRILLS ? 50 : 12
const jobs = Math.ceil(kills * 2.4)

const phoneOf = (number: number) => `+3519120${String(number).padStart(5, '0')}`

test.each(['sqlite', 'postgres'])(
  `after ${jobs} submissions by two clients to two processes on %s, with withdrawals and answers, under ${kills} kills, each visit is as acknowledged, and no contact was told the same twice`,
  async (engine) => {
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const { database, token, env } = await openClinics(url)
    const gateway = await smsGateway()
    const environment = { ...env, SMS_URL: gateway.url, PUBLIC_URL: 'https://rollcall.test' }
    const servers = await Promise.all([0, 1].map(() => serveRollcall(environment, [], folder)))
    const authorization = { authorization: `Bearer ${token}` }
    const acknowledged: Acknowledged = {
      versions: new Map(),
      created: new Map(),
      withdrawn: new Map(),
      tooLate: new Set(),
      answers: new Map(),
    }
    const current = new Map<number, string>()
    let clock = 0
    let next = 0
    let killed = 0
    let isOver = false
    const submitting = Promise.all([submitJobs(), submitJobs()]).finally(() => {
      isOver = true
    })
    const working = Promise.all([submitting, withdrawVisits(), answerTexts()])
    // The loop below ends when a client fails, and then throws the failure.
    working.catch(() => {
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
    await Promise.all(servers.map(({ stop }) => stop()))
    await deliverAll(database, () => serveRollcall(environment, [], folder))

    const held = await expectAcknowledged(database, acknowledged)
    const repeated = await expectToldOnce(database, gateway.received)
    const { withdrawn, tooLate } = acknowledged
    console.log(
      `${killed} kills; ${withdrawn.size} withdrawals, and ${tooLate.size} after a move; ${held} answers hold; ${gateway.received.length} texts, of which ${repeated} repeat one after a kill`,
    )
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
        const body = JSON.stringify({ category: 'medical', target: 'appointment', notifications })
        const headers = { ...authorization, 'content-type': 'application/json', 'idempotency-key': String(version) }
        const init = { method: 'POST', headers, body }
        const { text, ...step } = await insist(`/v1/notifications/${clinic}`, init, [202])
        const { notifications: listed } = JSON.parse(text) as { notifications: { id: string; outcome: string }[] }
        for (const [index, number] of numbers.entries()) {
          const { id, outcome } = listed[index]!
          if (outcome === 'created' || outcome === 'moved') acknowledged.created.set(id, step)
          if (version < (acknowledged.versions.get(number) ?? 0)) continue
          acknowledged.versions.set(number, version)
          current.set(number, id)
        }
      }
    }

    /** Withdraws one visit after another, as the clinic last knew it. */
    async function withdrawVisits() {
      while (!isOver) {
        await delay(100)
        const id = current.get(Math.floor(Math.random() * visits))
        if (id === undefined || acknowledged.withdrawn.has(id) || acknowledged.tooLate.has(id)) continue
        const path = `/v1/notifications/${clinic}/${id}/cancellation`
        const { status, ...step } = await insist(path, { method: 'POST', headers: authorization }, [200, 409])
        if (status === 200) acknowledged.withdrawn.set(id, step)
        else acknowledged.tooLate.add(id)
      }
    }

    /** Opens the link of one of the latest texts after another, and confirms or cancels if the page offers it. */
    async function answerTexts() {
      while (!isOver) {
        await delay(40)
        const { id, text } = gateway.received.at(-1 - Math.floor(Math.random() * visits)) ?? { text: '' }
        const page = /\/a\/[\w.~-]+/.exec(text)?.[0]
        if (id === undefined || page === undefined) continue
        const nonce = /name="nonce" value="([^"]+)"/.exec((await insist(page, {}, [200, 410])).text)?.[1]
        if (nonce === undefined) continue
        const action = Math.random() < 0.5 ? 'confirm' : 'cancel'
        const init = { method: 'POST', body: new URLSearchParams({ answer: action, nonce }) }
        const step = await insist(page, init, [303])
        acknowledged.answers.set(id, [...(acknowledged.answers.get(id) ?? []), { ...step, action }])
      }
    }

    /** Repeats the request until a process acknowledges it with one of these statuses. */
    async function insist(path: string, init: RequestInit, statuses: number[]) {
      const began = ++clock
      for (;;) {
        const { address } = servers[Math.floor(Math.random() * 2)]!
        try {
          const response = await fetch(`${address}${path}`, { redirect: 'manual', ...init })
          const text = await response.text()
          if (statuses.includes(response.status)) return { status: response.status, text, began, ended: ++clock }
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
  const received: ReceivedText[] = []
  const server = createServer(async (request, response) => {
    const body = await wholeBody(request)
    if (body === undefined) return
    received.push(JSON.parse(body))
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
