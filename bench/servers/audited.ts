// The routes of the service, with the audit or, by AUDIT=off, without it. The service itself has no such setting.
import { pino } from 'pino'
import { createAudit } from '../../src/access/audit/audit.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/channels/configuration.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { createMetrics } from '../../src/platform/http/metrics.ts'
import { openSecret } from '../../src/platform/keys/secret.ts'
import { createLog } from '../../src/platform/logging/log.ts'
import { systemClock as clock } from '../../src/platform/time/instant.ts'
import { noAudit } from './no-audit.ts'

const { AUDIT, ...env } = process.env
const config = readConfig(env)
const log = createLog(config.logLevel, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 250 }))
const metrics = createMetrics()
const database = await connect(config.databaseUrl, metrics.databaseWait)
const audit = AUDIT === 'off' ? noAudit : createAudit({ database, clock, log, metrics })
const app = await buildApp({ database, config, secret: openSecret(config), clock, metrics, log, audit })
await app.listen({ host: config.host, port: config.port })
process.once('SIGTERM', async () => {
  await app.close()
  await audit.close()
  await database.destroy()
})
