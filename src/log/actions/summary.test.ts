import fc from 'fast-check'
import { describe, expect, vi } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { ticksDuring } from '../../../test/event-loop.ts'
import { action, actionsAt, entity, history, notification } from '../../../test/history.ts'
import { multiply } from '../../../test/multiply.ts'
import { byDate, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { dayRange } from '../../entities/day-range.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import { type ActionRecord, actionNames } from './action.ts'
import type { ActionSummary } from './summary.ts'

const summaryOf = (start: string, end = start, query = '', entityId = 'clinica-lisboa') =>
  `/v1/metrics/notifications/actions/${entityId}/summary/${start}/${end}${query}`

const summary = async ({ get }: Rollcall, ...days: Parameters<typeof summaryOf>) =>
  (await get(summaryOf(...days))).json<ActionSummary>()

/** Counts the same from the records of the list. */
function countNaively(records: ActionRecord[], timeZone: string) {
  const seen = records.map((record) => {
    const at = Temporal.Instant.from(record.date)
    const { when } = record.params
    const lead = when === undefined ? -1 : Number(Temporal.Instant.from(when).since(at).total('nanoseconds'))
    return { ...record, date: dayOf(at, timeZone), hour: inZone(microsOf(at), timeZone).hour, lead }
  })
  const early = seen
    .filter((one) => !['arrive', 'annul'].includes(one.action) && one.lead > 0)
    .map((one) => ({ ...one, days: Math.floor(one.lead / 86_400e9) }))
  return {
    days: count(seen, ['date', 'action', 'channel']),
    hours: count(seen, ['hour', 'action']),
    lead_days: count(early, ['days', 'action']),
  }
}

const microsOf = ({ epochNanoseconds }: Temporal.Instant) => Number(epochNanoseconds / 1_000n)

/** The day in whose range the instant lies. */
function dayOf(at: Temporal.Instant, timeZone: string): string {
  const shown = inZone(microsOf(at), timeZone).toPlainDate()
  const days = [-1, 0, 1].map((away) => `${shown.add({ days: away })}`)
  return days.find((day) => {
    const { from, to } = dayRange(day, day, timeZone)
    return Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, to) < 0
  })!
}

function count<Seen extends object, Key extends keyof Seen>(seen: Seen[], keys: Key[]) {
  const rank = (value: unknown) => actionNames.indexOf(value as (typeof actionNames)[number])
  const order = (one: unknown, other: unknown) => {
    if (one === other) return 0
    if (rank(one) >= 0) return rank(one) - rank(other)
    return (one as string) < (other as string) ? -1 : 1
  }
  return [...Map.groupBy(seen, (one) => JSON.stringify(keys.map((key) => one[key]))).values()]
    .map((alike) => ({ ...Object.fromEntries(keys.map((key) => [key, alike[0]![key]])), count: alike.length }))
    .sort((one, other) => keys.map((key) => order(one[key as never], other[key as never])).find(Boolean) ?? 0)
}

