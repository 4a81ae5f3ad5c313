import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import type { Webhook } from '../providers/provider.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { openClinics } from './answering-clinics.ts'
import { drilledProviders, publicUrl } from './drilled-providers.ts'
import { type TakenMessage, unreliableProvider } from './unreliable-provider.ts'

const kills = process.env.LONG_DRILLS ? 20 : 3
const notices = process.env.LONG_DRILLS ? 1_000 : 120
const noticesPerKill = notices / kills
const clinic = 'a'
// The most messages that a process is sending when it is killed: SEND_AT_ONCE, and as many that take longer than a second.
const atOnce = 10

const keyOf = (number: number) => `A-${number}`
const phoneOf = (number: number) => `+3519120${String(number).padStart(5, '0')}`

// One process on SQLite, two on PostgreSQL.
const engines = [
  { engine: 'sqlite', processes: 1 },
  { engine: 'postgres', processes: 2 },
]
const settings = drilledProviders.flatMap((provider) => engines.map((engine) => ({ ...provider, ...engine })))

test.each(settings)(
  `${notices} contacts get each message through $provider once, and answer once, while the provider is busy, away or silent, callbacks are late, repeated or lost, and ${kills} processes are killed ($engine)`,
  async ({ engine, processes, ...provider }) => {
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const { database, token, env } = await openClinics(url, [clinic])
    const calls: Promise<void>[] = []
    const texts = await unreliableProvider(
      provider,
      (webhook, afterMs) => void calls.push(insistOnCall(webhook, afterMs)),
    )
    onTestFinished(() => texts.close())
    const environment = { ...env, ...texts.env, PUBLIC_URL: publicUrl, SEND_AT_ONCE: `${atOnce}` }
    const serve = () => serveRollcall(environment, [], folder)
    let servers = await Promise.all(Array.from({ length: processes }, serve))

    for (let killed = 0; killed < kills; killed++) {
      if (killed % 4 === 1) texts.goAway(500)
      await submit(killed * noticesPerKill)
      await untilSending()
      await delay(Math.random() * 250)
      const place = Math.floor(Math.random() * processes)
      servers[place]!.child.kill('SIGKILL')
      await once(servers[place]!.child, 'exit')
      servers[place] = await serve()
    }
    texts.neverHang()
    let rounds = 0
    for (;;) {
      await settleCalls()
      await Promise.all(servers.map(({ stop }) => stop()))
      if (calls.length === 0 && (await endWaits(database)) === 0) break
      rounds++
      servers = await Promise.all(Array.from({ length: processes }, serve))
      await expect.poll(() => dueDeliveries(database), { timeout: 180_000, interval: 100 }).toBe(0)
    }

    const { repeated, unclear } = await expectOnce(database, texts)
    const answers = await expectAnswers(database, texts.answered)
    expect(texts.violations).toEqual([])
    console.log(
      `${provider.provider}, ${engine}: ${kills} kills; ${texts.given()} requests, ${texts.refused.size} refusals, ${[...texts.taken.values()].flat().length} messages taken; ${repeated} of them sent again, each without a callback (${unclear} after no response, the others after a kill); ${answers} answers; ${rounds} rounds`,
    )

    async function submit(first: number) {
      const when = Temporal.Now.instant().add({ hours: 480 }).toString()
      const numbers = Array.from({ length: noticesPerKill }, (_, index) => first + index)
      const items = numbers.map((number) => ({
        ...item({ external_id: keyOf(number), addresses: [{ channel: provider.channel, uid: phoneOf(number) }] }),
        params: { when, doctor: 'Ana Reis' },
      }))
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': keyOf(first),
      }
      const body = JSON.stringify(submission(...items))
      await insist(`/v1/notifications/${clinic}`, { method: 'POST', headers, body })
    }

    /** Waits until the provider is given a text. While it is busy, nothing comes. */
    async function untilSending() {
      const before = texts.given()
      for (const end = Date.now() + 3_000; texts.given() === before && Date.now() < end; ) await delay(5)
    }

    async function insistOnCall({ url, ...webhook }: Webhook, afterMs: number) {
      await delay(afterMs)
      await insist(url.replace(publicUrl, ''), webhook)
    }

    /** Repeats the request until a process takes it. */
    async function insist(path: string, init: RequestInit) {
      for (;;) {
        const { address } = servers[Math.floor(Math.random() * processes)]!
        try {
          const response = await fetch(`${address}${path}`, init)
          const text = await response.text()
          if (response.ok) return
          if (response.status !== 503) throw new Error(`${path}: ${response.status} ${text}`)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
        }
        await delay(20)
      }
    }

    async function settleCalls() {
      while (calls.length > 0) await Promise.all(calls.splice(0))
    }
  },
  1_200_000,
)

