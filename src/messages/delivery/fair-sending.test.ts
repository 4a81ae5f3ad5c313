import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { bootRollcall, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { gatewaySender } from '../../channels/mobile/gateway/sender.ts'
import type { Database } from '../../platform/database/database.ts'
import { clientSettings } from '../../platform/database/postgres/client.ts'
import { commandTimeouts } from '../../platform/database/postgres/timeouts.ts'
import { startWorkers } from '../../platform/scheduling/workers.ts'
import { hours, seconds } from '../../platform/time/instant.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { deliveryWork } from './worker.ts'

// More than an entity's deliveries that a process remembers.
const batch = 250
const slots = 2
// The clock advances by 10 ms for each text, and the service looks for new deliveries each 500 ms.
const textMicros = seconds(0.01)
const foundWithin = 50
const config = { deliverForMicros: hours(24) }
const clinics = ['clinica-lisboa', 'clinica-porto', 'clinica-faro']

/** Returns the telephone number of a clinic's contact. */
const numberOf = (clinic: string, index: number) =>
  `+35191${clinics.indexOf(clinic)}00${String(index).padStart(4, '0')}`

const clinicOf = (to: string) => clinics[Number(to[6])]!

async function submit(rollcall: Rollcall, clinic: string, count: number, first = 0) {
  const items = Array.from({ length: count }, (_, index) => {
    const uid = numberOf(clinic, first + index)
    return item({
      external_id: uid,
      contact: { ...item().contact, external_id: uid },
      addresses: [{ channel: 'mobile', uid }],
    })
  })
  expect((await rollcall.post(`/v1/notifications/${clinic}`, submission(...items))).statusCode).toBe(202)
}

/** Sends all due texts through a gateway on loopback. Returns their telephone numbers in the order of arrival.
 *  @param onText runs before the gateway answers; gets the number of texts that arrived before */
async function send(rollcall: Rollcall, expected: number, onText: (before: number) => Promise<void> = async () => {}) {
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const { to } = (await json(request)) as { to: string }
    rollcall.clock.time += textMicros
    await onText(texts.push(to) - 1)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mobile = gatewaySender({ url, from: undefined, headers: {}, statusUrl: String, replyUrl: String })
  const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending({ mobile }), slots))
  await expect.poll(() => texts.length, { timeout: 150_000 }).toBe(expected)
  await worker.stop()
  return texts
}

describe('a batch of one clinic', () => {
  serviceTest('delays neither the text of another clinic nor the answer to a contact', async (rollcall) => {
    await rollcall.given(...clinics.map((id) => entity({ id })))
    await submit(rollcall, 'clinica-lisboa', batch)
    const [asked, contact] = [100, numberOf('clinica-lisboa', 0)]
    const texts = await send(rollcall, batch + 2, async (before) => {
      if (before !== asked) return
      await submit(rollcall, 'clinica-porto', 1)
      await rollcall.incoming.reply({ uid: contact, text: 'sim' })
    })
    // The gateway has the texts of the other slots before the service looks again.
    const next = texts.slice(asked, asked + foundWithin + 3 * slots)
    expect(next).toContain(numberOf('clinica-porto', 0))
    // The link to the QR code.
    expect(next).toContain(contact)
    expect(new Set(texts).size).toBe(batch + 1)
  })

  serviceTest('shares the slots evenly with a batch of another clinic', async (rollcall) => {
    await rollcall.given(...clinics.map((id) => entity({ id })))
    await submit(rollcall, 'clinica-lisboa', batch)
    await submit(rollcall, 'clinica-porto', batch)
    const texts = await send(rollcall, 2 * batch)
    const early = texts.slice(0, 400).filter((to) => clinicOf(to) === 'clinica-lisboa')
    expect(Math.abs(early.length - 200)).toBeLessThanOrEqual(2 * slots)
    expect(new Set(texts).size).toBe(2 * batch)
  })
})