describe('the summary', () => {
  eachEngine('counts by day, action and channel, by hour, and by days before the visit', async (rollcall) => {
    await rollcall.given(
      ...[entity(), notification()],
      ...actionsAt('2026-03-28T08:30:00Z', '2026-03-28T08:30:00.000001Z', '2026-03-29T00:59:59.999999Z'),
      action({ id: 'a', action: 'cancel', channel: 'email', date: '2026-03-28T23:59:59Z', uid: 'x@example.org' }),
      action({ id: 'b', action: 'reschedule', date: '2026-03-29T01:00:00Z' }),
      action({ id: 'c', action: 'arrive', channel: 'desk', date: '2026-03-30T08:20:00Z' }),
      action({ id: 'e', action: 'annul', channel: 'desk', date: '2026-03-30T08:21:00Z' }),
      action({ id: 'd', date: '2026-03-30T08:30:00Z' }),
    )
    const answer = await rollcall.get(summaryOf('2026-03-28', '2026-03-30'))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({
      entity_id: 'clinica-lisboa',
      start_date: '2026-03-28',
      end_date: '2026-03-30',
      time_zone: 'Europe/Lisbon',
      days: [
        { date: '2026-03-28', action: 'confirm', channel: 'mobile', count: 2 },
        { date: '2026-03-28', action: 'cancel', channel: 'email', count: 1 },
        { date: '2026-03-29', action: 'confirm', channel: 'mobile', count: 1 },
        { date: '2026-03-29', action: 'reschedule', channel: 'mobile', count: 1 },
        { date: '2026-03-30', action: 'confirm', channel: 'mobile', count: 1 },
        { date: '2026-03-30', action: 'arrive', channel: 'desk', count: 1 },
        { date: '2026-03-30', action: 'annul', channel: 'desk', count: 1 },
      ],
      // On 2026-03-29 there was no hour from one to two in Lisbon.
      hours: [
        { hour: 0, action: 'confirm', count: 1 },
        { hour: 2, action: 'reschedule', count: 1 },
        { hour: 8, action: 'confirm', count: 2 },
        { hour: 9, action: 'confirm', count: 1 },
        { hour: 9, action: 'arrive', count: 1 },
        { hour: 9, action: 'annul', count: 1 },
        { hour: 23, action: 'cancel', count: 1 },
      ],
      lead_days: [
        { days: 1, action: 'confirm', count: 2 },
        { days: 1, action: 'reschedule', count: 1 },
        { days: 1, action: 'cancel', count: 1 },
        { days: 2, action: 'confirm', count: 1 },
      ],
    })
  })

  serviceTest('has headers with the range, and with the sequence from which the feed continues', async (rollcall) => {
    await rollcall.given(...history())
    const { headers } = await rollcall.get(summaryOf('2026-03-29'))
    expect(headers).toMatchObject({
      'rollcall-time-zone': 'Europe/Lisbon',
      'rollcall-range': '2026-03-29T00:00:00Z/2026-03-29T23:00:00Z',
      'rollcall-sequence': '1',
    })
    await rollcall.given(action({ id: 'next', action: 'cancel' }))
    const since = `/v1/metrics/notifications/actions/clinica-lisboa/since/${headers['rollcall-sequence']}`
    expect((await rollcall.get(since)).json()).toMatchObject([{ action: 'cancel' }])
  })

  serviceTest('is empty for a day without actions and for a day that does not exist', async (rollcall) => {
    const none = { days: [], hours: [], lead_days: [] }
    await rollcall.given(
      ...[entity({ time_zone: 'Pacific/Apia' }), notification()],
      ...actionsAt('2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z'),
    )
    expect(await summary(rollcall, '2011-12-30')).toMatchObject(none)
    expect(await summary(rollcall, '2026-03-29')).toMatchObject(none)
    expect((await summary(rollcall, '2011-12-29', '2011-12-31')).days).toEqual([
      { date: '2011-12-29', action: 'confirm', channel: 'mobile', count: 1 },
      { date: '2011-12-31', action: 'confirm', channel: 'mobile', count: 1 },
    ])
  })

  serviceTest('may cover all years', async (rollcall) => {
    await rollcall.given(...[entity(), notification()], ...actionsAt('1850-01-01T12:00:00Z', '2250-06-01T12:00:00Z'))
    const { days, hours } = await summary(rollcall, '0000-01-01', '9999-12-31')
    expect(days.map(({ date }) => date)).toEqual(['1850-01-01', '2250-06-01'])
    // Before 1912, Lisbon's noon was 36 minutes and 45 seconds after Greenwich's.
    expect(hours.map(({ hour }) => hour)).toEqual([11, 13])
  })

  serviceTest('counts only the actions of its entity', async (rollcall) => {
    const entity_id = 'other'
    await rollcall.given(...history(), entity({ id: entity_id }), notification({ entity_id }), action({ entity_id }))
    await multiply(rollcall.database, 300, entity_id)
    expect((await summary(rollcall, '2026-03-29')).days).toMatchObject([{ count: 1 }])
    expect((await summary(rollcall, '2026-03-29', '2026-03-29', '', 'other')).days).toMatchObject([{ count: 300 }])
  })

  const zones = ['America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Kwajalein', 'Pacific/Apia', 'Africa/Cairo']
  const zone = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...Intl.supportedValuesOf('timeZone')))
  const range = { min: Date.UTC(1880), max: Date.UTC(2060) }
  const near = fc.array(fc.integer({ min: -90_000_000, max: 90_000_000 }), { minLength: 1, maxLength: 20 })
  const visits = fc.array(fc.integer({ min: -3 * 86_400, max: 9 * 86_400 }), { minLength: 2, maxLength: 2 })

  eachEngine('equals a count of the list in every zone, also when clocks change', async (rollcall) => {
    let entities = 0
    const property = fc.asyncProperty(
      zone,
      fc.integer(range),
      near,
      visits,
      async (time_zone, moment, offsets, whens) => {
        const start = Temporal.Instant.fromEpochMilliseconds(moment)
        const change = start.toZonedDateTimeISO(time_zone).getTimeZoneTransition('next')
        const around = change && change.year < 2060 ? change.toInstant() : start
        const entity_id = `zone-${entities++}`
        const visit = (index: number) => ({
          entity_id,
          id: `n-${index}`,
          params: { when: `${around.add({ seconds: whens[index]! }).round('second')}` },
        })
        const actions = offsets.map((milliseconds, index) =>
          action({
            entity_id,
            id: `a-${index}`,
            notification_id: `n-${index % 2}`,
            date: `${around.add({ milliseconds })}`,
            action: actionNames[index % actionNames.length]!,
            channel: index % 3 ? 'mobile' : 'email',
          }),
        )
        await rollcall.given(
          entity({ id: entity_id, time_zone }),
          notification(visit(0)),
          notification(visit(1)),
          ...actions,
        )
        const day = around.toZonedDateTimeISO(time_zone).toPlainDate()
        const days = [`${day.subtract({ days: 1 })}`, `${day.add({ days: 1 })}`] as const
        const records = (await rollcall.get(byDate(...days, '', entity_id))).json<ActionRecord[]>()
        expect(await summary(rollcall, ...days, '', entity_id)).toMatchObject(countNaively(records, time_zone))
      },
    )
    // Clocks that went back over midnight.
    const hours = [-25, -1, -0.5, 0, 0.5, 1, 12, 25].map((count) => count * 3_600_000)
    const offsets = hours.flatMap((around) => [around - 1, around, around + 59_000])
    const back = (name: string, year: number): [string, number, number[], number[]] => [
      name,
      Date.UTC(year, 8, 1),
      offsets,
      [0, 86_400],
    ]
    const examples = [back('America/St_Johns', 2010), back('Pacific/Kwajalein', 1969), back('America/Toronto', 2000)]
    // The rules are those of SQLite. PostgreSQL only has to compute the same numbers.
    await fc.assert(property, { numRuns: rollcall.url.startsWith('sqlite:') ? 60 : 10, examples })
  })
})

