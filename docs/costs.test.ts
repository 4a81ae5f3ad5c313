import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync, statSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hours, seconds } from '../src/platform/time/instant.ts'
import { contact } from '../test/contact.ts'
import { engines } from '../test/databases.ts'
import { entity } from '../test/history.ts'
import { recordPackets } from '../test/postgres-proxy.ts'
import { createDatabase, startPostgres } from '../test/postgres-server.ts'
import { requestsWith } from '../test/requests.ts'
import { bootRollcall, byDate, byToken, type Rollcall, temporaryFolder } from '../test/rollcall.ts'

const [warmUps, repeats] = [6, 20]
const pollMicros = seconds(30)
// Small numbers vary more: a page is split now and then, and PostgreSQL prunes rows when it reads them. A write has 88 bytes. On
// SQLite, runs gave 1.4, 1.6, 1.9, 2.0 and 2.1 pages for the unchanged list.
const tolerance = { share: 0.1, pages: 0.7, bytes: 40 }
// A page of 4 kB and its header: https://sqlite.org/fileformat2.html#the_write_ahead_log
const frameBytes = 4_096 + 24
// After a checkpoint, the first change of each page writes the whole page. No checkpoint or vacuum falls into the test.
const settings = ['checkpoint_timeout=1d', 'autovacuum=off']

/** What a service has asked of its database so far. */
interface Usage {
  statements: number
  roundTrips: number
  /** In pages on SQLite, in bytes on PostgreSQL. */
  wal: number
}

// The notification of other processes follows an answer by some milliseconds, and is shared by all answers meanwhile.
const isCounted = (text: string) =>
  !/^(begin|commit|rollback|savepoint|release|pragma)\b|total_changes|pg_notify/i.test(text)

async function onSqlite() {
  const url = await engines.sqlite(temporaryFolder())
  let statements = 0
  const count = (message: unknown) => void (isCounted((message as { sql: string }).sql) && statements++)
  subscribe('sqlite.db.query', count)
  onTestFinished(() => void unsubscribe('sqlite.db.query', count))
  const wal = `${url.replace('sqlite:', '')}-wal`
  const usage = async (): Promise<Usage> => ({ statements, roundTrips: 0, wal: statSync(wal).size / frameBytes })
  return { url, usage, isQuiet: () => true }
}

async function onPostgres() {
  const server = await startPostgres(settings)
  onTestFinished(() => server.stop())
  const direct = await createDatabase(server.url, 'costs')
  const { url, packets } = await recordPackets(direct)
  const client = new pg.Client(direct)
  await client.connect()
  onTestFinished(() => client.end())
  let notified = 0
  client.on('notification', () => {
    notified = packets.length
  })
  await client.query('listen rollcall_actions')
  // The NOTIFY of an answer writes WAL, too.
  const isQuiet = () => packets.findLastIndex((packet) => packet.some(({ text }) => text === 'commit')) < notified
  const usage = async (): Promise<Usage> => {
    const wal = await client.query("select pg_current_wal_insert_lsn() - '0/0' as bytes")
    const counted = packets.filter((packet) => !packet.some(({ text }) => text.includes('pg_notify')))
    const statements = counted.flat().filter(({ text }) => isCounted(text)).length
    return { statements, roundTrips: counted.length, wal: Number(wal.rows[0]!.bytes) }
  }
  return { url, usage, isQuiet }
}

interface Cost {
  status: number
  /** Returns a request. What happens before it returns is not counted. */
  prepare(): Promise<() => Promise<{ statusCode: number; headers: Record<string, unknown> }>>
}

