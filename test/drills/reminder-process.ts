import { createInterface } from 'node:readline'
import { createAudit } from '../../src/access/audit/audit.ts'
import { readConfig } from '../../src/channels/configuration.ts'
import { dueReminders, remindDue } from '../../src/contacts/reminders/remind.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { createMetrics } from '../../src/platform/http/metrics.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { createLog } from '../../src/platform/logging/log.ts'
import { systemClock } from '../../src/platform/time/instant.ts'

// A process that sends the reminders which are due at each time that it reads from its standard input, in microseconds.
const database = await connect(process.env.DATABASE_URL!)
const log = createLog('error', process.stderr)
const audit = createAudit({ database, clock: systemClock, log, metrics: createMetrics() })
const outbox = { secret: createSecret(process.env.SECRET_KEY!), config: readConfig({}), audit }
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const clock = { now: () => Number(line), monotonic: () => Number(line), graceEndsAt: 0 }
  while ((await remindDue(database, outbox, dueReminders(database), clock)) > 0);
  console.log('done')
}
await audit.close()
await database.destroy()
