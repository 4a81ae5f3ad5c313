import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { Webhook } from '../../src/systems/webhooks/webhook.ts'
import { temporaryDatabase } from '../databases.ts'
import { freePort } from '../postgres-server.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { openClinics } from './answering-clinics.ts'

const kills = process.env.LONG_DRILLS ? 50 : 4
const events = process.env.LONG_DRILLS ? 10_000 : 500
const clinic = 'a'
const perRequest = 20
// A request that hangs takes 15 s. The long form has dozens of them.
const patienceMs = 120_000

// One process on SQLite, two on PostgreSQL.
const engines = [
  { engine: 'sqlite', processes: 1 },
  { engine: 'postgres', processes: 2 },
]

test.each(engines)(
  `a webhook receives ${events} events at least once, in order, and once by their ids, while its server fails, redirects, hangs, answers 410 and vanishes, another one never responds, and ${kills} processes of both sides are killed ($engine)`,
  async ({ engine, processes }) => {
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const { database, token, env } = await openClinics(url, [clinic])
    const start = () => serveRollcall({ ...env, WEBHOOK_NETWORKS: '127.0.0.0/8' }, [], folder)
    const servers = await Promise.all(Array.from({ length: processes }, start))

    const port = await freePort()
    const erratic = await subscribe(`http://127.0.0.1:${port}/hook`)
    const file = join(folder, 'received.ndjson')
    const received = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
    let receiver = await startReceiver(port, file, erratic.secret)

    const silent = await webhookReceiver(() => 'hang')
    await subscribe(silent.url)

    const steady = await webhookReceiver()
    const { secret } = await subscribe(steady.url)
    const verifier = new Verifier(secret)
    steady.react(({ body, headers }) => {
      verifier.verify(body, headers)
      return { status: 204 }
    })

    const ending = new AbortController()
    const operating = operate(erratic.id, ending.signal)
    for (let killed = 0, submitted = 0; killed < kills; killed++) {
      const until = Math.round((events * (killed + 1)) / kills)
      const before = received().length
      while (submitted < until) submitted = await submit(submitted, Math.min(submitted + perRequest, until))
      // The receiver may be at a request that fails: then nothing comes.
      for (const end = Date.now() + 3_000; received().length === before && Date.now() < end; ) await delay(5)
      await delay(Math.random() * 300)
      if (killed % 2 === 0) {
        const place = Math.floor(Math.random() * processes)
        servers[place]!.child.kill('SIGKILL')
        await once(servers[place]!.child, 'exit')
        servers[place] = await start()
      } else {
        receiver.kill('SIGKILL')
        await once(receiver, 'exit')
        await delay(Math.random() * 500)
        receiver = await startReceiver(port, file, erratic.secret)
      }
    }
    await reaches(events, async () => (await webhookOf(erratic.id))?.position)
    ending.abort()
    await operating
    await reaches(events, () => new Set(steady.posted.map(({ id }) => id)).size)

    const log = await database.selectFrom('events').select('sequence').execute()
    expect(log).toHaveLength(events)
    const erraticLines = received().map((line) => JSON.parse(line) as [string, number])
    const steadyLines = steady.posted.map(({ id, event }): [string, number] => [id, event.sequence!])
    for (const lines of [erraticLines, steadyLines]) {
      expect([...new Map(lines).values()]).toEqual(Array.from({ length: events }, (_, index) => index + 1))
      // A repeated event follows its first attempt, before the next event.
      const sequences = lines.map(([, sequence]) => sequence)
      expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    }
    // The one that never responds delays no other.
    const started = performance.now()
    await submit(events, events + 1)
    await expect.poll(() => steady.posted.at(-1)!.event.sequence, { timeout: 10_000, interval: 10 }).toBe(events + 1)
    const delayed = performance.now() - started
    expect(delayed).toBeLessThan(5_000)
    expect(new Set(silent.posted.map(({ id }) => id)).size).toBe(1)
    console.log(
      `${engine}: ${kills} kills; ${erraticLines.length} requests taken of ${events} events (${steadyLines.length} by the steady server, ${silent.posted.length} of the first event by the silent one); the last one arrived after ${Math.round(delayed)} ms`,
    )

    /** Submits visits, each of which is an event. */
    async function submit(from: number, to: number) {
      const keys = Array.from({ length: to - from }, (_, index) => `A-${from + index}`)
      const items = keys.map((external_id) => item({ ...later, external_id }))
      const accepted = await insist(`/v1/notifications/${clinic}`, submission(...items), {
        'idempotency-key': keys[0]!,
      })
      await accepted.text()
      return to
    }

    async function subscribe(url: string) {
      const created = await insist(`/v1/webhooks/${clinic}`, { url })
      return (await created.json()) as Webhook & { secret: string }
    }

    /** Resumes the webhook after each failure, as an operator does: the waits of hours are tested elsewhere. */
    async function operate(id: string, signal: AbortSignal) {
      while (!signal.aborted) {
        const webhook = await webhookOf(id)
        if (webhook && (webhook.failures > 0 || webhook.disabled))
          await request(`/v1/webhooks/${clinic}/${id}/resumption`, { method: 'POST' })
        await delay(300)
      }
    }

    /** Undefined while the process is away. */
    async function webhookOf(id: string) {
      const response = await request(`/v1/webhooks/${clinic}`)
      return ((await response?.json()) as Webhook[] | undefined)?.find((one) => one.id === id)
    }

    async function request(path: string, init: RequestInit = {}): Promise<Response | undefined> {
      const { address } = servers[Math.floor(Math.random() * processes)]!
      const headers = { authorization: `Bearer ${token}`, ...init.headers }
      try {
        const response = await fetch(`${address}${path}`, { ...init, headers })
        return response.ok ? response : undefined
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        return undefined
      }
    }

    /** Repeats the request until a process takes it. */
    async function insist(path: string, body: object, headers = {}): Promise<Response> {
      const init = { method: 'POST', body: JSON.stringify(body) }
      for (;;) {
        const response = await request(path, { ...init, headers: { 'content-type': 'application/json', ...headers } })
        if (response) return response
        await delay(20)
      }
    }
  },
  1_200_000 * (process.env.LONG_DRILLS ? 4 : 1),
)

/** Waits until a number reaches `count`, for as long as it grows. */
async function reaches(count: number, read: () => number | undefined | Promise<number | undefined>) {
  let latest: number | undefined
  for (let changedAt = Date.now(); latest !== count; await delay(200)) {
    const present = await read()
    if (present !== undefined && present !== latest) changedAt = Date.now()
    latest = present ?? latest
    if (Date.now() - changedAt > patienceMs) expect(latest).toBe(count)
  }
}

async function startReceiver(port: number, file: string, secret: string) {
  const script = fileURLToPath(new URL('erratic-receiver.ts', import.meta.url))
  const child = spawn(process.execPath, [script, `${port}`, file], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void (child.exitCode === null && child.kill('SIGKILL')))
  await once(child.stdout, 'data')
  return child
}
