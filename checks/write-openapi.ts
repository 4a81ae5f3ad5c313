// Writes the document that the service serves at /openapi.json: node checks/write-openapi.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAudit } from '../src/access/audit/audit.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/channels/configuration.ts'
import { connect } from '../src/platform/database/connect.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import { createSecret } from '../src/platform/keys/secret.ts'
import { createLog } from '../src/platform/logging/log.ts'
import { systemClock } from '../src/platform/time/instant.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-openapi-'))
const metrics = createMetrics()
const log = createLog('warn', process.stderr)
const database = await connect(`sqlite:${join(folder, 'rollcall.db')}`, metrics.databaseWait)
const secret = createSecret('no secret: nothing is issued here')
const app = await buildApp({
  database,
  config: readConfig({}),
  secret,
  clock: systemClock,
  metrics,
  log,
  audit: createAudit({ database, clock: systemClock, log, metrics }),
})
const { body } = await app.inject('/openapi.json')
writeFileSync(join(import.meta.dirname, 'openapi.json'), body)
await app.close()
await database.destroy()
rmSync(folder, { recursive: true })
