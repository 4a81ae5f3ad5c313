import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exampleMapping } from '../../src/sources/csv/mapping.ts'
import { serveRollcall } from '../process.ts'
import { temporaryDatabase, temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { openClinics } from './answering-clinics.ts'

const clinic = 'a'

const engines = [
  ['sqlite', () => `sqlite:${join(temporaryFolder(), 'rollcall.db')}`],
  ['postgres', temporaryDatabase],
] as const

async function serveClinic(open: () => string | Promise<string>) {
  const { token, env } = await openClinics(await open(), [clinic])
  const start = () => serveRollcall({ ...env, WEBHOOK_NETWORKS: '127.0.0.0/8' })
  const { child, address, log } = await start()
  return {
    ...{ token, address, start, log },
    async post(path: string, body: object) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const { ok } = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(ok).toBe(true)
    },
    /** Returns the time until the process ends, in seconds. */
    async stop() {
      const began = performance.now()
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      return (performance.now() - began) / 1_000
    },
  }
}

test.each(engines)(
  'a process stops long before the attempt would end, although the server of a webhook hangs, and the next one posts the event at once (%s)',
  async (_engine, open) => {
    const { post, start, stop, log } = await serveClinic(open)
    const receiver = await webhookReceiver(() => 'hang')
    await post(`/v1/webhooks/${clinic}`, { url: receiver.url })
    await post(`/v1/notifications/${clinic}`, submission(item(later)))
    await expect.poll(receiver.sequences).toEqual([1])
    // The attempt would last 15 s.
    expect(await stop()).toBeLessThan(12)
    expect(log()).not.toContain('"level":50')
    receiver.react(() => ({ status: 204 }))
    await start()
    await expect.poll(receiver.sequences, { timeout: 5_000 }).toEqual([1, 1])
  },
)

test.each(engines)('a process stops although an upload does not end (%s)', async (_engine, open) => {
  const { address, token, stop, log } = await serveClinic(open)
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const mapping = encodeURIComponent(JSON.stringify(exampleMapping))
  const lines = [`POST /v1/notifications/${clinic}/csv?mapping=${mapping} HTTP/1.1`, 'Host: rollcall.test']
  lines.push(`Authorization: Bearer ${token}`, 'Content-Type: text/csv', 'Content-Length: 1000000', '', '')
  socket.write(`${lines.join('\r\n')}Id;Utente;Nome;Apelido;Telemovel;Email;Medico;Data;Hora\r\n`)
  const trickle = setInterval(() => socket.write(`A-1;${'x'.repeat(94)}\r\n`), 20)
  onTestFinished(() => clearInterval(trickle))
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(2_000)
  // The upload would last 200 s.
  expect(await stop()).toBeLessThan(60)
  expect(log()).not.toContain('"level":50')
})
