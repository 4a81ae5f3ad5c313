import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { createCredential } from '../access/credential.ts'
import { readConfig } from '../config.ts'
import { importHistory } from '../import/import-history.ts'
import { systemClock } from '../instant.ts'
import { type Service, startService, stopOnSignal } from '../service.ts'
import { progressBar, say } from './console.ts'

const history = fileURLToPath(new URL('../../examples/history.ndjson', import.meta.url))

// From examples/history.ndjson: the Sunday on which clocks go forward in Lisbon, and a check-in token that never expires.
const shown = { entity: 'clinica-lisboa', start: '2026-03-28', end: '2026-03-30', token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' }

export function demoCommand(program: Command) {
  program
    .command('demo')
    .description('serve the example history from a database that is thrown away, with curl lines to try')
    .action(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rollcall-demo-'))
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
      const config = readConfig({
        LOG_LEVEL: 'warn',
        ...process.env,
        DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      })
      if (config.port !== 0 && !(await isFree(config.host, config.port))) {
        say(`Port ${config.port} is taken: taking another.`)
        config.port = 0
      }
      const service = await startService(config)
      stopOnSignal(service)
      await importHistory(service.database, openSync(history, 'r'), progressBar())
      await introduce(service)
    })
}

async function introduce({ address, database }: Service) {
  const { token } = await createCredential(database, systemClock, {
    name: 'demo',
    scopes: ['actions:read', 'checkin:read'],
    entities: 'all',
    expiresAt: null,
  })
  const { entity, start, end } = shown
  process.stdout.write(`
Rollcall is at ${address} with the example history. API reference: ${address}/docs

An access token for it:

  ${token}

What did the contacts of ${entity} do from ${start} to ${end}?

  curl -H 'Authorization: Bearer ${token}' '${address}/v1/metrics/notifications/actions/${entity}/bydate/${start}/${end}'

Whose appointment is behind this QR code?

  curl -H 'Authorization: Bearer ${token}' '${address}/v1/checkin/bytoken/${entity}/${shown.token}'

Ctrl-C stops it and throws the database away.
`)
}

function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', () => answer(false))
    probe.listen(port, host, () => probe.close(() => answer(true)))
  })
}
