import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { largeBodies } from '../test/large-bodies.ts'
import { fillDatabase } from './dataset.ts'
import { atMost, type Figure } from './report.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'

const parallel = 20
const maxBlockMs = 20
const clinic = { id: 'clinica-lisboa', days: 0, perDay: 0, checkins: 0 }
const ms = (value: number) => `${value.toFixed(0)} ms`

/** Measures the longest block of the event loop while the service handles bodies of up to 1 MiB. */
export async function measureLargeBodies({ engine, folder }: Databases): Promise<Figure[]> {
  const url = await engine.create('bodies')
  const { accessToken } = (await fillDatabase(engine, url, [clinic]))[0]!
  const file = join(folder, 'event-loop.json')
  const program = fileURLToPath(new URL('servers/watch-event-loop.ts', import.meta.url))
  const env = { NODE_OPTIONS: `--max-old-space-size=512 --import=${program}`, EVENT_LOOP_FILE: file }
  // On one core, the measurement would include V8's own threads.
  const server = await startRollcall(url, { path: '/livez', headers: {} }, env, '0,1')
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }

  async function figure(name: string, status: number, body: string, times: number): Promise<Figure> {
    const post = () => fetch(`${server.origin}/v1/notifications/${clinic.id}`, { method: 'POST', headers, body })
    const answers = await Promise.all(Array.from({ length: times }, post))
    for (const answer of answers) {
      await answer.text()
      if (answer.status !== status) throw new Error(`${name}: status ${answer.status}`)
    }
    const { block, collection } = await sinceLastTime(server, file)
    return {
      work: `longest block of the event loop: ${times > 1 ? `${times} × ` : ''}${name}`,
      rollcall: `${ms(block)}, garbage collection ${ms(collection)}`,
      absolute: [atMost(block, maxBlockMs, ms)],
    }
  }

  try {
    const bodies = Object.entries(largeBodies)
    for (const [name, [status, body]] of bodies) await figure(name, status, body, 1)
    const figures: Figure[] = []
    for (const times of [1, parallel]) {
      for (const [name, [status, body]] of bodies) figures.push(await figure(name, status, body, times))
    }
    return figures
  } finally {
    await server.stop()
  }
}

/** Returns milliseconds. */
async function sinceLastTime(server: Server, file: string): Promise<{ block: number; collection: number }> {
  rmSync(file, { force: true })
  server.signal('SIGUSR2')
  for (;;) {
    await delay(20)
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // The server has not written the file yet.
    }
  }
}