describe('many actions', () => {
  eachEngine('are counted in several reads, each action once', async (rollcall) => {
    await rollcall.given(...history())
    await multiply(rollcall.database, 5_000)
    const { days, hours, lead_days } = await summary(rollcall, '2026-03-29')
    // The clocks go forward within a microsecond of the first.
    expect({ days, lead_days }).toMatchObject({ days: [{ count: 5_000 }], lead_days: [{ days: 1, count: 5_000 }] })
    expect(hours).toEqual([
      { hour: 0, action: 'confirm', count: 1 },
      { hour: 2, action: 'confirm', count: 4_999 },
    ])
  })

  serviceTest('may have the same instant', async (rollcall) => {
    await rollcall.given(...history())
    await multiply(rollcall.database, 4_100)
    const at = parseInstant('2026-03-29T10:00:00Z')!
    await rollcall.database.updateTable('actions').set({ at }).execute()
    expect((await summary(rollcall, '2026-03-29')).days).toMatchObject([{ count: 4_100 }])
  })

  serviceTest('let other requests run after each read of 2,048', async (rollcall) => {
    await rollcall.given(...history())
    await multiply(rollcall.database, 20_000)
    expect(await ticksDuring(rollcall.get(summaryOf('2026-03-29')))).toBeGreaterThan(20_000 / 2_048)
  })

  serviceTest('are no longer counted after the client has disconnected', async (rollcall) => {
    await rollcall.given(...history())
    await multiply(rollcall.database, 40_000)
    const url = (await rollcall.listen()) + summaryOf('2026-03-29')
    const leaving = new AbortController()
    const isGone = () => rollcall.logged.some((line) => line.includes('the client disconnected'))
    const { engine } = rollcall.database
    const { read } = engine
    let reads = 0
    engine.read = async (query) => {
      if (++reads === 8) {
        leaving.abort()
        await vi.waitUntil(isGone, { timeout: 90_000 })
      }
      return read(query)
    }
    const headers = { authorization: `Bearer ${rollcall.token}` }
    await expect(fetch(url, { headers, signal: leaving.signal })).rejects.toThrow('aborted')
    await expect.poll(isGone).toBe(true)
    const readsOfWhole = async () => {
      const before = reads
      await (await fetch(url, { headers })).text()
      return reads - before
    }
    // Two countings take turns, so the one that the client left would end at the same time as the next one.
    expect(await readsOfWhole()).toBe(await readsOfWhole())
  })
})

