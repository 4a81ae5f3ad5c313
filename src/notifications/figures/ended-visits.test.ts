import { describe, expect } from 'vitest'
import { contact, notifications, setTime } from '../../../test/contact.ts'
import { ticksDuring } from '../../../test/event-loop.ts'
import { action, entity, notification } from '../../../test/history.ts'
import { randomFrom } from '../../../test/random-from.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, moved, notify, submission } from '../../../test/submission.ts'
import { formatInstant, hours, type Instant, minutes, parseInstant } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import { notificationStates, type State } from '../../visits/state.ts'
import type { GroupName } from './outcomes-query.ts'
import type { EndedVisits, VisitOutcomes, VisitsToCome } from './visit-outcomes.ts'

const day = '2026-03-30'
const noneOver: EndedVisits = {
  visits: 0,
  arrived: 0,
  no_show: 0,
  cancelled_in_time: 0,
  cancelled_late: 0,
  another_time: 0,
  unknown: 0,
}
const noneToCome: VisitsToCome = {
  visits: 0,
  confirmed: 0,
  another_time: 0,
  cancelled: 0,
  open: 0,
  waiting: 0,
  unreached: 0,
  unknown: 0,
  arrived: 0,
}
const outcomes = async ({ get }: Rollcall, query = '', from = day, to = from) =>
  (await get(byVisit(from, to, `/outcomes${query}`))).json<VisitOutcomes>()

/** A visit of history, and the contact's clicks. */
const visitWith = (id: string, when: string, clicks: [string, string][] = [], params = {}) => [
  notification({ id, external_id: id, params: { when, ...params } }),
  ...clicks.map(([name, date], index) =>
    action({ id: `${id}-${index}`, notification_id: id, action: name as 'confirm', date }),
  ),
]

