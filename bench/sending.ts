import { setTimeout as delay } from 'node:timers/promises'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { atLeast, type Figure } from './report.ts'
import { startRollcall } from './servers/contestants.ts'
import { startGateway } from './servers/gateway.ts'

const tasks = 6
const perTask = 1_000
const measuredMs = 15_000
const gatewayMs = 200
const slowMs = 5_000
const slowEvery = 50
const minRate = 200
const minShareBesideSlow = 0.9

/** Measures how many texts a second one process sends to a gateway that takes 200 ms, and while some recipients take 5 s. */
export async function measureSending(engine: Engine): Promise<Figure[]> {
  const even = await textsPerSecond(engine, () => gatewayMs)
  const beside = await textsPerSecond(engine, (text) => (text % slowEvery === 0 ? slowMs : gatewayMs))
  return [
    {
      work: `texts at a gateway that takes ${gatewayMs} ms`,
      rollcall: `${even.toFixed(0)}/s`,
      absolute: [atLeast(even, minRate, (rate) => `${rate.toFixed(0)}/s`)],
    },
    {
      work: `the same, one recipient in ${slowEvery} takes ${slowMs / 1_000} s`,
      rollcall: `${beside.toFixed(0)}/s`,
      absolute: [atLeast(beside / even, minShareBesideSlow, (share) => `${share.toFixed(2)}×`)],
    },
  ]
}

/** Returns the texts per second that the gateway accepted.
 *  @param takes returns the milliseconds that the gateway takes for a text, by its number */
async function textsPerSecond(engine: Engine, takes: (text: number) => number): Promise<number> {
  const gateway = await startGateway(takes)
  const url = await engine.create('sending')
  const clinic = { id: 'clinica-lisboa', days: 0, perDay: 0, checkins: 0 }
  const { accessToken } = (await fillDatabase(engine, url, [clinic]))[0]!
  const server = await startRollcall(url, { path: '/livez', headers: {} }, gateway.env)
  try {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    for (let task = 0; task < tasks; task++) {
      const path = `${server.origin}/v1/notifications/${clinic.id}`
      const { status } = await fetch(path, { method: 'POST', headers, body: taskOf(task) })
      if (status !== 202) throw new Error(`the service answered a task with ${status}`)
    }
    const [before, started] = [gateway.accepted(), performance.now()]
    await delay(measuredMs)
    return ((gateway.accepted() - before) * 1_000) / (performance.now() - started)
  } finally {
    await server.stop()
    gateway.close()
    await engine.drop('sending')
  }
}

/** A task of visits in two days, whose texts are due at once. */
function taskOf(task: number): string {
  const when = new Date((systemClock.now() + hours(48)) / 1_000).toISOString()
  const notifications = Array.from({ length: perTask }, (_, index) => ({
    external_id: `MARCACAO-${task}-${index}`,
    contact: { external_id: `UTENTE-${index}`, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
    addresses: [{ channel: 'mobile', uid: `91${String(task * perTask + index).padStart(7, '0')}` }],
    params: { when, doctor: 'Ana Reis', doctor_external_id: 'MEDICO-7' },
  }))
  return JSON.stringify({ category: 'medical', target: 'appointment', notifications })
}
