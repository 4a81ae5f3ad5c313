import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Step } from '../../src/contacts/reminders/sequence.ts'
import type { QuietHours } from '../../src/messages/quiet-hours/quiet-hours.ts'
import { formatInstant, hours, type Instant, minutes, parseInstant } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import { eachEngine, type Rollcall } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { expectedMessages, type KnownNotification, type Setting } from './expected-reminders.ts'
import { killedReminders } from './killed-reminders.ts'

// A kill at every n-th time at which something is due.
const [clinics, visits, kills, every] = process.env.LONG_DRILLS ? [50, 20_000, 200, 150] : [20, 240, 8, 30]
if (process.env.LONG_DRILLS) vi.setConfig({ testTimeout: 4 * 60 * 60_000 })
const begin = parseInstant('2026-01-01T00:00:00Z')!
const days = 365

const zones = [
  ...[
    'Europe/Lisbon',
    'Atlantic/Azores',
    'America/Sao_Paulo',
    'America/New_York',
    'America/Los_Angeles',
    'Asia/Kolkata',
  ],
  ...[
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Australia/Sydney',
    'Pacific/Auckland',
    'Pacific/Chatham',
    'Africa/Cairo',
  ],
  ...['Asia/Beirut', 'America/Santiago', 'Europe/Berlin', 'Africa/Casablanca', 'Pacific/Apia', 'America/St_Johns'],
  ...['Asia/Tokyo', 'UTC'],
]
const unanswered: Step['states'] = ['open', 'rescheduling']
const sequences: Step[][] = [
  [
    { before: 'P7D', states: unanswered },
    { before: 'P2D', states: unanswered },
    { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'] },
  ],
  [],
  [{ before: 'P1D', states: ['confirmed'] }],
  [
    { before: 'P1W', states: ['open', 'confirmed', 'rescheduling'] },
    { before: 'PT24H', states: ['open', 'confirmed'] },
    { before: 'P1D', states: unanswered },
  ],
  [
    { before: 'P3DT4H', states: unanswered },
    { before: 'PT10H', states: unanswered },
    { before: 'PT45M', states: ['open', 'confirmed', 'rescheduling'] },
  ],
]
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as QuietHours['hours'][number]['days']
const quiet: QuietHours[] = [
  { hours: [{ days: everyDay, from: '21:00', to: '08:00' }], holidays: ['2026-12-25', '2026-12-26'] },
  { hours: [], holidays: ['2026-05-01'] },
  {
    hours: [
      { days: everyDay.slice(0, 5), from: '20:00', to: '09:30' },
      { days: ['sat', 'sun'], from: '00:00', to: '00:00' },
    ],
    holidays: ['2026-04-03', '2026-04-06'],
  },
  { hours: [{ days: everyDay, from: '22:30', to: '07:15' }], holidays: [] },
]

/** Mulberry32: the same numbers in each run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

interface Play {
  at: Instant
  play(rollcall: Rollcall): Promise<void>
}

interface Clinic {
  id: string
  timeZone: string
  settings: Setting[]
}

const wholeMinute = (at: Instant) => at - (at % minutes(1))

eachEngine(
  `in a simulated year, contacts of ${visits} visits at ${clinics} clinics get the messages that an independent model expects`,
  async (rollcall) => {
    const random = randomNumbers(20_260_101)
    const told = new Map<string, KnownNotification & { clinic: Clinic }>()
    const script: Play[] = []
    const some = <T>(list: readonly T[]) => list[random(list.length)]!

    for (let index = 0; index < clinics; index++) {
      const clinic: Clinic = {
        id: `clinic-${index}`,
        timeZone: zones[index % zones.length]!,
        settings: [{ from: 0, steps: sequences[0]!, quietHours: { ...quiet[0]!, holidays: [] }, isNewSequence: false }],
      }
      await rollcall.given(entity({ id: clinic.id, time_zone: clinic.timeZone }))
      planChanges(clinic)
      for (let visit = 0; visit < visits / clinics; visit++) planVisit(clinic, `A-${visit}`)
    }

    rollcall.clock.time = begin
    const killer = killedReminders(rollcall)
    const killSometimes = async () => {
      if (killer.kills() < kills && random(every) === 0) await killer.killAt(rollcall.clock.time, random(8))
    }
    for (const { at, play } of script.sort((one, other) => one.at - other.at)) {
      await passUntil(rollcall, at, killSometimes)
      await play(rollcall)
      await settle(rollcall)
    }
    await passUntil(rollcall, begin + hours(24 * (days + 40)), killSometimes)

    const deliveries = await rollcall.database
      .selectFrom('deliveries')
      .select(['notification_id', 'kind', 'sent_at'])
      .where('sent_at', 'is not', null)
      .orderBy('sent_at')
      .execute()
    const sent = Map.groupBy(deliveries, ({ notification_id }) => notification_id)
    const differences = []
    let messages = 0
    for (const [id, one] of told) {
      const all = sent.get(id) ?? []
      one.acknowledgedAt = all.flatMap(({ kind, sent_at }) => (kind === 'acknowledgement' ? [sent_at!] : []))
      const expected = expectedMessages(one, one.clinic.settings, one.clinic.timeZone)
      const actual = all
        .filter(({ kind }) => kind !== 'acknowledgement' && kind !== 'withdrawn')
        .map(({ kind, sent_at }) => ({ kind, at: wholeMinute(sent_at!) }))
      messages += actual.length
      const write = (list: { kind: string; at: Instant }[]) =>
        list.map(({ kind, at }) => `${kind} ${formatInstant(at)}`)
      if (`${write(actual)}` !== `${write(expected.map((one) => ({ ...one, at: wholeMinute(one.at) })))}`)
        differences.push({
          id,
          zone: one.clinic.timeZone,
          start: formatInstant(one.startsAt),
          states: one.states.map(({ at, state }) => `${formatInstant(at)} ${state}`),
          actual: write(actual),
          expected: write(expected),
        })
    }
    console.log(
      `${told.size} notifications, ${messages} messages, ${killer.kills()} kills, ${differences.length} differences`,
    )
    expect(killer.kills()).toBe(kills)
    expect(messages).toBeGreaterThan(visits)
    expect(differences.slice(0, 3)).toEqual([])

    function planChanges(clinic: Clinic) {
      for (let change = 0; change < 12; change++) {
        const at = begin + random(days * 24 * 60) * minutes(1) + 17_000_000
        const latest = { steps: some(sequences), quietHours: some(quiet), isSequence: random(2) === 0 }
        script.push({
          at,
          async play({ put }) {
            const before = clinic.settings.at(-1)!
            const after: Setting = {
              from: at,
              steps: before.steps,
              quietHours: before.quietHours,
              isNewSequence: latest.isSequence,
              ...(latest.isSequence ? { steps: latest.steps } : { quietHours: latest.quietHours }),
            }
            const path = `/v1/entities/${clinic.id}`
            const changed = latest.isSequence
              ? await put(`${path}/reminders`, {
                  sequences: [{ category: 'medical', target: 'appointment', steps: after.steps }],
                })
              : await put(`${path}/quiet-hours`, after.quietHours)
            expect(changed.statusCode).toBe(200)
            clinic.settings.push(after)
          },
        })
      }
    }

    function planVisit(clinic: Clinic, externalId: string) {
      const submittedAt = begin + random(days * 24 * 60) * minutes(1) + 31_000_000
      let startsAt = wholeMinute(submittedAt) + minutes(120 + random(20 * 24 * 60))
      let id = ''
      script.push({ at: submittedAt, play: submit })
      let at = submittedAt
      for (let change = random(4); change > 0; change--) {
        at += minutes(1 + random(4 * 24 * 60))
        const when = at
        const pick = random(10)
        script.push({
          at: when,
          async play(rollcall) {
            if (when >= startsAt) return
            if (pick < 2) {
              const start = wholeMinute(when) + minutes(120 + random(15 * 24 * 60))
              // The same start would change nothing.
              startsAt = start === startsAt ? start + minutes(1) : start
              return submit(rollcall)
            }
            const path = `/v1/notifications/${clinic.id}/${id}`
            if (pick === 2) await rollcall.post(`${path}/cancellation`)
            else
              await rollcall.post(`${path}/answer`, {
                action: (['confirm', 'reschedule', 'cancel'] as const)[pick % 3],
              })
            await note(rollcall)
          },
        })
      }

      async function submit(rollcall: Rollcall) {
        const params = { ...item().params, when: formatInstant(startsAt) }
        const before = told.get(id)
        const previousStart =
          before && (await wasTold(rollcall, clinic.id, id)) ? before.startsAt : before?.previousStart
        const task = submission(item({ external_id: externalId, params }))
        const response = await rollcall.post(`/v1/notifications/${clinic.id}`, task)
        expect(response.statusCode).toBe(202)
        const [notification] = response.json().notifications
        await note(rollcall)
        id = notification.id
        const now = rollcall.clock.now()
        const firstKind = await kindOfFirst(rollcall, clinic.id, id)
        told.set(id, {
          clinic,
          createdAt: now,
          startsAt,
          previousStart,
          firstKind,
          states: [{ at: now, state: 'open' }],
          acknowledgedAt: [],
        })
      }

      /** Notes the present state of the notification. */
      async function note({ database, clock }: Rollcall) {
        if (id === '') return
        const { state } = await database
          .selectFrom('notifications')
          .select('state')
          .where('entity_id', '=', clinic.id)
          .where('notification_id', '=', id)
          .executeTakeFirstOrThrow()
        told.get(id)!.states.push({ at: clock.now(), state })
      }
    }
  },
)