/** The requests of a clinic, of its front desk and of its contacts. */
async function requestsOf(rollcall: Rollcall, isQuiet: () => boolean): Promise<Record<string, Cost>> {
  const { app, database, tokenFor, get, deliver } = rollcall
  let contacts = 0
  const newContact = async () => {
    const params = { when: '2026-04-02T09:30:00+01:00', doctor: 'Ana Reis' }
    const one = await contact(rollcall, { external_id: `A-${contacts++}`, params })
    await deliver()
    return one
  }
  const clinic = await tokenFor({ scopes: ['actions:read', 'checkin:read'], entities: ['clinica-lisboa'] })
  const ofClinic = requestsWith(app, clinic.token)
  const today = byDate('2026-03-30')
  const checkedIn = await newContact()
  await checkedIn.answer('confirm')
  const token = (await checkedIn.token())!

  return {
    'a poll of the feed that finds nothing': {
      status: 200,
      async prepare() {
        const entity = await database.selectFrom('entities').select('last_sequence').executeTakeFirstOrThrow()
        return () => ofClinic.get(`/v1/metrics/notifications/actions/clinica-lisboa/since/${entity.last_sequence}`)
      },
    },
    "a list of today's actions, with a new one": {
      status: 200,
      async prepare() {
        await (await newContact()).answer('confirm')
        await expect.poll(isQuiet).toBe(true)
        return () => ofClinic.get(today)
      },
    },
    'the same list, from the cache': { status: 200, prepare: async () => () => ofClinic.get(today) },
    'the same list, unchanged': {
      status: 304,
      async prepare() {
        const { headers } = await get(today)
        return () => ofClinic.get(today, { 'if-none-match': String(headers.etag) })
      },
    },
    'a check-in lookup': { status: 200, prepare: async () => () => ofClinic.get(byToken(token)) },
    "a confirmation on the contact's page": {
      status: 303,
      async prepare() {
        const one = await newContact()
        return () => one.answer('confirm')
      },
    },
  }
}

/** Returns the means of each request, each 30 seconds after the one before, and after a request of another clinic. */
async function costs({ url, usage, isQuiet }: Awaited<ReturnType<typeof onSqlite>>): Promise<Map<string, Usage>> {
  const rollcall = await bootRollcall({ url, config: { rateLimit: 6_000, listCacheBytes: 64_000_000 } })
  await rollcall.given(entity())
  const means = new Map<string, Usage>()
  for (const [name, { status, prepare }] of Object.entries(await requestsOf(rollcall, isQuiet))) {
    const sum = { statements: 0, roundTrips: 0, wal: 0 }
    // The write of the last use falls into the requests that warm up.
    rollcall.clock.time += hours(1)
    for (let repeat = -warmUps; repeat < repeats; repeat++) {
      rollcall.clock.time += pollMicros
      const request = await prepare()
      await rollcall.get(byDate('2026-03-31'))
      await rollcall.audit.flush()
      const before = await usage()
      expect((await request()).statusCode).toBe(status)
      await rollcall.audit.flush()
      const after = await usage()
      if (repeat >= 0) for (const what of keys) sum[what] += after[what] - before[what]
    }
    means.set(name, {
      statements: sum.statements / repeats,
      roundTrips: sum.roundTrips / repeats,
      wal: sum.wal / repeats,
    })
  }
  return means
}

const keys = ['statements', 'roundTrips', 'wal'] as const

const columns = [
  'request',
  'SQLite: statements',
  'pages of WAL',
  'processor time in µs',
  'PostgreSQL: statements',
  'round trips',
  'bytes of WAL',
  'µs of Rollcall',
  'µs of PostgreSQL',
]

const counted = (mean: number) => mean.toLocaleString('en', { maximumFractionDigits: 2 })

/** Keeps the documented number if the measured one is close to it. */
function nearly(measured: number, documented: string | undefined, slack: number, digits: number) {
  const distance = Math.abs(measured - Number((documented || 'NaN').replace(',', '')))
  if (distance <= Math.max(measured * tolerance.share, slack)) return documented!
  return measured.toLocaleString('en', { maximumFractionDigits: digits })
}

// Processor times depend on the machine, so the test keeps the documented ones.
test('docs/costs.md lists the measured statements, round trips and WAL of each request', async () => {
  const text = readFileSync(new URL('costs.md', import.meta.url), 'utf8')
  const documented = text.split(/<!-- \/?costs -->/)[1]!.trim()
  const sqlite = await costs(await onSqlite())
  const postgres = await costs(await onPostgres())
  const rows = Array.from(sqlite, ([name, one]) => {
    const other = postgres.get(name)!
    const line = documented.split('\n').find((line) => line.startsWith(`| ${name} |`))
    const cells = line?.split('|').map((cell) => cell.trim()) ?? []
    const [, , , pages, time, , , bytes, ofProcess, ofServer] = cells
    const ofSqlite = [counted(one.statements), nearly(one.wal, pages, tolerance.pages, 1), time || '?']
    const wal = nearly(other.wal, bytes, tolerance.bytes, 0)
    return [
      ...[name, ...ofSqlite, counted(other.statements), counted(other.roundTrips), wal],
      ...[ofProcess || '?', ofServer || '?'],
    ]
  })
  const measured = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  expect(documented, `docs/costs.md must have this table:\n\n${measured}\n`).toBe(measured)
})
