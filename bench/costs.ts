// Measures the processor time of a clinic's requests, each 30 seconds after the one before (docs/costs.md): node bench/costs.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstDay } from './appointments.ts'
import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { usePostgres } from './engines/postgres.ts'
import { useSqlite } from './engines/sqlite.ts'
import { load, stepAside, writeRequests } from './load.ts'
import { checkIn, listActions, type Request } from './questions.ts'
import { median } from './rounds.ts'
import { secretKey } from './servers/contestants.ts'
import { start } from './servers/start.ts'
import { ask } from './verify.ts'

const [rounds, roundSeconds] = [5, 2]
const folder = mkdtempSync(join(tmpdir(), 'rollcall-costs-'))
process.once('exit', () => rmSync(folder, { recursive: true }))

async function measure(engine: Engine) {
  const url = await engine.create('costs')
  const [clinic] = await fillDatabase(engine, url, [{ id: 'clinica-lisboa', days: 1, perDay: 14, checkins: 1 }])
  const env = { DATABASE_URL: url, SECRET_KEY: secretKey, OUTBOX_DIR: folder, LOG_LEVEL: 'error' }
  const server = await start('rollcall', ['bench/servers/half-minutes.ts'], env, { path: '/livez', headers: {} })
  const { rollcall: list } = listActions(clinic!, firstDay, firstDay)
  const { etag } = await ask(server, list)
  const requests: Record<string, Request> = {
    'a poll of the feed that finds nothing': {
      ...list,
      path: '/v1/metrics/notifications/actions/clinica-lisboa/since/14',
    },
    'the same list, from the cache': list,
    'the same list, unchanged': { ...list, headers: { ...list.headers, 'If-None-Match': etag! } },
    'a check-in lookup': checkIn(clinic!, clinic!.checkinTokens[0]!).rollcall,
  }
  const file = join(folder, 'requests')
  for (const [name, request] of Object.entries(requests)) {
    const { body } = await ask(server, request)
    writeRequests(file, [request])
    const measured: { process: number; postgres: number }[] = []
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const before = engine.serverTime()
      const { mainThread, otherThreads, requests } = await load(server, file, roundSeconds, body.length)
      const postgres = ((engine.serverTime() - before) / requests) * 1e6
      if (round > 0) measured.push({ process: mainThread + otherThreads, postgres })
    }
    const of = (whose: 'process' | 'postgres') => median(measured.map((one) => one[whose])).toFixed(0)
    console.log(`${engine.version}, ${name}: ${of('process')} µs, of PostgreSQL ${of('postgres')} µs`)
  }
  await server.stop()
  await engine.stop()
}

const engines = [useSqlite(folder), await usePostgres()]
stepAside()
for (const engine of engines) await measure(engine)