describe('the poll for due deliveries', () => {
  /** Leases all deliveries that are due. Returns their ages. */
  const lease = async ({ clock }: Rollcall, { scan, lease }: ReturnType<typeof dueDeliveries>) => {
    const due = await scan.next(10, clock)
    const leased = await lease(due, clock.now())
    expect(leased).toHaveLength(due.length)
    return due.map(({ next_attempt_at }) => clock.now() - next_attempt_at)
  }

  eachEngine('finds new deliveries at once, and an earlier one a second later', async (rollcall) => {
    const { database, clock, given, log } = rollcall
    await given(entity())
    const deliveries = dueDeliveries({ database, config, log }, 'mobile')
    await submit(rollcall, 'clinica-lisboa', 2)
    expect(await lease(rollcall, deliveries)).toEqual([0, 0])
    await submit(rollcall, 'clinica-lisboa', 1, 2)
    expect(await lease(rollcall, deliveries)).toEqual([0])
    await submit(rollcall, 'clinica-lisboa', 1, 3)
    const uid = numberOf('clinica-lisboa', 3)
    await database
      .updateTable('deliveries')
      .set({ next_attempt_at: clock.now() - seconds(60) })
      .where('uid', '=', uid)
      .execute()
    expect(await lease(rollcall, deliveries)).toEqual([])
    clock.time += seconds(1)
    expect(await lease(rollcall, deliveries)).toEqual([seconds(61)])
  })

  serviceTest('delays the next whole pass after a slow one, by at most a minute', async (rollcall) => {
    const { database, clock, given, log } = rollcall
    await given(entity())
    await submit(rollcall, 'clinica-lisboa', 1)
    clock.time += seconds(60)
    const { scan } = dueDeliveries({ database, config, log }, 'mobile')
    /** Reads from the first moment to the second. Returns the number of due deliveries. */
    const read = async (started: number, ended: number) => {
      const moments = [started, started, ended, ended, ended]
      const due = await scan.next(1, { now: () => clock.now(), monotonic: () => seconds(moments.shift()!) })
      return due.length
    }
    expect(await read(0, 0.1)).toBe(1)
    expect(await read(20, 20)).toBe(0)
    expect(await read(20.2, 21.2)).toBe(1)
    expect(await read(81, 81)).toBe(0)
    expect(await read(81.3, 81.3)).toBe(1)
  })
})

// Citus plans each shard on its own.
describe.each(['sqlite', 'postgres'] as const)('a lease of deliveries on %s', (engine) => {
  test('finds them by their key', async () => {
    const rollcall = await bootRollcall({ engine })
    const { database, clock, given, url, log } = rollcall
    await given(entity())
    await submit(rollcall, 'clinica-lisboa', 20)
    const statements: { sql: string; parameters: readonly unknown[] }[] = []
    const recorded = database.withPlugin({
      transformQuery({ node, queryId }) {
        statements.push(database.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const statementsOf = Object.assign(recorded, { engine: database.engine }) as Database
    const { scan, lease } = dueDeliveries({ database: statementsOf, config, log }, 'mobile')
    const due = await scan.next(2, clock)
    expect(await lease(due, clock.now())).toHaveLength(2)
    const [select, update] = statements as [(typeof statements)[0], (typeof statements)[0]]
    expect(await planOf(database, url, select)).toContain('deliveries_due_in_order')
    expect(await planOf(database, url, update)).not.toContain('deliveries_due_in_order')
  })
})

/** Returns the plan of a statement, on PostgreSQL as the service's connections make it. */
async function planOf(
  database: Database,
  url: string,
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
) {
  if (database.engine.isEmbedded) {
    const rows = await database.engine.read({ sql: `explain query plan ${text}`, parameters })
    return rows.map((row) => (row as { detail: string }).detail).join('\n')
  }
  // As few deliveries are pending when PostgreSQL analyzes the table: then it estimates that their index is small.
  await database.updateTable('deliveries').set({ state: 'sent' }).execute()
  await sql`analyze deliveries`.execute(database)
  const client = new pg.Client({ ...clientSettings(url, commandTimeouts), pipeline: false })
  await client.connect()
  try {
    await client.query(`prepare planned as ${text}`)
    const values = parameters.map((value) => client.escapeLiteral(`${value}`)).join(', ')
    const { rows } = await client.query(`explain (costs off) execute planned (${values})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}
