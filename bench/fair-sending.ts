import { setTimeout as delay } from 'node:timers/promises'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { addBatch, createClinics, startSending } from './batch.ts'
import type { Engine } from './engines/engine.ts'
import { atMost, type Figure } from './report.ts'
import { startGateway } from './servers/gateway.ts'

const gatewayMs = 200
const warmUp = 500
const batches = [1, 5_000, 100_000]
const texts = 20
const maxDelayMs = 2_000

/** Measures how long the text of a clinic takes to leave, behind a batch of another clinic. */
export async function measureFairSending(engine: Engine): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of batches) figures.push(await behindBatch(engine, count))
  return figures
}

async function behindBatch(engine: Engine, count: number): Promise<Figure> {
  const { url, clients } = await createClinics(engine, 'fair', ['clinica-lisboa', 'clinica-porto'])
  const [large, small] = clients
  await addBatch(url, large!, 'batch', count, systemClock.now())
  await engine.settle(url)
  const gateway = await startGateway(() => gatewayMs)
  const server = await startSending(url, gateway)
  try {
    while (gateway.accepted() < Math.min(warmUp, count)) await delay(100)
    const times: number[] = []
    for (let text = 0; text < texts && (text === 0 || count === 1 || gateway.accepted() < count); text++) {
      const uid = `+3519120000${10 + text}`
      const arrived = gateway.textTo(uid)
      await submit(server.origin, small!.accessToken, uid)
      const submitted = performance.now()
      await arrived
      times.push(performance.now() - submitted)
      // Not in step with the polls of the service.
      await delay(1_000 * Math.random())
    }
    times.sort((one, other) => one - other)
    const [median, worst] = [times[Math.floor(times.length / 2)]!, times.at(-1)!]
    return {
      work: `a text behind ${(count - 1).toLocaleString('en')} of another clinic, at a gateway that takes ${gatewayMs} ms`,
      rollcall: `median ${(median / 1_000).toFixed(2)} s, worst ${(worst / 1_000).toFixed(2)} s (${times.length})`,
      absolute: [atMost(worst, maxDelayMs, (ms) => `${(ms / 1_000).toFixed(2)} s`)],
    }
  } finally {
    await server.stop()
    gateway.close()
    await engine.drop('fair')
  }
}

async function submit(origin: string, token: string, uid: string) {
  const when = new Date((systemClock.now() + hours(48)) / 1_000).toISOString()
  const visit = {
    external_id: uid,
    contact: { external_id: uid, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
    addresses: [{ channel: 'mobile', uid }],
    params: { when, doctor: 'Ana Reis', doctor_external_id: 'MEDICO-7' },
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ category: 'medical', target: 'appointment', notifications: [visit] })
  const { status } = await fetch(`${origin}/v1/notifications/clinica-porto`, { method: 'POST', headers, body })
  if (status !== 202) throw new Error(`the service answered a task with ${status}`)
}
