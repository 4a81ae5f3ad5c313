import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCredential } from '../../src/access/credential.ts'
import { connect } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import { systemClock } from '../../src/instant.ts'
import { entity } from '../history.ts'
import { largeBodies } from '../large-bodies.ts'
import { serveRollcall } from '../process.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'

const parallel = 20
const path = '/v1/notifications/clinica-lisboa'

async function clinic(url: string): Promise<string> {
  const database = await connect(url)
  await migrate(database)
  await importLines(database, temporaryFolder(), [entity()])
  const grant = { name: 'drill', scopes: ['notifications:write' as const], entities: 'all' as const, expiresAt: null }
  const { token } = await createCredential(database, systemClock, grant)
  await database.destroy()
  return token
}

test(`${parallel} concurrent large bodies neither end a process with a heap of 256 MiB nor block other requests`, async () => {
  const url = `sqlite:${join(temporaryFolder(), 'rollcall.db')}`
  const token = await clinic(url)
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
    const watch = async () => {
      while (underWay > 0) {
        const asked = performance.now()
        expect((await fetch(`${address}/livez`)).status).toBe(200)
        waits.push(performance.now() - asked)
      }
    }
    const [answers] = await Promise.all([Promise.all(posts), watch()]).catch((error) => {
      throw new Error(`${name}: ${log().slice(-4_000)}`, { cause: error })
    })
    for (const { status: answered, errors } of answers) {
      expect([name, answered]).toEqual([name, status])
      expect(errors).toBeLessThanOrEqual(100)
    }
    console.log(`${name}: ${waits.length} × /livez, the slowest in ${Math.max(...waits).toFixed(0)} ms`)
  }
  expect(child.exitCode).toBeNull()
})