const kindOfFirst = async ({ database }: Rollcall, entityId: string, id: string) => {
  const { kind } = await database
    .selectFrom('deliveries')
    .select('kind')
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirstOrThrow()
  return kind as KnownNotification['firstKind']
}

/** Whether the contact got the first message of a notification. */
async function wasTold({ database }: Rollcall, entityId: string, id: string) {
  const first = await database
    .selectFrom('deliveries')
    .select('sent_at')
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('kind', 'in', ['notice', 'moved'])
    .executeTakeFirst()
  return typeof first?.sent_at === 'number'
}

/** Moves the clock from one due message to the next, up to `end`.
 *  @param interfere called before the workers send what is due */
async function passUntil(rollcall: Rollcall, end: Instant, interfere: () => Promise<void>) {
  const { clock } = rollcall
  for (;;) {
    const next = await nextDue(rollcall)
    if (next === undefined || next >= end) break
    clock.time = Math.max(next, clock.time)
    await interfere()
    await settle(rollcall)
  }
  clock.time = end
}

async function nextDue({ database }: Rollcall): Promise<Instant | undefined> {
  const reminder = await database
    .selectFrom('notifications')
    .select(({ fn }) => fn.min('next_due_at').as('at'))
    .where('next_due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const delivery = await database
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('next_attempt_at').as('at'))
    // Literals, so that the lookup uses the index of pending deliveries.
    .where('channel', '=', sql.lit('mobile'))
    .where('state', '=', sql.lit('pending'))
    .executeTakeFirstOrThrow()
  const [first] = [reminder.at, delivery.at].filter((at) => at !== null).sort((one, other) => one - other)
  return first
}

/** Lets two workers send all that is due. */
async function settle(rollcall: Rollcall) {
  for (;;) {
    const [one, other] = await Promise.all([rollcall.remind(), rollcall.remind()])
    const attempts = await rollcall.deliver()
    if (one + other + attempts === 0) return
  }
}
