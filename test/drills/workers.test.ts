import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { connectForCommand } from '../../src/platform/database/connect.ts'
import { temporaryDatabase } from '../databases.ts'
import { openLink, printedLink } from '../first-start.ts'
import { runRollcall, serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'

test('a program that is older than its PostgreSQL database exits with an error', async () => {
  const url = await temporaryDatabase(inject('template'))
  const database = await connectForCommand(url)
  await sql`insert into kysely_migration values ('0999-later', '')`.execute(database)
  await database.destroy()
  const { code, stderr } = await runRollcall(['serve'], { DATABASE_URL: url, PORT: '0' })
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('newer than this program') })
})

describe('rollcall serve --workers', () => {
  /** The processes that serve, by their log. */
  const listening = (log: () => string) =>
    [...new Set(log().match(/(?<="pid":)\d+(?=[^\n]*Server listening)/g))].map(Number)

  test('serves from several processes on one port, and replaces a dead one', async () => {
    const folder = temporaryFolder()
    const env = { DATABASE_URL: await temporaryDatabase(inject('template')), SECRET_KEY: 'k'.repeat(32) }
    const { child, address, log } = await serveRollcall(env, ['--workers', '2'], folder)
    await expect.poll(() => listening(log)).toHaveLength(2)
    process.kill(listening(log)[0]!, 'SIGKILL')
    await expect.poll(() => listening(log)).toHaveLength(3)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('serves all requests while one of them hangs and is then killed', async () => {
    const folder = temporaryFolder()
    const { address, log } = await serveRollcall(
      { DATABASE_URL: `sqlite:${join(folder, 'r.db')}` },
      ['--workers', '2'],
      folder,
    )
    await expect.poll(() => listening(log)).toHaveLength(2)
    const [first] = listening(log)
    process.kill(first!, 'SIGSTOP')
    const request = async () => {
      // On a connection of its own.
      const { status } = await fetch(`${address}/livez`, { headers: { connection: 'close' } })
      return status
    }
    const requests = Array.from({ length: 8 }, request)
    await Promise.any(requests)
    process.kill(first!, 'SIGKILL')
    expect(await Promise.all(requests)).toEqual(Array(8).fill(200))
  })

  test('ends with a supervisor that is killed, and leaves the port free', async () => {
    const folder = temporaryFolder()
    const env = { DATABASE_URL: `sqlite:${join(folder, 'r.db')}` }
    const { child, address, log } = await serveRollcall(env, ['--workers', '2'], folder)
    await expect.poll(() => listening(log)).toHaveLength(2)
    // Their log lines wait for a flush when the supervisor ends.
    await Promise.all(Array.from({ length: 40 }, () => fetch(`${address}/livez`, { headers: { connection: 'close' } })))
    const workers = listening(log)
    child.kill('SIGKILL')
    const isAlive = (pid: number) => existsSync(`/proc/${pid}`)
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
    const again = await serveRollcall({ ...env, PORT: new URL(address).port }, ['--workers', '2'], folder)
    expect(again.address).toBe(address)
  })

  test('prints one link of the first start, which works once, at any of them', async () => {
    const folder = temporaryFolder()
    const env = { DATABASE_URL: `sqlite:${join(folder, 'r.db')}` }
    const server = await serveRollcall(env, ['--workers', '2'], folder)
    const link = await printedLink(server)
    await expect.poll(() => listening(server.log)).toHaveLength(2)
    const answers = await Promise.all(Array.from({ length: 12 }, () => openLink(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(11).fill(404)])
    process.kill(listening(server.log)[0]!, 'SIGKILL')
    await expect.poll(() => listening(server.log)).toHaveLength(3)
    expect(server.log().match(/\/first-start#/g)).toHaveLength(1)
    await server.stop()
  })

  test('exits when its workers cannot start', async () => {
    const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'r.db')}` }
    const { address } = await serveRollcall(env)
    const { code, stderr } = await runRollcall(['serve', '--workers', '2'], { ...env, PORT: new URL(address).port })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EADDRINUSE') })
  })

  test.each([
    ['9000', '9002'],
    ['65534', '8080'],
  ])('exits when a process has no port for its metrics', async (METRICS_PORT, PORT) => {
    const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'r.db')}`, METRICS_PORT, PORT }
    const { code, stderr } = await runRollcall(['serve', '--workers', '3'], env)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('METRICS_PORT') })
  })
})
