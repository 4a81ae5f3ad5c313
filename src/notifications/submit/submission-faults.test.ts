import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, submission } from '../../../test/submission.ts'
import { parseInstant } from '../../platform/time/instant.ts'

const notifications = '/v1/notifications/clinica-lisboa'

async function submit(rollcall: Rollcall, body: object) {
  const response = await rollcall.post(notifications, body)
  return { status: response.statusCode, ...response.json() }
}

const stored = ({ database }: Rollcall) =>
  database.selectFrom('notifications').select(['external_id', 'files', 'inferred_data', 'version']).execute()

const past = { params: { ...item().params, when: '2026-03-30T09:00:00+01:00' } }
const unreachable = { addresses: [{ channel: 'mobile' as const, uid: '12' }] }

describe('a submission', () => {
  serviceTest('rejects a visit that has begun', async (rollcall) => {
    await rollcall.given(entity())
    const { status, errors } = await submit(rollcall, submission(item(), item({ external_id: 'A-2', ...past })))
    expect({ status, errors }).toEqual({
      status: 422,
      errors: [{ parameter: '/notifications/1/params/when', reason: 'in-the-past' }],
    })
    expect(await stored(rollcall)).toEqual([])
  })

  serviceTest('rejects a notice that would be sent after answers close', async (rollcall) => {
    await rollcall.given(entity())
    const when = '2026-04-02T09:30:00+01:00'
    const exam = { when, exam: 'MRI' }
    const reason = 'must be before the visit, and before its answers close'
    for (const [target, params, send_at, isLate] of [
      ['appointment', { when, doctor: 'Ana Reis' }, '2026-04-02T08:29:59Z', false],
      ['appointment', { when, doctor: 'Ana Reis' }, '2026-04-02T08:30:00Z', true],
      ['exam', exam, '2026-04-01T08:29:59Z', false],
      ['exam', exam, '2026-04-01T08:30:00Z', true],
      // Its answers have closed, and the notice goes out at once.
      ['exam', { ...exam, when: '2026-03-30T20:30:00+01:00' }, '2026-03-30T07:00:00Z', false],
    ] as const) {
      const body = { ...submission(item({ params, send_at })), target, dry_run: true }
      const { errors } = await submit(rollcall, body)
      expect({ send_at, errors }).toEqual({
        send_at,
        errors: isLate ? [{ parameter: '/notifications/0/send_at', reason }] : undefined,
      })
    }
  })

  serviceTest('accepts a campaign until its end', async (rollcall) => {
    await rollcall.given(entity())
    const params = { when: '2026-03-30T07:00:00Z', end: '2026-03-30T17:00:00Z', place: 'Hall 2' }
    const campaign = { ...submission(item({ params })), target: 'vaccination' }
    expect((await submit(rollcall, campaign)).status).toBe(202)
    rollcall.clock.time = parseInstant('2026-03-30T17:00:00Z')!
    const { errors } = await submit(rollcall, campaign)
    expect(errors).toEqual([{ parameter: '/notifications/0/params/when', reason: 'in-the-past' }])
  })

  eachEngine('stores files and inferred data, and a version as a number or an instant', async (rollcall) => {
    await rollcall.given(entity())
    const data = { files: [{ name: 'Relatório.pdf' }], inferred_data: { no_show: 0.25 } }
    const body = submission(
      item({ ...data, version: 7 }),
      item({ external_id: 'A-2', version: '2026-03-01T12:00:00Z' }),
    )
    expect((await submit(rollcall, body)).status).toBe(202)
    const [first, second] = (await stored(rollcall)).sort((a, b) => (a.external_id < b.external_id ? -1 : 1))
    expect([JSON.parse(first!.files), JSON.parse(first!.inferred_data)]).toEqual([data.files, data.inferred_data])
    expect([first!.version, second!.version]).toEqual([7, parseInstant('2026-03-01T12:00:00Z')])
  })

  serviceTest('bounds files and inferred data together, and checks versions', async (rollcall) => {
    await rollcall.given(entity())
    const text = 'é'.repeat((8_192 - '[""]{}'.length) / 2)
    const fits = item({ files: [text], inferred_data: {} })
    const reasonOf = async (over: object) => (await submit(rollcall, submission({ ...item(), ...over }))).errors
    const tooLarge = 'files and inferred_data together must have at most 8192 bytes of JSON in UTF-8, and 512 values'
    expect(await reasonOf({ files: [`${text}x`] })).toEqual([{ parameter: '/notifications/0/files', reason: tooLarge }])
    expect(await reasonOf({ inferred_data: { list: Array(511).fill(0) } })).toEqual([
      { parameter: '/notifications/0/inferred_data', reason: tooLarge },
    ])
    for (const version of [-1, 1.5, 2 ** 53, 'new', null, {}]) {
      expect((await reasonOf({ version })).map(({ parameter }: { parameter: string }) => parameter)).toEqual([
        '/notifications/0/version',
      ])
    }
    expect((await submit(rollcall, submission(fits))).status).toBe(202)
  })

  serviceTest('with on_fault skip accepts the items without a fault', async (rollcall) => {
    await rollcall.given(entity())
    const {
      status,
      notifications: accepted,
      faults,
    } = await submit(rollcall, {
      ...submission(
        item(),
        item({ external_id: 'A-2', ...past, ...unreachable }),
        item({ external_id: 'A-3' }),
        item({ external_id: 'A-3' }),
        item({ external_id: 'A-4', contact: { external_id: 'P-78', name: 'a\0b', country: 'PT' } }),
        item({ external_id: 'A-5', contact: { external_id: 'P-79', name: 'a'.repeat(9_000), country: 'PT' } }),
      ),
      on_fault: 'skip',
    })
    const outcomes = accepted.map(({ external_id, outcome }: Record<string, string>) => `${external_id} ${outcome}`)
    expect({ status, outcomes }).toEqual({ status: 202, outcomes: ['A-1001 created', 'A-3 created'] })
    expect(faults).toEqual([
      { parameter: '/notifications/1/params/when', reason: 'in-the-past' },
      { parameter: '/notifications/1/addresses/0/uid', reason: expect.stringContaining('must be a phone number') },
      { parameter: '/notifications/3/external_id', reason: 'repeats the external_id of an earlier item' },
      { parameter: '/notifications/4/contact/name', reason: 'contains a NUL character or an unpaired surrogate' },
      { parameter: '/notifications/5/contact/name', reason: expect.stringMatching(/256/) },
    ])
    expect((await stored(rollcall)).map(({ external_id }) => external_id).sort()).toEqual(['A-1001', 'A-3'])
  })

  serviceTest('lists each of a thousand faulty items', async (rollcall) => {
    await rollcall.given(entity())
    const faulty = { addresses: Array.from({ length: 10 }, () => unreachable.addresses[0]!) }
    const items = Array.from({ length: 1_000 }, (_, index) => item({ external_id: `A-${index}`, ...faulty }))
    const { status, faults } = await submit(rollcall, { ...submission(...items), on_fault: 'skip' })
    const places = faults.map(({ parameter }: { parameter: string }) => parameter.split('/')[2])
    expect({ status, count: faults.length, items: new Set(places).size }).toEqual({
      status: 202,
      count: 1_000,
      items: 1_000,
    })
  })

  serviceTest('is rejected with on_fault skip when faulty items come before a fault outside them', async (rollcall) => {
    await rollcall.given(entity())
    const nul = (index: number) => item({ external_id: `A-${index}\0` })
    const many = Array.from({ length: 100 }, (_, index) => nul(index))
    for (const [items, fault] of [
      [[nul(1), item()], { dryRun: true }],
      [[...many, item()], { dry_run: 'true' }],
      [[nul(1), ...Array.from({ length: 1_000 }, (_, index) => item({ external_id: `B-${index}` }))], {}],
    ] as const) {
      const { status } = await submit(rollcall, { ...submission(...items), on_fault: 'skip', ...fault })
      expect(status).toBe(422)
    }
    expect(await rollcall.database.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  serviceTest('that exceeds a limit is rejected, whatever else is wrong with it', async (rollcall) => {
    await rollcall.given(entity())
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
    const { params, ...withoutParams } = item()
    for (const wrong of [
      { ...withoutParams, files: [deep(20)] },
      { ...item(), files: [deep(20)], addresses: [{ channel: 'fax', uid: '1' }, null] },
      { ...item(), inferred_data: { values: Array(100_001).fill(0) }, params: null },
      null,
    ]) {
      const body = { ...submission(), notifications: [wrong], ...(wrong === null && { other: deep(20) }) }
      for (const on_fault of ['refuse', 'skip'])
        expect((await submit(rollcall, { ...body, on_fault })).status).toBe(422)
    }
  })

  serviceTest('is rejected with on_fault skip when a fault is outside the items', async (rollcall) => {
    await rollcall.given(entity())
    const body = { ...submission(item(), item(past)), on_fault: 'skip' }
    for (const fault of [{ target: 'haircut' }, { dry_run: 'yes' }, { on_fault: 'ignore' }, { more: 1 }]) {
      expect((await submit(rollcall, { ...body, ...fault })).status).toBe(422)
    }
    expect((await submit(rollcall, { ...body, notifications: [] })).status).toBe(422)
    expect(await stored(rollcall)).toEqual([])
  })

  serviceTest('with dry_run gets the same response, and stores nothing', async (rollcall) => {
    await rollcall.given(entity())
    const body = { ...submission(item(later), item({ external_id: 'A-2', ...past })), on_fault: 'skip' }
    const dry = await submit(rollcall, { ...body, dry_run: true })
    const malformed = await rollcall.post(notifications, { ...body, dry_run: true }, { 'idempotency-key': 'two words' })
    expect(malformed.json()).toMatchObject({ errors: [{ parameter: 'Idempotency-Key', reason: 'format' }] })
    expect([await stored(rollcall), await rollcall.database.selectFrom('tasks').selectAll().execute()]).toEqual([
      [],
      [],
    ])
    const { notifications: accepted, ...same } = await submit(rollcall, body)
    expect(dry).toEqual({
      ...same,
      task_id: expect.any(String),
      notifications: accepted.map((one: object) => ({ ...one, id: expect.any(String) })),
    })
  })
})
