import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectForCommand } from '../../src/platform/database/connect.ts'
import { exampleMapping } from '../../src/systems/sources/csv/mapping.ts'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { openClinics } from './answering-clinics.ts'

const clinic = 'a'
const patience = { timeout: 60_000 }

const engines = [
  ['sqlite', () => `sqlite:${join(temporaryFolder(), 'rollcall.db')}`],
  ['postgres', temporaryDatabase],
] as const

async function serveClinic(open: () => string | Promise<string>) {
  const { token, env } = await openClinics(await open(), [clinic])
  const start = () => serveRollcall({ ...env, WEBHOOK_NETWORKS: '127.0.0.0/8' })
  const { child, address, log } = await start()
  return {
    token,
    address,
    start,
    log,
    async post(path: string, body: object) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.ok).toBe(true)
      return (await response.json()) as { id: string }
    },
    /** Returns until when processes have leased the webhooks. */
    async leases() {
      await using database = await connectForCommand(env.DATABASE_URL)
      const rows = await database.selectFrom('webhooks').select('lease_until').execute()
      return rows.map(({ lease_until }) => lease_until)
    },
    async stop() {
      const began = performance.now()
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      console.log(`stopped after ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    },
  }
}

test.each(engines)(
  'a process that stops ends the attempt to a server that hangs, and does not record it: the next process posts the event again (%s)',
  async (_engine, open) => {
    const { token, post, start, stop, log, leases } = await serveClinic(open)
    const receiver = await webhookReceiver(() => 'hang')
    const { id } = await post(`/v1/webhooks/${clinic}`, { url: receiver.url })
    await post(`/v1/notifications/${clinic}`, submission(item(later)))
    await expect.poll(receiver.sequences, patience).toEqual([1])
    await stop()
    expect(receiver.abandoned.map(({ event }) => event.sequence)).toEqual([1])
    expect(await leases()).toEqual([null])
    expect(log()).not.toContain('"level":50')
    receiver.react(() => ({ status: 204 }))
    const next = await start()
    const attempts = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${next.address}/v1/webhooks/${clinic}/${id}/attempts`, { headers })).json()
    }
    // An attempt that the first process had recorded would be the first.
    await expect.poll(attempts, patience).toMatchObject([{ attempt: 1, status: 204 }])
    expect(receiver.sequences()).toEqual([1, 1])
  },
)

const uploadBytes = 1_000_000

test('a process stops although an upload does not end', async () => {
  const { address, token, stop, log } = await serveClinic(engines[0][1])
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const mapping = encodeURIComponent(JSON.stringify(exampleMapping))
  const lines = [`POST /v1/notifications/${clinic}/csv?mapping=${mapping} HTTP/1.1`, 'Host: rollcall.test']
  lines.push(`Authorization: Bearer ${token}`, 'Content-Type: text/csv', `Content-Length: ${uploadBytes}`, '', '')
  socket.write(`${lines.join('\r\n')}Id;Utente;Nome;Apelido;Telemovel;Email;Medico;Data;Hora\r\n`)
  const trickle = setInterval(() => socket.write(`A-1;${'x'.repeat(94)}\r\n`), 20)
  onTestFinished(() => clearInterval(trickle))
  await expect.poll(() => socket.bytesWritten, patience).toBeGreaterThan(2_000)
  await stop()
  expect(socket.bytesWritten).toBeLessThan(uploadBytes)
  expect(log()).not.toContain('"level":50')
})
