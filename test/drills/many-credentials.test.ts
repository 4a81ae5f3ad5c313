import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAccessToken } from '../../src/access/credentials/access-token.ts'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { csvFile, line, mapping } from '../csv-file.ts'
import { action, entity, notification } from '../history.ts'
import { multiply } from '../multiply.ts'
import { serveRollcall } from '../process.ts'
import { byDate, importLines, temporaryFolder } from '../rollcall.ts'
import { costOf } from './processor-time.ts'

const records = process.env.LONG_DRILLS ? 60_000 : 20_000
const credentials = 20
// Of each credential: together more than the process has.
const lists = 14
const uploads = 2
const scopes: Scope[] = ['actions:read', 'notifications:write']

/** Creates two clinics, of which the greedy one has twenty access tokens, and the other one has one. */
async function clinics(databaseUrl: string) {
  const database = await connect(databaseUrl)
  await migrate(database)
  const tokens: Record<string, string[]> = { greedy: [], other: [] }
  for (const id of Object.keys(tokens)) {
    const own = { entity_id: id }
    await importLines(database, temporaryFolder(), [entity({ id }), notification(own), action(own)])
    await multiply(database, records, id)
    for (let count = 0; count < (id === 'greedy' ? credentials : 1); count++) {
      const grant = { name: 'drill', scopes, entities: [id], expiresAt: null }
      tokens[id]!.push((await createAccessToken(database, systemClock, grant)).token)
    }
  }
  await database.destroy()
  return tokens as { greedy: string[]; other: [string] }
}

const csvPath = (entityId: string) =>
  `/v1/notifications/${entityId}/csv?dry_run=true&mapping=${encodeURIComponent(JSON.stringify(mapping))}`

/** Sends a request, and reads no further than the status of the response. */
function hold(address: string, head: string, token: string, onStatus: (status: string) => void) {
  const { hostname, port } = new URL(address)
  const socket = connectTo(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.once('data', (data) => {
    socket.pause()
    onStatus(data.toString('latin1', 9, 12))
  })
  const [first, ...rest] = head.split('\n')
  const lines = [`${first} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...rest]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
}

test(`an entity lists and uploads beside another one, whose ${credentials} credentials hold as many lists and uploads as they can`, async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}`, RATE_LIMIT: '0' }
  const { greedy, other } = await clinics(env.DATABASE_URL)
  const { address, child, stop } = await serveRollcall(env)
  const ask = async (path: string, body?: string) => {
    const headers = { authorization: `Bearer ${other[0]}`, ...(body && { 'content-type': 'text/csv' }) }
    const response = await fetch(address + path, { headers, ...(body && { method: 'POST', body }) })
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
  }
  const work = async () => ({
    list: await ask(byDate('2026-03-29', '2026-03-29', '', 'other')),
    upload: await ask(csvPath('other'), csvFile(line())),
  })
  let alone: Awaited<ReturnType<typeof work>>
  const before = await costOf(child.pid!, address, async () => {
    alone = await work()
  })

  const statuses: Record<string, number> = {}
  const count = (kind: string) => (status: string) => {
    statuses[`${kind} ${status}`] = (statuses[`${kind} ${status}`] ?? 0) + 1
  }
  const long = `GET ${byDate('2026-03-29', '2026-03-29', '', 'greedy')}`
  const upload = `POST ${csvPath('greedy')}\nContent-Type: text/csv\nTransfer-Encoding: chunked`
  const attack = await costOf(child.pid!, address, async () => {
    for (const token of greedy) {
      for (let index = 0; index < uploads; index++) hold(address, upload, token, count('upload'))
      for (let index = 0; index < lists; index++) hold(address, long, token, count('list'))
    }
    // The lists that hold a slot have begun, and the uploads that hold one have no response.
    await expect
      .poll(() => (statuses['list 200'] ?? 0) + (statuses['list 503'] ?? 0), { timeout: 60_000 })
      .toBe(credentials * lists)
    await expect.poll(() => statuses['upload 503'], { timeout: 60_000 }).toBe(credentials * uploads - 4)
  })

  let beside: typeof alone
  const during = await costOf(child.pid!, address, async () => {
    beside = await work()
  })
  console.table({ alone: before, 'the attack': attack, beside: during })
  console.log(JSON.stringify(statuses))
  expect(alone!).toMatchObject({ list: { status: 200 }, upload: { status: 200 } })
  expect(beside!.list).toEqual(alone!.list)
  expect(beside!.upload.status).toBe(200)
  // A credential that holds lists leaves a quarter of those of its entity to the others.
  expect(statuses['list 200']).toBeGreaterThanOrEqual(48)
  expect(statuses['list 200']).toBeLessThanOrEqual(64)
  await stop()
})
