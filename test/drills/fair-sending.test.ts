import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { openClinics } from './answering-clinics.ts'

const [batch, probes] = process.env.LONG_DRILLS ? [100_000, 50] : [2_000, 3]
const perTask = 1_000
const gatewayMs = 200
const publicUrl = 'https://rollcall.example'
// What the gateway takes in 2.4 s, with 50 slots.
const maxBefore = 600
const [large, small] = ['a', 'b']

const engines = [
  ['sqlite', () => `sqlite:${join(temporaryFolder(), 'rollcall.db')}`],
  ['postgres', temporaryDatabase],
] as const

const numberOf = (prefix: string, index: number) => `+35191${prefix}${String(index).padStart(6, '0')}`

test.each(engines)(
  `a batch of ${batch.toLocaleString('en')} texts delays neither the texts of another clinic nor the replies to contacts (%s)`,
  async (engine, open) => {
    const { token, env } = await openClinics(await open(), [large, small])
    const gateway = await startGateway()
    const network = { SMS_URL: gateway.url, PLAINTEXT_NETWORKS: '127.0.0.1/32', PUBLIC_URL: publicUrl }
    const { address, stop } = await serveRollcall({ ...env, ...network })
    for (let first = 0; first < batch; first += perTask) await submit(large, '1', first, perTask)
    await expect.poll(gateway.count, { timeout: 30_000 }).toBeGreaterThan(100)
    const delays: Record<'other' | 'answer', { ms: number; texts: number }[]> = { other: [], answer: [] }
    for (let probe = 0; probe < probes; probe++) {
      const { from, reply_url } = gateway.contact(probe)
      const answered = gateway.next(from)
      const told = gateway.next(numberOf('2', probe))
      const reply = await fetch(reply_url.replace(publicUrl, address), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, text: 'sim' }),
      })
      expect(reply.status).toBe(204)
      await submit(small, '2', probe, 1)
      delays.answer.push(await answered)
      delays.other.push(await told)
      await delay(1_000 * Math.random())
    }
    for (const [name, all] of Object.entries(delays)) {
      const worst = { ms: Math.max(...all.map(({ ms }) => ms)), texts: Math.max(...all.map(({ texts }) => texts)) }
      console.log(
        `${engine}, ${name}, ${all.length} texts: at most ${worst.ms.toFixed(0)} ms and ${worst.texts} other texts`,
      )
      expect(worst.texts).toBeLessThanOrEqual(maxBefore)
    }
    await stop()

    async function submit(clinic: string, prefix: string, first: number, count: number) {
      const items = Array.from({ length: count }, (_, index) => {
        const uid = numberOf(prefix, first + index)
        const contact = { ...item().contact, external_id: uid }
        return item({ ...later, external_id: uid, contact, addresses: [{ channel: 'mobile', uid }] })
      })
      const { status } = await fetch(`${address}/v1/notifications/${clinic}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(submission(...items)),
      })
      expect(status).toBe(202)
    }
  },
  600_000,
)

/** Starts a gateway that takes 200 ms for a text. */
async function startGateway() {
  const texts: { to: string; reply_url: string }[] = []
  const expected = new Map<string, () => void>()
  const server = createServer(async (request, response) => {
    const text = (await json(request)) as { to: string; reply_url: string }
    texts.push(text)
    expected.get(text.to)?.()
    await delay(gatewayMs)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => texts.length,
    /** Returns the contact of a text. */
    contact(index: number) {
      const { to, reply_url } = texts[index]!
      return { from: to, reply_url }
    },
    /** Resolves at the next text to this number: how long it took, and how many texts came before. */
    async next(to: string) {
      const [started, before] = [performance.now(), texts.length]
      await new Promise<void>((resolve) => expected.set(to, resolve))
      return { ms: performance.now() - started, texts: texts.length - before - 1 }
    },
  }
}