/** Ends the leases of killed processes, and the waits for callbacks. Returns the number of pending deliveries. */
async function endWaits(database: Database): Promise<number> {
  const ended = await database
    .updateTable('deliveries')
    .set({ next_attempt_at: systemClock.now(), lease_until: null })
    .where('state', '=', 'pending')
    .returning('delivery_id')
    .execute()
  return ended.length
}

/** Counts the deliveries that are due or in progress. */
async function dueDeliveries(database: Database): Promise<number> {
  const due = await database
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', systemClock.now())
    .execute()
  return due.length
}

/** Expects one text for each delivery, unless all callbacks of an earlier one were lost, and the state that the provider
 *  reported. Returns the number of repeated texts, and how many of them had no response. */
async function expectOnce(
  database: Database,
  { taken, refused }: { taken: Map<string, TakenMessage[]>; refused: Set<string> },
) {
  const deliveries = await database.selectFrom('deliveries').select(['delivery_id', 'state']).execute()
  const repeated = [...taken.values()].flatMap((texts) => texts.slice(0, -1))
  expect(repeated.flatMap(({ reports }) => reports)).toEqual([])
  const unclear = repeated.filter(({ outcome }) => outcome !== 'accept').length
  expect(repeated.length - unclear).toBeLessThanOrEqual(kills * 2 * atOnce)
  const wrong = deliveries.filter(({ delivery_id, state }) => {
    const texts = taken.get(delivery_id) ?? []
    return !statesOf(texts, refused.has(delivery_id)).includes(state)
  })
  expect(wrong).toEqual([])
  return { repeated: repeated.length, unclear }
}

/** The states that a delivery may have. */
function statesOf(texts: TakenMessage[], isRefused: boolean): string[] {
  const reports = texts.flatMap((text) => text.reports)
  const last = (['failed', 'delivered', 'sent'] as const).find((report) => reports.includes(report))
  if (last) return [last]
  const refused = isRefused ? ['failed'] : []
  // An answer stops a delivery whose outcome is unclear.
  return texts.length > 0 ? ['sent', 'stopped', ...refused] : refused
}

/** Expects one notification for each contact, and one action for each contact with an answer. Returns the number of answers. */
async function expectAnswers(database: Database, answered: Map<string, string | undefined>): Promise<number> {
  const notifications = await database.selectFrom('notifications').select(['notification_id', 'external_id']).execute()
  const actions = await database.selectFrom('actions').select(['notification_id', 'action']).execute()
  const ofNotification = Map.groupBy(actions, ({ notification_id }) => notification_id)
  const recorded = notifications.map(({ notification_id, external_id }) => {
    const given = ofNotification.get(notification_id)?.map(({ action }) => action) ?? []
    return `${external_id} ${given.join()}`
  })
  const expected = Array.from(
    { length: notices },
    (_, number) => `${keyOf(number)} ${answered.get(phoneOf(number)) ?? ''}`,
  )
  expect(recorded.toSorted()).toEqual(expected.toSorted())
  return actions.length
}
