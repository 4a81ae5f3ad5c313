import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { openClinics } from './answering-clinics.ts'

const [requests, kills] = process.env.LONG_DRILLS ? [10_000, 50] : [1_000, 8]
const clinic = 'clinica-lisboa'
const client = fileURLToPath(new URL('audit-client.py', import.meta.url))
const lostAtMostMs = 1_000

const urlOf = async (engine: 'sqlite' | 'postgres', folder: string) =>
  engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : temporaryDatabase()

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  test(`a program that knows only the documents finds each of ${requests} requests once, with its contacts`, async () => {
    const folder = temporaryFolder()
    const { token, env } = await openClinics(await urlOf(engine, folder), [clinic])
    const { address } = await serveRollcall(env, [], folder)
    const { stdout, stderr } = await runClient([address, token, clinic, String(requests), '48'])
    expect(stderr).toBe('')
    const { 'with an entry': withEntry, ...report } = JSON.parse(stdout)
    expect(report).toEqual({ requests, missing: [], surplus: [], twice: 0, wrong: [], 'contacts unlike': 0 })
    expect(withEntry).toBeGreaterThan(requests / 2)
    console.log(`${engine}: ${requests} requests, ${withEntry} with an entry`)
  })

  test(`${kills} kills lose at most the entries of the last second`, async () => {
    const folder = temporaryFolder()
    const { database, token, env } = await openClinics(await urlOf(engine, folder), [clinic])
    const stalls = watchStalls()
    let [lost, kept, longestMs] = [0, 0, 0]
    for (let killed = 0; killed < kills; killed++) {
      const server = await serveRollcall(env, [], folder)
      const { answered, ended } = sendUntilKilled(server.address, token)
      // On a busy machine, the first responses take seconds.
      await expect.poll(() => answered.length, { timeout: 120_000 }).toBeGreaterThan(20)
      await delay(1_200 + ((killed * 137) % 1_000))
      const stalledMs = stalls.longest()
      server.child.kill('SIGKILL')
      const killedAt = performance.now()
      await once(server.child, 'exit')
      await ended
      for (const { id, endedAt } of answered) {
        const entries = database.selectFrom('audit_entries').select('outcome').where('entity_id', '=', clinic)
        const found = await entries.where('entry_id', '=', id).execute()
        if (found.length === 1) kept++
        else {
          lost++
          longestMs = Math.max(longestMs, killedAt - endedAt)
          // On a busy machine, the timers of the service are as late as those of this process.
          expect(killedAt - endedAt).toBeLessThan(lostAtMostMs + stalledMs)
        }
      }
    }
    expect(kept).toBeGreaterThan(kills * 20)
    console.log(
      `${engine}: ${kills} kills; ${kept} entries kept, ${lost} lost, the oldest ${Math.round(longestMs)} ms old`,
    )
  })
})

async function runClient(args: string[]) {
  const child = spawn('python3', [client, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => (output.stdout += data))
  child.stderr.on('data', (data) => (output.stderr += data))
  await once(child, 'close')
  return output
}

interface Answered {
  id: string
  endedAt: number
}

/** Sends requests, four at a time, until the service is killed. */
function sendUntilKilled(address: string, token: string) {
  const answered: Answered[] = []
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const notifications = `/v1/notifications/${clinic}`
  const send = async (path: string, body?: object) => {
    const response = await fetch(address + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    await response.text()
    answered.push({ id: response.headers.get('request-id')!, endedAt: performance.now() })
  }
  const run = async (worker: number) => {
    for (let number = 0; ; number++) {
      await send(notifications, submission(item({ ...later, external_id: `A-${worker}-${number % 5}` })))
      await send(`${notifications}?external_id=A-${worker}-1`)
      await send(`/v1/metrics/notifications/actions/${clinic}/bydate/2026-03-30/2026-03-30`)
      await send(`${notifications}/unknown`)
    }
  }
  return { answered, ended: Promise.allSettled([0, 1, 2, 3].map(run)) }
}

/** Measures how late the timers of this process are. */
function watchStalls() {
  let last = performance.now()
  let worst = 0
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - last - 20)
    last = performance.now()
  }, 20)
  onTestFinished(() => clearInterval(timer))
  return { longest: () => worst }
}
