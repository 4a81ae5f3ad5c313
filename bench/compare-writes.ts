import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { type EngineName, engineNames } from './engines/engine.ts'
import { usePostgres } from './engines/postgres.ts'
import { useSqlite } from './engines/sqlite.ts'
import { median } from './rounds.ts'
import { secretKey } from './servers/contestants.ts'
import { root, type Server, start } from './servers/start.ts'

// Compares the writes of this checkout with those of another one, side by side. Prints the ratio of the wall times, and of the
// processor times of the services: medians of the rounds. Run `npm run build` in both checkouts before.
const [other, engineName = 'sqlite', rounds = '15'] = process.argv.slice(2)
if (other === undefined || !engineNames.includes(engineName as EngineName))
  throw new Error(`Usage: node bench/compare-writes.ts CHECKOUT [${engineNames.join('|')}] [ROUNDS]`)

const clinics = Array.from({ length: 4 }, (_, index) => `clinica-${index}`)
const visitsPerRound = 240
const concurrent = 8

interface Checkout {
  server: Server
  accessToken: string
  /** Paths of the notifications of the last round. */
  notifications: string[]
  submitted: number
}

const folder = mkdtempSync(join(tmpdir(), 'rollcall-writes-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const engine = engineName === 'postgres' ? await usePostgres() : useSqlite(folder)

async function startCheckout(path: string, name: string): Promise<Checkout> {
  const program = join(resolve(path), 'bin/rollcall.js')
  const env = {
    DATABASE_URL: await engine.create(name),
    SECRET_KEY: secretKey,
    RATE_LIMIT: '1000000000',
    OUTBOX_DIR: join(folder, `outbox-${name}`),
  }
  const rollcall = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  rollcall('migrate')
  for (const id of clinics) rollcall('entity', 'add', id, '--name', id, '--time-zone', 'Europe/Lisbon')
  const scopes = ['notifications:write', 'notifications:read', 'actions:write']
  const token = rollcall('token', 'create', '--name', 'compare', '--all-entities', '--scope', ...scopes)
  const server = await start(name, [program, 'serve'], env, { path: '/livez', headers: {} }, '0,1')
  return { server, accessToken: token.trim(), notifications: [], submitted: 0 }
}

async function post({ server, accessToken }: Checkout, path: string, body: object) {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { notifications: { id: string }[] }
}

const instant = (hoursFromNow: number) => new Date((systemClock.now() + hours(hoursFromNow)) / 1_000).toISOString()

function task(checkout: Checkout, visits: number) {
  const notifications = Array.from({ length: visits }, () => {
    const number = checkout.submitted++
    return {
      external_id: `MARCACAO-${number}`,
      contact: { external_id: `UTENTE-${number}`, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
      addresses: [{ channel: 'mobile', uid: `91${String(number % 10_000_000).padStart(7, '0')}` }],
      params: {
        when: instant(48),
        doctor: 'Ana Reis',
        doctor_external_id: 'MEDICO-7',
        doctor_expertise: 'Cardiologia',
      },
      // The service sends nothing meanwhile.
      send_at: instant(24),
    }
  })
  return { category: 'medical', target: 'appointment', notifications }
}

const workloads: Record<string, (checkout: Checkout) => (() => Promise<unknown>)[]> = {
  'a new visit': (checkout) => {
    checkout.notifications = []
    return Array.from({ length: visitsPerRound }, (_, index) => async () => {
      const clinic = clinics[index % clinics.length]!
      const { notifications } = await post(checkout, `/v1/notifications/${clinic}`, task(checkout, 1))
      checkout.notifications.push(`/v1/notifications/${clinic}/${notifications[0]!.id}`)
    })
  },
  'an answer': (checkout) =>
    checkout.notifications.map((path) => () => post(checkout, `${path}/answer`, { action: 'confirm' })),
  'a withdrawal': (checkout) => checkout.notifications.map((path) => () => post(checkout, `${path}/cancellation`, {})),
  '999 new visits': (checkout) => [() => post(checkout, `/v1/notifications/${clinics[0]}`, task(checkout, 999))],
}

/** Returns the wall time and the processor time of the service, in seconds. */
async function measure(checkout: Checkout, work: (() => Promise<unknown>)[]) {
  const [began, usedBefore] = [performance.now(), checkout.server.processorTime().all]
  await Promise.all(
    Array.from({ length: concurrent }, async () => {
      for (let next = work.pop(); next; next = work.pop()) await next()
    }),
  )
  return { wall: (performance.now() - began) / 1_000, used: checkout.server.processorTime().all - usedBefore }
}

const checkouts = [await startCheckout(root, 'this'), await startCheckout(other, 'other')] as const
const pairs = Object.fromEntries(Object.keys(workloads).map((name) => [name, [] as { wall: number; used: number }[]]))
for (let round = -2; round < Number(rounds); round++) {
  for (const [name, work] of Object.entries(workloads)) {
    const measured = new Map<Checkout, { wall: number; used: number }>()
    // Each goes first in every other round.
    for (const one of round % 2 === 0 ? checkouts : checkouts.toReversed())
      measured.set(one, await measure(one, work(one)))
    const [mine, theirs] = checkouts.map((one) => measured.get(one)!)
    // The first two rounds warm up.
    if (round >= 0) pairs[name]!.push({ wall: mine!.wall / theirs!.wall, used: mine!.used / theirs!.used })
  }
}
console.log(`${engine.version}, this checkout against ${other}`)
for (const [name, ratios] of Object.entries(pairs)) {
  const of = (which: 'wall' | 'used') => `${median(ratios.map((one) => one[which])).toFixed(2)}×`
  console.log(`${name}: wall time ${of('wall')}, processor time of the service ${of('used')}`)
}
for (const { server } of checkouts) await server.stop()
await engine.stop()
