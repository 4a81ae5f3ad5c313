import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { storeReply } from '../../src/contacts/replies/store-reply.ts'
import { formatInstant, hours, type Instant, parseInstant } from '../../src/platform/time/instant.ts'
import { lookAgain } from '../../src/visits/look-again.ts'
import { action, entity, notification } from '../history.ts'
import { randomFrom } from '../random-from.ts'
import { deleteAt } from '../retention.ts'
import { eachEngine, type Rollcall } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { addressOf, applyNight, type Clinic, type Visit } from './expected-retention.ts'

const isLong = Boolean(process.env.LONG_DRILLS)
const [count, days, kills, compareEvery] = isLong ? [50, 365, 20, 30] : [4, 60, 4, 10]
if (isLong) vi.setConfig({ testTimeout: 2 * 60 * 60_000 })
const begin = parseInstant('2026-01-01T00:00:00Z')!
const zones = ['Europe/Lisbon', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC']
const periods = [null, 'P7D', 'P2W', 'P1M', 'P45D', 'P2M', 'P6M']

eachEngine(
  `a year with changing periods, holds and ${kills} kills deletes what the documents say`,
  async (rollcall) => {
    const random = randomFrom(48)
    const clinics = Array.from({ length: count }, (_, index): Clinic => {
      const zone = zones[index % zones.length]!
      return { id: `clinic-${index}`, zone, periods: {}, visits: [], unassigned: [], holds: [] }
    })
    await rollcall.given(...clinics.map(({ id, zone }) => entity({ id, time_zone: zone })))
    const killAt = new Set(Array.from({ length: kills }, (_, index) => Math.floor(((index + 1) * days) / (kills + 1))))
    for (let day = 0; day < days; day++) {
      for (let hour = 0; hour < 24; hour += 3) {
        const now = begin + hours(24 * day + hour)
        rollcall.clock.time = now
        if (hour === 12) for (const clinic of clinics) await liveDay(rollcall, clinic, random, now)
        rollcall.clock.time = now
        if (hour === 3 && killAt.has(day)) await killNight(rollcall.url, now, 1 + random(20))
        await deleteAt(rollcall, formatInstant(now))
        for (const clinic of clinics) {
          const local = Temporal.Instant.fromEpochMilliseconds(now / 1_000).toZonedDateTimeISO(clinic.zone)
          if (local.hour >= 1 && local.hour < 5) applyNight(clinic, local.toPlainDate())
        }
      }
      if (day % compareEvery === compareEvery - 1 || day === days - 1)
        for (const clinic of clinics) expect(await storedIn(rollcall, clinic), `day ${day}`).toEqual(expectedIn(clinic))
    }
    const all = clinics.flatMap(({ visits }) => visits)
    expect([all.some(({ isNamed }) => isNamed), all.some(({ isNamed }) => !isNamed)]).toEqual([true, true])
  },
)

type Random = ReturnType<typeof randomFrom>

const instantOf = (at: Instant) => Temporal.Instant.fromEpochMilliseconds(at / 1_000)

/** A day of a clinic: new visits, data on old ones, other periods, and holds. */
async function liveDay(rollcall: Rollcall, clinic: Clinic, random: Random, now: Instant) {
  const { database, post, put, remove } = rollcall
  const contact = `P-${random(8)}`
  if (random(2) === 0) await submitVisit(rollcall, clinic, contact, now + hours(24 + random(480)))
  if (random(30) === 0) await importVisits(rollcall, clinic, now, random)
  const visit = clinic.visits[random(clinic.visits.length || 1)]
  if (visit && random(2) === 0) {
    await post(`/v1/notifications/${clinic.id}/${visit.id}/notes`, { text: 'Has called' })
    visit.notes++
  }
  if (visit && random(3) === 0) {
    await reply(rollcall, clinic, visit.contact, visit.id, now)
    visit.replies++
  }
  if (visit?.hasAddress && random(4) === 0) {
    await database.write((trx) => writeAnswer(trx, clinic.id, visit.id, now))
    visit.answers = 1
  }
  if (random(4) === 0) {
    await reply(rollcall, clinic, contact, undefined, now)
    const address = addressOf(contact)
    clinic.unassigned.push({ address, at: instantOf(now), isStored: true, hasAddress: true })
  }
  if (random(15) === 0) {
    const some = () => periods[random(periods.length)]!
    const given = { notifications: some(), messages: some(), replies: some(), notes: some() }
    const { statusCode } = await put(`/v1/entities/${clinic.id}/retention`, given)
    if (statusCode === 200) clinic.periods = given
  }
  if (random(15) === 0) {
    const isWhole = random(4) === 0
    const body = { reason: 'Lawsuit', ...(!isWhole && { contact_external_id: contact }) }
    const { id } = (await post(`/v1/holds/${clinic.id}`, body)).json()
    clinic.holds.push({ id, contact: isWhole ? 'all' : contact })
  }
  const [hold] = random(10) === 0 ? clinic.holds.splice(0, 1) : []
  if (hold) expect((await remove(`/v1/holds/${clinic.id}/${hold.id}`)).statusCode).toBe(204)
}

const newVisit = (over: Pick<Visit, 'id' | 'contact' | 'counted' | 'hasAddress'>): Visit => ({
  ...{ notes: 0, replies: 0, answers: 0, isNamed: true },
  ...over,
})

async function submitVisit({ post }: Rollcall, clinic: Clinic, contact: string, at: Instant) {
  const one = item({
    external_id: `A-${clinic.visits.length}`,
    contact: { external_id: contact, name: 'Rui' },
    addresses: [{ channel: 'email', uid: addressOf(contact) }],
    params: { when: instantOf(at).toString(), doctor: 'Ana Reis' },
  })
  const submitted = await post(`/v1/notifications/${clinic.id}`, submission(one))
  expect(submitted.statusCode, submitted.body).toBe(202)
  const { notifications } = submitted.json()
  clinic.visits.push(newVisit({ id: notifications[0].id, contact, counted: instantOf(at), hasAddress: true }))
}

/** History behind the visits whose data the nights have deleted already. Some visits have no start. */
async function importVisits({ given }: Rollcall, clinic: Clinic, now: Instant, random: Random) {
  const lines = Array.from({ length: 1 + random(250) }, (_, index) => {
    const id = `n-${clinic.visits.length}-${index}`
    const contact = `P-${random(8)}`
    const counted = instantOf(now - hours(24 * random(200)))
    const isDated = random(3) > 0
    const visit = newVisit({ id, contact, counted, hasAddress: false })
    const params = isDated ? { when: counted.toString() } : { doctor: 'Ana Reis' }
    const own = { entity_id: clinic.id, contact: { external_id: contact, name: 'Rui' }, params: params as never }
    const line = notification({ id, external_id: id, ...own })
    const done = action({ id: `a-${id}`, entity_id: clinic.id, notification_id: id, date: counted.toString() })
    return { visit, lines: isDated ? [line] : [line, done] }
  })
  await given(...lines.flatMap((one) => one.lines))
  clinic.visits.push(...lines.map(({ visit }) => visit))
}

const reply = (
  { database }: Rollcall,
  { id: entityId }: Clinic,
  contact: string,
  about: string | undefined,
  now: Instant,
) =>
  database.write((trx) =>
    storeReply(trx, {
      ...{ entityId, notificationId: about, channel: 'email', uid: addressOf(contact) },
      ...{ text: `Parking? ${crypto.randomUUID()}`, readAs: 'unclear', now },
    }),
  )

async function writeAnswer(trx: Parameters<typeof lookAgain>[0], entityId: string, id: string, now: Instant) {
  const delivery = await trx
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('written_messages')
    .values({ entity_id: entityId, ...delivery, text: 'Yes', written_at: now, written_by: 'Rita' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await lookAgain(trx, { entityId, id })
}

/** Starts the work of a night in a process, and kills it after some batches. */
async function killNight(url: string, now: Instant, batches: number) {
  const script = fileURLToPath(new URL('retention-night.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, String(now)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let seen = 0
  for await (const _ of createInterface(child.stdout)) if (++seen === batches) child.kill('SIGKILL')
  await exit
}

const expectedIn = ({ visits, unassigned }: Clinic) => ({
  visits: Object.fromEntries(
    visits.map(({ id, contact, isNamed, notes, replies, answers }) => [
      id,
      { contact: isNamed ? contact : '', notes, replies, answers },
    ]),
  ),
  unassigned: unassigned.map(({ isStored, hasAddress, address }) => ({ isStored, address: hasAddress ? address : '' })),
})

async function storedIn({ database }: Rollcall, { id }: Clinic) {
  const notifications = await database
    .selectFrom('notifications')
    .select(['notification_id', 'contact_external_id'])
    .where('entity_id', '=', id)
    .execute()
  const notes = await database.selectFrom('notes').select('notification_id').where('entity_id', '=', id).execute()
  const replies = await database
    .selectFrom('replies')
    .select(['reply_id', 'notification_id'])
    .where('entity_id', '=', id)
    .execute()
  const events = await database
    .selectFrom('events')
    .select('details')
    .where('entity_id', '=', id)
    .where('kind', '=', 'reply')
    .where('notification_id', 'is', null)
    .orderBy('sequence')
    .execute()
  const written = await database
    .selectFrom('written_messages')
    .innerJoin('deliveries', 'deliveries.delivery_id', 'written_messages.delivery_id')
    .select('notification_id')
    .where('written_messages.entity_id', '=', id)
    .execute()
  const countOf = (rows: { notification_id: string | null }[], visit: string) =>
    rows.filter(({ notification_id }) => notification_id === visit).length
  const stored = new Set(replies.map(({ reply_id }) => reply_id))
  return {
    visits: Object.fromEntries(
      notifications.map(({ notification_id: visit, contact_external_id }) => [
        visit,
        {
          contact: contact_external_id,
          notes: countOf(notes, visit),
          replies: countOf(replies, visit),
          answers: countOf(written, visit),
        },
      ]),
    ),
    unassigned: events.map(({ details }) => {
      const { reply_id, uid } = JSON.parse(details)
      return { isStored: stored.has(reply_id), address: uid }
    }),
  }
}
