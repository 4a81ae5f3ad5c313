import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { largestBody } from '../test/large-body.ts'
import { fillDatabase } from './dataset.ts'
import { atMost, type Figure } from './report.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'

const maxBlockMs = 250
const clinic = { id: 'clinica-lisboa', days: 0, perDay: 0, checkins: 0 }
const ms = (value: number) => `${value.toFixed(0)} ms`

/** Measures the longest block of the event loop while the service handles the largest legal body. */
export async function measureLargeBody({ engine, folder }: Databases): Promise<Figure> {
  const url = await engine.create('bodies')
  const { accessToken } = (await fillDatabase(engine, url, [clinic]))[0]!
  const file = join(folder, 'event-loop.json')
  const program = fileURLToPath(new URL('servers/watch-event-loop.ts', import.meta.url))
  const env = { NODE_OPTIONS: `--max-old-space-size=512 --import=${program}`, EVENT_LOOP_FILE: file }
  // On one core, the measurement would include V8's own threads.
  const server = await startRollcall(url, { path: '/livez', headers: {} }, env, '0,1')
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }

  async function post(key: string) {
    const url = `${server.origin}/v1/notifications/${clinic.id}`
    const answer = await fetch(url, { method: 'POST', headers, body: largestBody(key) })
    await answer.text()
    if (answer.status !== 202) throw new Error(`status ${answer.status}`)
    return sinceLastTime(server, file)
  }

  try {
    await post('first')
    const { block, collection } = await post('second')
    return {
      work: 'longest block of the event loop: a body of 2 MiB, 1,000 notifications with 10 addresses each',
      rollcall: `${ms(block)}, garbage collection ${ms(collection)}`,
      absolute: [atMost(block, maxBlockMs, ms)],
    }
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
