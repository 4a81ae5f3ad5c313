import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccessToken } from '../../src/access/credentials/access-token.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import { largestBody } from '../large-body.ts'
import { serveRollcall } from '../process.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'

const parallel = 8

/** Requests another page until the bodies are answered, and returns the durations in milliseconds. */
async function watch(address: string, isOpen: () => boolean) {
  const waits: number[] = []
  while (isOpen()) {
    const asked = performance.now()
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    waits.push(performance.now() - asked)
  }
  return waits
}

async function clinic(url: string, credentials: number): Promise<string[]> {
  const database = await connect(url)
  await migrate(database)
  await importLines(database, temporaryFolder(), [entity()])
  const grant = { name: 'drill', scopes: ['notifications:write' as const], entities: 'all' as const, expiresAt: null }
  const created = []
  for (let count = 0; count < credentials; count++) created.push(await createAccessToken(database, systemClock, grant))
  await database.destroy()
  return created.map(({ token }) => token)
}

const memoryOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024

test(`${parallel} concurrent large bodies are stored by a process with a heap of 256 MiB, beside other requests`, async () => {
  const url = `sqlite:${join(temporaryFolder(), 'rollcall.db')}`
  const tokens = await clinic(url, 4)
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', NODE_OPTIONS: '--max-old-space-size=256' }
  const { child, address } = await serveRollcall(env)
  let underWay = parallel
  const posts = Array.from({ length: parallel }, async (_, index) => {
    const headers = {
      authorization: `Bearer ${tokens[index % tokens.length]}`,
      'content-type': 'application/json',
    }
    const body = largestBody(`B-${index}`)
    for (;;) {
      const answer = await fetch(`${address}/v1/notifications/clinica-lisboa`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      // On a busy machine, a body can be too slow.
      if (answer.status === 408) continue
      underWay--
      return answer.status
    }
  })
  const [statuses, waits] = await Promise.all([Promise.all(posts), watch(address, () => underWay > 0)])
  console.log(
    `${waits.length} × /livez, the slowest in ${Math.max(...waits).toFixed(0)} ms; memory of ${memoryOf(child.pid!).toFixed(0)} MiB`,
  )
  expect(new Set(statuses)).toEqual(new Set([202]))
  expect(child.exitCode).toBeNull()
})
