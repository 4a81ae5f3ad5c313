import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { createClient } from '../../client/client.ts'
import { createCredential, scopes } from '../access/credential.ts'
import { readConfig } from '../config.ts'
import { importHistory } from '../import/import-history.ts'
import { systemClock } from '../instant.ts'
import type { Demo } from '../pages/first-page.ts'
import { type Service, startService, stopOnSignal } from '../service.ts'
import { progressBar, say } from './console.ts'

const history = fileURLToPath(new URL('../../examples/history.ndjson', import.meta.url))

// From examples/history.ndjson: the Sunday on which clocks go forward in Lisbon, and a check-in token that never
// expires.
const shown = {
  entity: 'clinica-lisboa',
  start: '2026-03-28',
  end: '2026-03-30',
  token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE',
  firstDay: '2026-03-01',
  lastDay: '2026-04-30',
}

export function demoCommand(command: Command) {
  command.action(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-demo-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const config = readConfig({
      LOG_LEVEL: 'warn',
      ...process.env,
      // Without these servers, the service writes messages to files.
      ...{ SMTP_URL: '', SMS_URL: '' },
      // The temporary database has no replicas.
      ...{ READ_FROM: '', DATABASE_REPLICA_URL: '' },
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
    })
    if (config.port !== 0 && !(await isFree(config.host, config.port))) {
      say(`Port ${config.port} is in use. Using another port.`)
      config.port = 0
    }
    let demo: Demo | undefined
    const service = await startService(config, () => demo)
    stopOnSignal(service)
    await importHistory(service.database, openSync(history, 'r'), progressBar())
    demo = await introduce(service, folder)
  })
}

/** Prints the demo's addresses and commands. Returns the links of the landing page. */
async function introduce({ address, database }: Service, folder: string): Promise<Demo> {
  const { token } = await createCredential(database, systemClock, {
    name: 'demo',
    scopes: [...scopes],
    entities: 'all',
    expiresAt: null,
  })
  const desk = await createCredential(database, systemClock, {
    name: 'front desk',
    scopes: ['checkin:read', 'checkin:write'],
    entities: [shown.entity],
    expiresAt: null,
  })
  const notice = await notify(address, token, folder)
  const { entity, start, end } = shown
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  const client = `--url ${address} --token-file ${tokenFile}`
  process.stdout.write(`
Rollcall is at ${address} with the example history. Open it in a browser to find everything else.

An access token for it:

  ${token}

What did the contacts of ${entity} do from ${start} to ${end}?

  curl -H 'Authorization: Bearer ${token}' '${address}/v1/metrics/notifications/actions/${entity}/bydate/${start}/${end}'

Whose appointment is behind this QR code?

  curl -H 'Authorization: Bearer ${token}' '${address}/v1/checkin/bytoken/${entity}/${shown.token}'

Try an appointment in one hour. Its notice is in

  ${notice.file}

Answer it in a browser, as the contact does:

  ${notice.page}

The page then shows a QR code and its token. The second query above accepts that token, too. The desk marks the arrival
with it:

  npx rollcall arrive ${entity} TOKEN ${client}

Follow the actions as they happen:

  npx rollcall feed ${entity} --since ${notice.sequence} --follow ${client}

Ctrl-C stops the demo and deletes its database.
`)
  return {
    token,
    console: `console#entity=${entity}&from=${shown.firstDay}&to=${shown.lastDay}&token=${token}`,
    desk: `desk#token=${desk.token}`,
    answerPage: new URL(notice.page).pathname.slice(1),
  }
}

/** Submits a notification as the clinic's system does, and waits for the file of its text message. */
async function notify(address: string, token: string, folder: string) {
  const client = createClient({ url: address, token })
  const [latest] = (await Array.fromAsync(client.feed(shown.entity, 0))).slice(-1)
  const inAnHour = Temporal.Now.instant().round('minute').add({ hours: 1 })
  await client.notify(shown.entity, {
    category: 'medical',
    target: 'appointment',
    notifications: [
      {
        external_id: 'DEMO-1',
        contact: { external_id: 'P-DEMO', name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
        addresses: [{ channel: 'mobile', uid: '+351912345678' }],
        params: { when: `${inAnHour}`, doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
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

function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', () => answer(false))
    probe.listen(port, host, () => probe.close(() => answer(true)))
  })
}