describe('visits that are over', () => {
  eachEngine('are arrived, missed, or cancelled in time or late, and visits to come are apart', async (rollcall) => {
    const { clock, post } = rollcall
    setTime(rollcall, '2026-03-28T08:00:00Z')
    const answers = [
      ...(['arrives', 'misses', 'cancel', 'reschedule'] as const),
      // At half past nine of the day before, and a minute later.
      ...(['cancels in time', 'cancels late'] as const),
    ]
    for (const answer of answers) {
      const one = await contact(rollcall, { external_id: answer })
      if (answer === 'cancel' || answer === 'reschedule') await one.answer(answer)
      if (answer === 'cancels in time') setTime(rollcall, '2026-03-29T08:30:00Z')
      if (answer === 'cancels late') setTime(rollcall, '2026-03-29T08:31:00Z')
      if (answer.startsWith('cancels')) await one.answer('cancel')
      setTime(rollcall, answer === 'arrives' ? '2026-03-30T08:10:00Z' : '2026-03-28T08:00:00Z')
      if (answer === 'arrives') await post(`${notifications}/${one.id}/arrival`)
      setTime(rollcall, '2026-03-28T08:00:00Z')
    }
    const later = { external_id: 'later', params: { ...item().params, when: '2026-03-30T16:00:00Z' } }
    await (await contact(rollcall, later)).answer('confirm')
    // The desk takes arrivals until an hour after the start.
    setTime(rollcall, '2026-03-30T10:29:59Z')
    expect((await outcomes(rollcall)).over).toEqual(noneOver)
    setTime(rollcall, '2026-03-30T10:30:00Z')
    while (await rollcall.remind());
    const { over, to_come } = await outcomes(rollcall)
    expect(over).toEqual({
      visits: 6,
      arrived: 1,
      no_show: 1,
      cancelled_in_time: 2,
      cancelled_late: 1,
      another_time: 1,
      unknown: 0,
    })
    expect(to_come).toEqual({ ...noneToCome, visits: 1, confirmed: 1 })
    clock.time = parseInstant('2026-03-30T09:00:00Z')!
    expect((await outcomes(rollcall)).to_come).toMatchObject({ visits: 7, arrived: 1, cancelled: 3, another_time: 1 })
  })

  serviceTest('have an unknown end on a day without a single arrival', async (rollcall) => {
    const tuesday = { params: { ...item().params, when: '2026-03-31T09:30:00+01:00' } }
    for (const external_id of ['A-1', 'A-2']) await notify(rollcall, { external_id })
    await notify(rollcall, { external_id: 'A-3', ...tuesday })
    const came = await notify(rollcall, { external_id: 'A-4', ...tuesday, contact: { ...item().contact, name: 'Eva' } })
    setTime(rollcall, '2026-03-31T08:20:00Z')
    await rollcall.post(`${notifications}/${came.id}/arrival`)
    setTime(rollcall, '2026-04-01T08:00:00Z')
    while (await rollcall.remind());
    const both = await outcomes(rollcall, '', day, '2026-03-31')
    expect(both.over).toEqual({ ...noneOver, visits: 4, arrived: 1, no_show: 1, unknown: 2 })
    expect(both.no_show).toBe(0)
    const { over } = await outcomes(rollcall, '?doctor=Nobody&by=weekday', day, '2026-03-31')
    expect(over).toEqual(noneOver)
  })

  serviceTest('stay missed when the contact then asks for another time, and gets one', async (rollcall) => {
    const { post } = rollcall
    const came = await notify(rollcall, { external_id: 'came' })
    const one = await contact(rollcall, { external_id: 'missed' })
    const early = await contact(rollcall, { external_id: 'moved-before' })
    await rollcall.deliver()
    setTime(rollcall, '2026-03-30T08:20:00Z')
    await post(`${notifications}/${came.id}/arrival`)
    await post(notifications, submission(item({ external_id: 'moved-before', ...moved })))
    setTime(rollcall, '2026-03-30T12:00:00Z')
    while (await rollcall.remind());
    const expected = { ...noneOver, visits: 2, arrived: 1, no_show: 1 }
    expect((await outcomes(rollcall)).over).toEqual(expected)
    await one.answer('reschedule')
    expect(await one.state()).toBe('rescheduling')
    expect((await outcomes(rollcall)).over).toEqual(expected)
    const next = { params: { ...item().params, when: '2026-04-07T09:30:00+01:00' } }
    await post(notifications, submission(item({ external_id: 'missed', ...next })))
    expect([await one.state(), await early.state()]).toEqual(['superseded', 'superseded'])
    expect((await outcomes(rollcall)).over).toEqual(expected)
    expect((await outcomes(rollcall, '', '2026-04-07')).to_come).toEqual({ ...noneToCome, visits: 1, waiting: 1 })
  })

  serviceTest('are those that were over at a given time, in the zone of the entity', async (rollcall) => {
    await rollcall.given(
      entity({ time_zone: 'America/New_York' }),
      ...visitWith('early', '2026-03-30T12:00:00Z'),
      ...visitWith('late', '2026-03-30T15:00:00Z'),
    )
    const overAt = async (query: string) => (await outcomes(rollcall, query)).over.visits
    setTime(rollcall, '2026-03-30T16:59:59Z')
    expect(await overAt('')).toBe(1)
    setTime(rollcall, '2026-04-30T08:00:00Z')
    expect(await overAt('?until=2026-03-30T09:59')).toBe(0)
    expect(await overAt('?until=2026-03-30T10:00')).toBe(1)
    expect(await overAt('?until=2026-03-30T13:00')).toBe(2)
    // Not even a time to come makes them so.
    setTime(rollcall, '2026-03-30T14:00:00Z')
    expect(await overAt('?until=2026-05-01T00:00')).toBe(1)
    for (const until of ['2026-02-30T10:00', '2026-03-30', '2026-03-30T24:00', '10:00']) {
      expect((await rollcall.get(byVisit(day, day, `/outcomes?until=${until}`))).json().code).toBe('invalid-parameter')
    }
  })
})

