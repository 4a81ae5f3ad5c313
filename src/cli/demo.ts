import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { createClient } from '../../client/client.ts'
import { createAccessToken } from '../access/credentials/access-token.ts'
import { scopes } from '../access/credentials/scope.ts'
import type { Demo } from '../administration/pages/demo.ts'
import { readConfig } from '../channels/configuration.ts'
import { channels } from '../channels/registry.ts'
import { findEntity, setEntity } from '../entities/entity.ts'
import type { Config } from '../platform/config/config.ts'
import { connectForCommand } from '../platform/database/connect.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createSecret } from '../platform/keys/secret.ts'
import { systemClock } from '../platform/time/instant.ts'
import { type Service, startService, stopOnSignal } from '../service.ts'
import { shownClinic } from './demo/example-days.ts'
import { fillDatabase } from './demo/fill-database.ts'
import { ownAppointment } from './demo/own-appointment.ts'
import { printNote } from './terminal.ts'

// From examples/history.ndjson.
const shown = { entity: shownClinic, token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' }
const daysShown = 28

// While the demo prepares its database, there is nothing to finish.
const signals = ['SIGINT', 'SIGTERM'] as const
const exitAtOnce = () => process.exit(130)

export function demoCommand(command: Command) {
  command.action(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-demo-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    for (const signal of signals) process.once(signal, exitAtOnce)
    const config = readConfig({
      LOG_LEVEL: 'warn',
      ...process.env,
      // Without these servers, the service writes messages to files.
      ...Object.fromEntries(channels.map(({ environment }) => [environment.url, ''])),
      // The links lead to the demo, although the environment names another service.
      PUBLIC_URL: '',
      // The temporary database has no replica.
      DATABASE_REPLICA_URL: '',
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      SECRET_KEY: randomBytes(32).toString('hex'),
    })
    if (config.port !== 0 && !(await isFree(config.host, config.port))) {
      printNote(`Port ${config.port} is in use. Using another port.`)
      config.port = 0
    }
    printNote('Preparing the example history. This takes some seconds.')
    const token = await createDatabase(config, folder)
    let demo: Demo | undefined
    const service = await startService(config, () => demo)
    for (const signal of signals) process.off(signal, exitAtOnce)
    stopOnSignal(service)
    demo = await introduce(service, folder, token)
  })
}

/** Creates the database of the demo. Returns an access token. */
async function createDatabase(config: Config, folder: string): Promise<string> {
  await using database = await connectForCommand(config.databaseUrl)
  await migrate(database)
  const { token } = await createAccessToken(database, systemClock, {
    name: 'demo',
    scopes: [...scopes],
    entities: 'all',
    expiresAt: null,
  })
  const secret = createSecret(config.secretKey!)
  await fillDatabase({ database, config, secret, token }, folder, Temporal.Now.instant())
  return token
}

/** Prints the demo's addresses and commands. Returns the links of the first page. */
async function introduce(service: Service, folder: string, token: string): Promise<Demo> {
  const { address, database } = service
  const desk = await createAccessToken(database, systemClock, {
    name: 'front desk',
    scopes: ['checkin:read', 'checkin:write'],
    entities: [shown.entity],
    expiresAt: null,
  })
  const { entity } = shown
  const { time_zone } = (await findEntity(database, entity))!
  const now = Temporal.Now.zonedDateTimeISO(time_zone)
  const notice = await notify(service, token, folder, now)
  const today = now.toPlainDate()
  const date = `TZ=${time_zone} date +%F`
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  const client = `--url ${address} --token-file ${tokenFile}`
  process.stdout.write(`
Rollcall is at ${address} with the example history, moved to today. Open it in a browser to find everything else.

Paste an access token for it into another terminal:

  TOKEN=${token}

Which actions were recorded today?

  curl -H "Authorization: Bearer $TOKEN" \\
    ${address}/v1/metrics/notifications/actions/${entity}/bydate/$(${date})/$(${date})

Which appointment belongs to this QR code?

  curl -H "Authorization: Bearer $TOKEN" \\
    ${address}/v1/checkin/bytoken/${entity}/${shown.token}

Try the appointment of Maria Santos. Its text message is in

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
  const part = (place: string) => `console#entity=${entity}&${place}&token=${token}`
  const figures = part(`from=${from}&to=${today}`)
  return {
    token,
    console: figures,
    answers: {
      unanswered: part('tab=work&list=unanswered&part=next-day'),
      unreached: part('tab=work&list=unreached'),
      reminders: part(`tab=figures&from=${from}&to=${today}&section=compare&compare=reminder`),
    },
    desk: `desk#token=${desk.token}`,
    admin: `admin#entity=${entity}&token=${token}`,
    answerPage: new URL(notice.page).pathname.slice(1),
    outbox: join(folder, 'outbox'),
  }
}

/** Submits a notification as the clinic's system does, and waits for the files of its messages. */
async function notify({ address, database }: Service, token: string, folder: string, now: Temporal.ZonedDateTime) {
  const client = createClient({ url: address, token })
  const [latest] = (await Array.fromAsync(client.feed(shown.entity, 0))).slice(-1)
  const { task, arriveEarly } = ownAppointment(now)
  await setEntity(database, shown.entity, { arrive_early: arriveEarly })
  await client.notify(shown.entity, task)
  const [mobile, email] = task.notifications[0]!.addresses
  for (;;) {
    const text = findMessage(folder, mobile!.uid)
    if (text && findMessage(folder, email!.uid)) {
      const page = /https?:\S+/.exec(readFileSync(text, 'utf8'))![0]
      return { file: text, page, sequence: latest?.sequence ?? 0 }
    }
    await delay(20)
  }
}

/** Returns the path of a message to this address. Reminders of other contacts fall due while the demo starts, too. */
function findMessage(folder: string, uid: string): string | undefined {
  const outbox = join(folder, 'outbox')
  const files = readdirSync(outbox).filter((name) => /\.(txt|eml)$/.test(name))
  return files.map((name) => join(outbox, name)).find((file) => readFileSync(file, 'utf8').includes(`To: ${uid}`))
}

function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', () => answer(false))
    probe.listen(port, host, () => probe.close(() => answer(true)))
  })
}
