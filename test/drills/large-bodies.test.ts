import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createCredential } from '../../src/access/credential.ts'
import { connect } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import { systemClock } from '../../src/instant.ts'
import { largestSubmission } from '../../src/notifications/submit/submission-reference.ts'
import { entity } from '../history.ts'
import { largeBodies, largestItem } from '../large-bodies.ts'
import { serveRollcall } from '../process.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'

const parallel = 20
const path = '/v1/notifications/clinica-lisboa'

/** Requests another page until the bodies are answered, and records the durations. */
async function watch(address: string, waits: number[], isOpen: () => boolean) {
  while (isOpen()) {
    const asked = performance.now()
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    waits.push(performance.now() - asked)
  }
}

async function clinic(url: string, credentials = 1): Promise<string[]> {
  const database = await connect(url)
  await migrate(database)
  await importLines(database, temporaryFolder(), [entity()])
  const grant = { name: 'drill', scopes: ['notifications:write' as const], entities: 'all' as const, expiresAt: null }
  const created = []
  for (let count = 0; count < credentials; count++) created.push(await createCredential(database, systemClock, grant))
  await database.destroy()
  return created.map(({ token }) => token)
}

test(`${parallel} concurrent large bodies neither end a process with a heap of 256 MiB nor block other requests`, async () => {
  const url = `sqlite:${join(temporaryFolder(), 'rollcall.db')}`
  const [token] = await clinic(url)
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', NODE_OPTIONS: '--max-old-space-size=256' }
  const { child, address, log } = await serveRollcall(env)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  for (const [name, [status, body]] of Object.entries(largeBodies)) {
    let underWay = parallel
    const posts = Array.from({ length: parallel }, async () => {
      const answer = await fetch(address + path, { method: 'POST', headers, body })
      const { errors = [] } = (await answer.json()) as { errors?: object[] }
      underWay--
      return { status: answer.status, errors: errors.length }
    })
    const waits: number[] = []
    const [answers] = await Promise.all([Promise.all(posts), watch(address, waits, () => underWay > 0)]).catch(
      (error) => {
        throw new Error(`${name}: ${log().slice(-4_000)}`, { cause: error })
      },
    )
    for (const { status: answered, errors } of answers) {
      expect([name, answered]).toEqual([name, status])
      expect(errors).toBeLessThanOrEqual(100)
    }
    console.log(`${name}: ${waits.length} × /livez, the slowest in ${Math.max(...waits).toFixed(0)} ms`)
  }
  expect(child.exitCode).toBeNull()
})

/** Sends a body without copying it, in one piece or chunked. */
async function send(address: string, token: string, body: Buffer, isChunked: boolean) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }),
  }
  const sent = request(address + path, { method: 'POST', headers, agent: false })
  // The service stops reading a body that it rejects.
  const [response] = (await Promise.race([
    once(sent, 'response'),
    new Promise(() => sent.on('error', () => {}).end(body)),
  ])) as [IncomingMessage]
  const { notifications = [] } = (await json(response)) as { notifications?: object[] }
  sent.destroy()
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], stored: notifications.length }
}

const memoryOf = (pid: number) =>
  (Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024) / largestSubmission.bytes

test(`${parallel} of the largest bodies at a time are stored or rejected, within the memory of five`, async () => {
  const url = `sqlite:${join(temporaryFolder(), 'rollcall.db')}`
  const tokens = await clinic(url, 4)
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', NODE_OPTIONS: '--max-old-space-size=256' }
  const { child, address } = await serveRollcall(env)
  const items = Array.from({ length: 1_000 }, (_, index) => largestItem(index))
  const body = Buffer.from(`{"category":"medical","target":"exam","notifications":[${items}]}`)
  let underWay = parallel
  const waits: number[] = []
  const posts = Array.from({ length: parallel }, (_, index) =>
    send(address, tokens[index % tokens.length]!, body, index % 3 === 0).finally(() => underWay--),
  )
  const [responses] = await Promise.all([Promise.all(posts), watch(address, waits, () => underWay > 0)])
  for (const { status, retryAfter, stored } of responses) {
    expect([
      { status: 202, retryAfter: undefined, stored: 1_000 },
      { status: 503, retryAfter: '5', stored: 0 },
    ]).toContainEqual({ status, retryAfter, stored })
  }
  const accepted = responses.filter(({ status }) => status === 202).length
  const slowest = Math.max(...waits)
  console.log(
    `${accepted} of ${parallel} bodies of ${(body.length / 1024 ** 2).toFixed(0)} MiB: ${waits.length} × /livez, the slowest in ${slowest.toFixed(0)} ms; memory of ${memoryOf(child.pid!).toFixed(1)} bodies`,
  )
  expect(accepted).toBeGreaterThan(0)
  expect(memoryOf(child.pid!)).toBeLessThan(5)
  // A rejected client can send its body again.
  expect((await send(address, tokens[0]!, body, false)).status).toBe(202)
})