describe('the days before the visit', () => {
  serviceTest('are counted for an answer on the page', async (rollcall) => {
    const params = { when: '2026-04-03T09:30:00+01:00', doctor: 'Ana Reis' }
    const maria = await contact(rollcall, { params })
    await maria.answer('confirm')
    rollcall.clock.time += 2 * 86_400_000_000
    await maria.answer('cancel')
    const exam = { when: '2026-04-02T09:30:00+01:00', exam: 'ECG' }
    const joao = await contact(rollcall, { external_id: 'A-2', params: exam as never }, 'exam')
    await joao.answer('reschedule')
    expect((await summary(rollcall, '2026-03-30', '2026-04-01')).lead_days).toEqual([
      { days: 1, action: 'reschedule', count: 1 },
      { days: 2, action: 'cancel', count: 1 },
      { days: 4, action: 'confirm', count: 1 },
    ])
  })

  serviceTest(
    'are fixed when the action is recorded: a later notice of another time changes none',
    async (rollcall) => {
      const maria = await contact(rollcall, { params: { when: '2026-04-03T09:30:00+01:00', doctor: 'Ana Reis' } })
      await maria.answer('confirm')
      const moved = item({ params: { when: '2026-05-03T09:30:00+01:00', doctor: 'Ana Reis' } })
      await rollcall.post('/v1/notifications/clinica-lisboa', submission(moved))
      expect((await summary(rollcall, '2026-03-30')).lead_days).toEqual([{ days: 4, action: 'confirm', count: 1 }])
    },
  )

  serviceTest('are absent for a visit without a known start', async (rollcall) => {
    await rollcall.given(
      ...[entity(), notification({ category: 'dental' }), notification({ id: 'n-2', params: { doctor: 'Ana' } })],
      ...[action(), action({ id: 'a-2', notification_id: 'n-2' })],
    )
    expect(await summary(rollcall, '2026-03-29')).toMatchObject({ days: [{ count: 2 }], lead_days: [] })
  })
})

describe('a request for a summary', () => {
  serviceTest('gets 304 until an action is recorded', async (rollcall) => {
    await rollcall.given(...history())
    const { headers } = await rollcall.get(summaryOf('2026-03-29'))
    const poll = () => rollcall.get(summaryOf('2026-03-29'), { 'if-none-match': String(headers.etag) })
    const unchanged = await poll()
    expect({ status: unchanged.statusCode, body: unchanged.body }).toEqual({ status: 304, body: '' })
    expect(unchanged.headers).toMatchObject({ etag: headers.etag, 'rollcall-sequence': '1' })
    await rollcall.given(action({ id: 'new' }))
    expect((await poll()).json().days).toMatchObject([{ count: 2 }])
    await rollcall.database.updateTable('entities').set({ time_zone: 'Asia/Tokyo' }).execute()
    const moved = await rollcall.get(summaryOf('2026-03-29'))
    await rollcall.database.updateTable('entities').set({ time_zone: 'Asia/Seoul' }).execute()
    const tags = [moved, await rollcall.get(summaryOf('2026-03-29')), await rollcall.get(byDate('2026-03-29'))]
    expect(new Set(tags.map((answer) => answer.headers.etag)).size).toBe(3)
  })
})
