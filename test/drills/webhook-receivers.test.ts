import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookAttempt, WebhookWithSecret } from '../../src/systems/webhooks/webhook.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { openClinics } from './answering-clinics.ts'
import { processorSeconds } from './processor-time.ts'

const testsAtOnce = 400

/** A service with a webhook of one clinic, and the processor time that its process uses. */
async function serviceWithWebhook(url: string) {
  const { token, env } = await openClinics(`sqlite:${join(temporaryFolder(), 'rollcall.db')}`, ['a'])
  const { address, child } = await serveRollcall({ ...env, WEBHOOK_NETWORKS: '127.0.0.0/8' })
  const headers = { authorization: `Bearer ${token}` }
  const created = await fetch(`${address}/v1/webhooks/a`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const { id } = (await created.json()) as WebhookWithSecret
  const before = processorSeconds(child.pid!)
  return {
    post: () => fetch(`${address}/v1/webhooks/a/${id}/test`, { method: 'POST', headers }),
    isLive: async () => (await fetch(`${address}/livez`)).status === 200,
    used: () => processorSeconds(child.pid!) - before,
  }
}

/** A server on loopback until the end of the test. */
async function receiver(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  let maxOpen = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    maxOpen = Math.max(maxOpen, sockets.size)
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, maxOpen: () => maxOpen, sockets }
}

const earlyHints = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000))

test('a receiver that answers with endless early hints costs an attempt less than a second of processor time', async () => {
  const { url } = await receiver((socket) => {
    const write = () => {
      while (socket.writable && socket.write(earlyHints));
    }
    socket.on('drain', write).once('data', write)
  })
  const { post, isLive, used } = await serviceWithWebhook(url)
  expect(await isLive()).toBe(true)
  const attempt = (await (await post()).json()) as WebhookAttempt
  const seconds = used()
  console.log(`an attempt with endless early hints: ${seconds.toFixed(2)} s of processor time`)
  expect(seconds).toBeLessThan(1)
  expect(attempt.reason).toBe('more than 16 responses with a status of 1xx')
  expect(await isLive()).toBe(true)
})

test(`${testsAtOnce} tests at once open one connection to a receiver that does not respond`, async () => {
  const { url, maxOpen, sockets } = await receiver(() => {})
  const { post, isLive, used } = await serviceWithWebhook(url)
  expect(await isLive()).toBe(true)
  const tests = Array.from({ length: testsAtOnce }, post)
  const refused = tests.map((test) => test.then(({ status }) => status === 429))
  // The first response is a refusal, because the test that runs has none before its connection ends.
  expect(await Promise.race(refused)).toBe(true)
  expect(await isLive()).toBe(true)
  let ended = 0
  for (const test of tests) test.then(() => ended++)
  await expect.poll(() => ended, { timeout: 90_000 }).toBeGreaterThanOrEqual(testsAtOnce - 1)
  for (const socket of sockets) socket.destroy()
  const statuses = Map.groupBy(await Promise.all(tests), ({ status }) => status)
  const counts = [...statuses].map(([status, responses]) => `${responses.length} × ${status}`).join(', ')
  console.log(
    `${testsAtOnce} tests: ${counts}; ${maxOpen()} connection at once; ${used().toFixed(2)} s of processor time`,
  )
  expect([...statuses.keys()].sort()).toEqual([200, 429])
  expect(maxOpen()).toBe(1)
})