describe('visits by group', () => {
  eachEngine('have a doctor, a weekday and a week, and can be those of one doctor', async (rollcall) => {
    const of = (doctor: string, doctor_expertise?: string) => ({
      doctor,
      ...(doctor_expertise && { doctor_expertise }),
    })
    await rollcall.given(
      entity(),
      ...visitWith('n-1', '2026-03-30T08:30:00Z', [['arrive', '2026-03-30T08:20:00Z']], of('Ana Reis', 'Cardiologia')),
      ...visitWith('n-2', '2026-03-30T09:30:00Z', [['cancel', '2026-03-30T08:00:00Z']], of('Ana Reis', 'Cardiologia')),
      ...visitWith('n-3', '2026-03-31T09:30:00Z', [['cancel', '2026-03-20T08:00:00Z']], of('Ana "A," Reis\u2028')),
      ...visitWith('n-4', '2026-03-31T10:30:00Z', []),
    )
    setTime(rollcall, '2026-04-10T08:00:00Z')
    const groups = async (query: string) => (await outcomes(rollcall, query, day, '2026-03-31')).groups
    const counts = (value: string | undefined, over: Partial<EndedVisits>) => ({
      ...(value !== undefined && { value }),
      over: { ...noneOver, ...over },
      to_come: noneToCome,
    })
    expect(await groups('?by=doctor')).toEqual([
      counts('Ana Reis', { visits: 2, arrived: 1, cancelled_late: 1 }),
      counts(undefined, { visits: 1, unknown: 1 }),
      counts('Ana "A," Reis\u2028', { visits: 1, cancelled_in_time: 1 }),
    ])
    expect(await groups('?by=weekday&doctor=Ana%20Reis')).toEqual([
      counts('1', { visits: 2, arrived: 1, cancelled_late: 1 }),
    ])
    const both = `?by=week&doctor=Ana%20Reis&doctor=${encodeURIComponent('Ana "A," Reis\u2028')}`
    expect(await groups(`${both}&category=medical`)).toEqual([
      counts('2026-03-30', { visits: 3, arrived: 1, cancelled_in_time: 1, cancelled_late: 1 }),
    ])
    expect(await groups(`${both}&target=exam`)).toEqual([])
    expect((await rollcall.get(byVisit(day, day, '/outcomes?by=name'))).json().code).toBe('invalid-parameter')
  })

  eachEngine('group contacts by whether they answered before a reminder, after it, or not at all', async (rollcall) => {
    const { deliver, remind, post } = rollcall
    setTime(rollcall, '2026-03-20T08:00:00Z')
    await rollcall.given(entity(), ...visitWith('history', '2026-03-30T08:30:00Z'))
    const afternoon = { ...item().params, when: '2026-03-30T15:30:00+01:00' }
    const notified = (external_id: string) => contact(rollcall, { external_id, params: afternoon })
    const silent = await notified('silent')
    const after = await notified('after')
    const before = await notified('before')
    const declined = await notified('declined')
    const missed = await notified('missed')
    await deliver()
    await before.answer('confirm')
    await declined.answer('cancel')
    await missed.answer('confirm')
    setTime(rollcall, '2026-03-28T10:00:00Z')
    while (await remind());
    await deliver()
    await after.answer('confirm')
    // The last reminder, also for contacts who have confirmed.
    setTime(rollcall, '2026-03-30T11:40:00Z')
    while (await remind());
    await deliver()
    setTime(rollcall, '2026-03-30T14:20:00Z')
    for (const one of [before, after]) await post(`${notifications}/${one.id}/arrival`)
    setTime(rollcall, '2026-03-31T08:00:00Z')
    while (await remind());
    await silent.answer('reschedule')
    await missed.answer('reschedule')
    const { groups } = await outcomes(rollcall, '?by=reminder')
    expect(groups!.map(({ value, over }) => [value, over])).toEqual([
      ['none', { ...noneOver, visits: 1, cancelled_in_time: 1 }],
      ['answered-before', { ...noneOver, visits: 2, arrived: 1, no_show: 1 }],
      ['answered-after', { ...noneOver, visits: 1, arrived: 1 }],
      ['unanswered', { ...noneOver, visits: 1, no_show: 1 }],
      [undefined, { ...noneOver, visits: 1, unknown: 1 }],
    ])
  })
  serviceTest('are a hundred at most, and the smallest are one', async (rollcall) => {
    const doctors = Array.from({ length: 130 }, (_, index) => [
      ...visitWith(`a-${index}`, '2026-03-30T08:30:00Z', [], { doctor: `D-${index}` }),
      ...(index < 90 ? visitWith(`b-${index}`, '2026-03-30T08:30:00Z', [], { doctor: `D-${index}` }) : []),
    ])
    await rollcall.given(entity(), ...doctors.flat())
    setTime(rollcall, '2026-04-10T08:00:00Z')
    const { over, groups, other } = await outcomes(rollcall, '?by=doctor')
    expect(over.visits).toBe(220)
    expect(groups!.map((group) => group.over.visits)).toEqual([...Array(90).fill(2), ...Array(10).fill(1)])
    expect(other).toEqual({ values: 30, over: { ...noneOver, visits: 30, unknown: 30 }, to_come: noneToCome })
  })

  const manyVisits = Array.from({ length: 1_001 }, (_, index) =>
    visitWith(`n-${index}`, '2026-03-30T08:30:00Z', [], { doctor: `D-${index % 7}` }),
  ).flat()

  serviceTest('let other requests run after each 200 visits with a doctor', async (rollcall) => {
    await rollcall.given(entity(), ...manyVisits)
    const withoutVisits = await ticksDuring(outcomes(rollcall, '', '2026-05-01'))
    const counted = outcomes(rollcall, '?by=doctor')
    expect(await ticksDuring(counted)).toBeGreaterThanOrEqual(withoutVisits + 5)
    expect((await counted).groups!.map(({ over, to_come }) => over.visits + to_come.visits)).toEqual(Array(7).fill(143))
  })

  for (const [zone, from, to] of [
    ['Europe/Lisbon', '2026-03-27', '2026-03-31'],
    ['America/New_York', '2026-10-30', '2026-11-03'],
    ['Australia/Lord_Howe', '2026-04-03', '2026-04-07'],
    ['Asia/Kolkata', '2026-03-27', '2026-03-31'],
  ] as const) {
    eachEngine(`equal a count visit by visit in ${zone}`, async (rollcall) => {
      await rollcall.given(entity({ time_zone: zone }))
      const visits = randomVisits(randomFrom(7), zone, from, to)
      await insert(rollcall, visits)
      const now = startIn(zone, '2026-12-31')
      rollcall.clock.time = now
      for (const until of [undefined, `${to}T10:17`]) {
        for (const by of Object.keys(valuesOf) as GroupName[]) {
          for (const doctor of [undefined, 'Ana Reis']) {
            const query = new URLSearchParams({ by, ...(until && { until }), ...(doctor && { doctor }) })
            const counted = await outcomes(rollcall, `?${query}`, from, to)
            const asOf = until
              ? Number(Temporal.PlainDateTime.from(until).toZonedDateTime(zone).epochNanoseconds / 1000n)
              : now
            const expected = naive(visits, zone, { from, to }, asOf, by, doctor)
            expect({ by, until, doctor, ...pick(counted) }).toEqual({ by, until, doctor, ...expected })
          }
        }
      }
    })
  }

  eachEngine('have a list of visits behind each number', async (rollcall) => {
    const [zone, from, to] = ['Europe/Lisbon', '2026-03-27', '2026-03-31'] as const
    await rollcall.given(entity({ time_zone: zone }))
    await insert(rollcall, randomVisits(randomFrom(7), zone, from, to))
    rollcall.clock.time = startIn(zone, '2026-03-30')
    const countOf = async (query: Record<string, string>) =>
      (await rollcall.get(byVisit(from, to, `/count?${new URLSearchParams(query)}`))).json().count
    for (const by of ['weekday', 'doctor', 'reminder'] as const) {
      const { over, to_come, groups } = await outcomes(rollcall, `?by=${by}`, from, to)
      const numbers = [
        { counts: { over, to_come }, query: {} },
        ...groups!.map(({ value, ...counts }) => ({
          counts,
          query: { counted_by: by, ...(value !== undefined && { group: value }) },
        })),
      ]
      for (const { counts, query } of numbers)
        for (const part of ['over', 'to_come'] as const)
          for (const [name, count] of Object.entries(counts[part])) {
            const counted = { counted: `${part}.${name}`, ...query }
            expect({ counted, count: await countOf(counted) }).toEqual({ counted, count })
          }
    }
    const { over } = await outcomes(rollcall, '', from, to)
    expect(over.arrived).toBeGreaterThan(8)
    const pages: string[][] = []
    for (let url: string | undefined = byVisit(from, to, '?counted=over.arrived&limit=4'); url; ) {
      const page: Awaited<ReturnType<typeof rollcall.get>> = await rollcall.get(url)
      pages.push(page.json<{ id: string }[]>().map(({ id }) => id))
      url = /<(.*)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(new Set(pages.flat()).size).toBe(over.arrived)
    const whole = await rollcall.get(byVisit(from, to, '?counted=over.arrived'))
    expect(whole.json<{ id: string }[]>().map(({ id }) => id)).toEqual(pages.flat())
    expect(await countOf({ counted: 'over.arrived', state: 'open' })).toBe(0)
    expect((await rollcall.get(byVisit(from, to, '?counted=notified'))).json().code).toBe('invalid-parameter')
  })
})

interface Visit {
  id: string
  state: State
  arrivedFrom: State | null
  isArrived: boolean
  isTest: boolean
  target: 'appointment' | 'vaccination'
  startsAt: Instant
  endsAt: Instant
  createdAt: Instant
  answer?: { name: 'confirm' | 'reschedule' | 'cancel'; at: Instant }
  doctor?: string | undefined
  channel?: 'email' | 'mobile' | undefined
  movedAt?: Instant | undefined
  remindedAt?: Instant | undefined
}

const startIn = (zone: string, date: string): Instant =>
  Number(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochNanoseconds / 1000n)

function randomVisits(below: (limit: number) => number, zone: string, from: string, to: string): Visit[] {
  const first = startIn(zone, from)
  const length = startIn(zone, to) + hours(30) - first
  const oneOf = <T>(...values: T[]) => values[below(values.length)]!
  return Array.from({ length: 400 }, (_, index): Visit => {
    const startsAt = first - hours(2) + minutes(below(length / minutes(1)))
    const target = oneOf('appointment', 'appointment', 'vaccination')
    const createdAt = startsAt - hours(24 * below(40) + 5)
    const state = oneOf(...notificationStates)
    const answers = { confirmed: 'confirm', rescheduling: 'reschedule', cancelled: 'cancel' } as const
    const ofState = answers[state as keyof typeof answers]
    const isAnswered = ofState !== undefined || (state !== 'open' && below(2) === 0)
    // Only a contact who had confirmed, or is silent, has missed the visit.
    const name = ofState ?? (state === 'no-show' ? 'confirm' : oneOf('confirm', 'reschedule', 'cancel'))
    const channel = oneOf('email', 'mobile', undefined)
    return {
      id: `n-${index}`,
      state,
      target,
      startsAt,
      createdAt,
      endsAt: startsAt + (target === 'vaccination' ? hours(1 + below(60)) : minutes(30)),
      arrivedFrom: state === 'arrived' ? 'open' : null,
      isArrived: state === 'arrived',
      isTest: below(20) === 0,
      ...(isAnswered && { answer: { name, at: startsAt - hours(below(60)) + hours(4) + 1 } }),
      doctor: target === 'appointment' ? oneOf('Ana Reis', 'Rui Sá', 'Ana Reis') : undefined,
      channel,
      remindedAt: channel && below(2) === 0 ? startsAt - hours(1 + below(4)) : undefined,
      movedAt: state === 'superseded' ? startsAt + hours(below(80)) - hours(30) : undefined,
    }
  })
}

async function insert({ database }: Rollcall, visits: Visit[]) {
  const keys = { entity_id: 'clinica-lisboa' }
  const row = (visit: Visit) => ({
    ...keys,
    notification_id: visit.id,
    external_id: visit.id,
    task_id: 't',
    category: 'medical',
    target: visit.target,
    contact: JSON.stringify({ external_id: 'P-1', name: 'Ana Cruz' }),
    contact_external_id: 'P-1',
    params: JSON.stringify({ when: formatInstant(visit.startsAt), ...(visit.doctor && { doctor: visit.doctor }) }),
    files: '[]',
    inferred_data: '{}',
    state: visit.state,
    created_at: visit.createdAt,
    starts_at: visit.startsAt,
    ends_at: visit.endsAt,
    test: visit.isTest ? (1 as const) : (0 as const),
    answered_at: visit.answer?.at ?? null,
    arrived_from: visit.arrivedFrom,
    arrived_at: visit.isArrived ? visit.startsAt : null,
    superseded_by: visit.movedAt ? `${visit.id}-next` : null,
  })
  const nextOf = (visit: Visit) => ({
    ...row(visit),
    notification_id: `${visit.id}-next`,
    created_at: visit.movedAt!,
    starts_at: null,
    ends_at: null,
    superseded_by: null,
  })
  const sequenceOf = (index: number) => index + 1
  await database.write(async (trx) => {
    const rows = visits.flatMap((visit) => (visit.movedAt ? [row(visit), nextOf(visit)] : [row(visit)]))
    for (let at = 0; at < rows.length; at += 200) {
      await trx
        .insertInto('notifications')
        .values(rows.slice(at, at + 200))
        .execute()
    }
    for (const [index, visit] of visits.entries()) {
      const { id, answer, channel, startsAt, remindedAt } = visit
      if (answer) {
        const action = { action: answer.name, at: answer.at, sequence: sequenceOf(index), action_id: id }
        const rest = {
          channel: 'whatsapp',
          record: '{}',
          starts_at: startsAt,
          acted_by: null,
          reason: null,
          test: 0 as const,
        }
        await trx
          .insertInto('actions')
          .values({ ...keys, notification_id: id, ...action, ...rest })
          .execute()
      }
      if (channel) {
        const shared = { ...keys, notification_id: id, channel, state: 'delivered' as const, give_up_at: startsAt }
        const uids = (link_hash: string) => ({ delivery_id: link_hash, uid: 'u', compared_uid: 'u', link_hash })
        const notice = { ...shared, ...uids(id), kind: 'notice' as const, sent_at: visit.createdAt, next_attempt_at: 0 }
        const reminder = { ...notice, ...uids(`${id}-r`), kind: 'reminder' as const, sent_at: remindedAt! }
        await trx
          .insertInto('deliveries')
          .values(remindedAt ? [notice, reminder] : [notice])
          .execute()
      }
    }
  })
}

const expectedUntilOf = ({ target, startsAt, endsAt }: Visit) => (target === 'vaccination' ? endsAt : startsAt)

const dateOf = ({ startsAt }: Visit, zone: string) => inZone(startsAt, zone)

const valuesOf: Record<GroupName, (visit: Visit, zone: string) => string | undefined> = {
  doctor: ({ doctor }) => doctor,
  weekday: (visit, zone) => String(dateOf(visit, zone).dayOfWeek),
  week(visit, zone) {
    const date = dateOf(visit, zone).toPlainDate()
    return `${date.subtract({ days: date.dayOfWeek - 1 })}`
  },
  reminder(visit) {
    const { remindedAt, answer } = visit
    if (!remindedAt) return 'none'
    if (!answer || answer.at >= expectedUntilOf(visit)) return 'unanswered'
    return answer.at < remindedAt ? 'answered-before' : 'answered-after'
  },
}

/** Counts visit by visit, as the documentation says. */
function naive(
  visits: Visit[],
  zone: string,
  { from, to }: { from: string; to: string },
  asOf: Instant,
  by: GroupName,
  doctor: string | undefined,
) {
  const inRange = visits.filter((visit) => {
    const date = `${dateOf(visit, zone).toPlainDate()}`
    return !visit.isTest && date >= from && date <= to
  })
  const markedDays = new Set(
    inRange.filter(({ isArrived }) => isArrived).map((visit) => `${dateOf(visit, zone).toPlainDate()}`),
  )
  const over: Record<string, EndedVisits> = {}
  const toCome: Record<string, VisitsToCome> = {}
  for (const visit of inRange.filter((one) => doctor === undefined || one.doctor === doctor)) {
    const { startsAt, answer, movedAt, isArrived, state } = visit
    const expectedUntil = expectedUntilOf(visit)
    const missedAt = Math.max(startsAt + hours(1), expectedUntil) + hours(1)
    const value = String(valuesOf[by](visit, zone))
    const isMissed =
      state === 'no-show' ||
      (answer?.name === 'reschedule' && answer.at >= expectedUntil) ||
      (state === 'superseded' && (!answer || answer.name === 'confirm'))
    const isLate = answer !== undefined && answer.at > startsAt - hours(24)
    if (missedAt <= asOf) {
      const isCounted =
        isArrived ||
        (state === 'superseded' ? movedAt! >= missedAt : state !== 'withdrawn' || (answer && answer.name !== 'confirm'))
      if (!isCounted) continue
      const end = isArrived
        ? 'arrived'
        : ['open', 'confirmed'].includes(state) || (state === 'imported' && (!answer || answer.name === 'confirm'))
          ? 'unknown'
          : isMissed
            ? markedDays.has(`${dateOf(visit, zone).toPlainDate()}`)
              ? 'no_show'
              : 'unknown'
            : answer!.name === 'cancel'
              ? isLate
                ? 'cancelled_late'
                : 'cancelled_in_time'
              : 'another_time'
      for (const key of [value, 'all']) {
        over[key] ??= { ...noneOver }
        over[key].visits++
        over[key][end]++
      }
      continue
    }
    if (state === 'superseded' || (state === 'withdrawn' && (!answer || answer.name === 'confirm'))) continue
    const prospects = { confirm: 'confirmed', reschedule: 'another_time', cancel: 'cancelled' } as const
    const prospect = isArrived
      ? 'arrived'
      : state === 'imported' && !answer
        ? 'unknown'
        : answer
          ? prospects[answer.name]
          : visit.channel
            ? 'open'
            : 'unreached'
    for (const key of [value, 'all']) {
      toCome[key] ??= { ...noneToCome }
      toCome[key].visits++
      toCome[key][prospect]++
    }
  }
  const groupOf = (key: string) => ({ over: over[key] ?? noneOver, to_come: toCome[key] ?? noneToCome })
  const values = Object.keys({ ...over, ...toCome }).filter((key) => key !== 'all')
  return { all: groupOf('all'), groups: Object.fromEntries(values.map((value) => [value, groupOf(value)])) }
}

const pick = ({ over, to_come, groups }: VisitOutcomes) => ({
  all: { over, to_come },
  groups: Object.fromEntries(groups!.map(({ value, ...counts }) => [String(value), counts])),
})
