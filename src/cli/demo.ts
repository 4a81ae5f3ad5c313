import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { createClient } from '../../client/client.ts'
import { createCredential, scopes } from '../access/credential.ts'
import { type Config, readConfig } from '../config.ts'
import { connectForCommand } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { setEntity } from '../entities/entity.ts'
import { setLogo } from '../entities/logo.ts'
import { importHistory } from '../import/import-history.ts'
import { systemClock } from '../instant.ts'
import type { Demo } from '../pages/first-page.ts'
import { createSecret } from '../secret.ts'
import { type Service, startService, stopOnSignal } from '../service.ts'
import { progressBar, say } from './console.ts'
import { exampleDays, shownClinic } from './demo/example-days.ts'
import { replay } from './demo/replay.ts'

const examples = new URL('../../examples/', import.meta.url)

// From examples/history.ndjson.
const shown = { entity: shownClinic, token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' }
const contact = { phone: '+351 900 000 000', address: 'Rua do Exemplo 12, 1100-000 Lisboa' }
const daysShown = 28

export function demoCommand(command: Command) {
  command.action(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-demo-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const config = readConfig({
      LOG_LEVEL: 'warn',
      ...process.env,
      // Without these servers, the service writes messages to files.
      ...{ SMTP_URL: '', SMS_URL: '' },
      // The links lead to the demo, although the environment names another service.
      PUBLIC_URL: '',
      // The temporary database has no replicas.
      ...{ READ_FROM: '', DATABASE_REPLICA_URL: '' },
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      SECRET_KEY: randomBytes(32).toString('hex'),
    })
    if (config.port !== 0 && !(await isFree(config.host, config.port))) {
      say(`Port ${config.port} is in use. Using another port.`)
      config.port = 0
    }
    const token = await fillDatabase(config, folder)
    let demo: Demo | undefined
    const service = await startService(config, () => demo)
    stopOnSignal(service)
    demo = await introduce(service, folder, token)
  })
}

/** Fills the empty database with the example history, as if it had happened until now. Returns an access token. */
async function fillDatabase(config: Config, folder: string): Promise<string> {
  const database = await connectForCommand(config.databaseUrl)
  await migrate(database)
  const days = exampleDays(fileURLToPath(new URL('history.ndjson', examples)), Temporal.Now.instant())
  const file = join(folder, 'history.ndjson')
  writeFileSync(file, days.imported.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { token } = await createCredential(database, systemClock, {
    name: 'demo',
    scopes: [...scopes],
    entities: 'all',
    expiresAt: null,
  })
  await importHistory(database, openSync(file, 'r'), progressBar())
  await database.write(async (trx) => {
    await setEntity(trx, shown.entity, contact)
    await setLogo(trx, shown.entity, readFileSync(new URL('logo.png', examples)))
  })
  await replay({ database, config, secret: createSecret(config.secretKey!), token }, days, systemClock.now())
  await database.destroy()
  return token
}

/** Prints the demo's addresses and commands. Returns the links of the first page. */
async function introduce({ address, database }: Service, folder: string, token: string): Promise<Demo> {
  const desk = await createCredential(database, systemClock, {
    name: 'front desk',
    scopes: ['checkin:read', 'checkin:write'],
    entities: [shown.entity],
    expiresAt: null,
  })
  const notice = await notify(address, token, folder)
  const { entity } = shown
  const today = Temporal.Now.plainDateISO()
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  const client = `--url ${address} --token-file ${tokenFile}`
  process.stdout.write(`
Rollcall is at ${address} with the example history, moved to today. Open it in a browser to find everything else.

Paste an access token for it into another terminal:

  TOKEN=${token}

Which actions were recorded today?

  curl -H "Authorization: Bearer $TOKEN" \\
    ${address}/v1/metrics/notifications/actions/${entity}/bydate/$(date +%F)/$(date +%F)

Which appointment belongs to this QR code?

  curl -H "Authorization: Bearer $TOKEN" \\
    ${address}/v1/checkin/bytoken/${entity}/${shown.token}

Try the appointment of Maria Santos today. Its notice is in

  ${notice.file}

Answer it in a browser, as the contact does:

  ${notice.page}

The page then shows a QR code and the code in letters. The second query above accepts that code, too. The desk marks the
arrival with it:

  npx rollcall arrive ${entity} CODE ${client}

Follow the actions as they happen:

  npx rollcall feed ${entity} --since ${notice.sequence} --follow ${client}

Ctrl-C stops the demo and deletes its database.
`)
  const from = today.subtract({ days: daysShown - 1 })
  return {
    token,
    console: `console#entity=${entity}&from=${from}&to=${today}&token=${token}`,
    desk: `desk#token=${desk.token}`,
    answerPage: new URL(notice.page).pathname.slice(1),
  }
}

/** Submits a notification as the clinic's system does, and waits for the file of its text message. */
async function notify(address: string, token: string, folder: string) {
  const client = createClient({ url: address, token })
  const [latest] = (await Array.fromAsync(client.feed(shown.entity, 0))).slice(-1)
  const { time_zone } = await client.entity(shown.entity)
  await client.notify(shown.entity, {
    category: 'medical',
    target: 'appointment',
    notifications: [
      {
        external_id: 'DEMO-1',
        contact: { external_id: 'P-DEMO', name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
        addresses: [{ channel: 'mobile', uid: '+351912345678' }],
        params: { when: `${laterToday(time_zone)}`, doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
      },
    ],
  })
  const outbox = join(folder, 'outbox')
  for (;;) {
    const name = readdirSync(outbox).find((one) => one.endsWith('.txt'))
    if (name) {
      const file = join(outbox, name)
      return { file, page: /https?:\S+/.exec(readFileSync(file, 'utf8'))![0], sequence: latest?.sequence ?? 0 }
    }
    await delay(20)
  }
}

/** Returns the time in one hour, or the last minute of today. */
function laterToday(timeZone: string): Temporal.Instant {
  const now = Temporal.Now.zonedDateTimeISO(timeZone)
  const inAnHour = now.round('minute').add({ hours: 1 })
  const lastMinute = now.startOfDay().add({ days: 1 }).subtract({ minutes: 1 })
  return (Temporal.ZonedDateTime.compare(inAnHour, lastMinute) < 0 ? inAnHour : lastMinute).toInstant()
}

function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', () => answer(false))
    probe.listen(port, host, () => probe.close(() => answer(true)))
  })
}
