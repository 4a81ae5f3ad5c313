import { describe, expect, test } from 'vitest'
import { entity, history } from '../../../test/history.ts'
import { bootRollcall, byToken, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { invisible, item, moved, submission } from '../../../test/submission.ts'
import { findEntity } from '../../entities/entity.ts'
import { hours } from '../../platform/time/instant.ts'
import { checkSubmission } from './check-submission.ts'
import { submit } from './submit.ts'

const notifications = '/v1/notifications/clinica-lisboa'

/** Submits the body. Returns the response and the status of the first notification. */
async function create({ get, post }: Rollcall, body = submission(), headers = {}) {
  const answer = await post(notifications, body, headers)
  const [first] = answer.json().notifications ?? []
  const status = first && (await get(`${notifications}/${first.id}`)).json()
  return { answer, task: answer.json(), first, status }
}

const faultsOf = (answer: { json(): { errors: { parameter: string; reason: string }[] } }) =>
  answer.json().errors.map(({ parameter }) => parameter)

describe('a task', () => {
  eachEngine('is accepted, with open notifications and pending deliveries', async (rollcall) => {
    await rollcall.given(entity())
    const { answer, task, first, status } = await create(rollcall)
    expect(answer.statusCode).toBe(202)
    expect(first.external_id).toBe('A-1001')
    expect(status).toEqual({
      id: first.id,
      task_id: task.task_id,
      external_id: 'A-1001',
      category: 'medical',
      target: 'appointment',
      starts_at: '2026-03-30T08:30:00.000000+00:00',
      ends_at: '2026-03-30T09:00:00.000000+00:00',
      contact: { external_id: 'P-77', name: 'João Silva', language: 'pt_PT', country: 'PT' },
      params: {
        year: '2026',
        month: '3',
        day: '30',
        hour: '9',
        minute: '30',
        when: '2026-03-30T08:30:00Z',
        event_date: '2026-03-30T08:30:00Z',
        doctor: 'Ana Reis',
        doctor_expertise: 'Cardiologia',
      },
      state: 'open',
      created_at: '2026-03-30T08:00:00.000000+00:00',
      deliveries: [
        {
          kind: 'notice',
          channel: 'mobile',
          uid: '+351912345678',
          state: 'pending',
          attempts: 0,
          next_attempt_at: '2026-03-30T08:00:00.000000+00:00',
        },
      ],
    })
    const counts = await rollcall.get(`/v1/tasks/clinica-lisboa/${task.task_id}`)
    expect(counts.json()).toEqual({
      task_id: task.task_id,
      notifications: { open: 1 },
      deliveries: { pending: 1 },
      reached: 0,
    })
  })

  serviceTest('of another shape is rejected with pointers', async (rollcall) => {
    await rollcall.given(entity())
    const refused = async (body: object) => {
      const answer = await rollcall.post(notifications, body)
      expect(answer.statusCode).toBe(422)
      return faultsOf(answer)
    }
    expect(await refused({ category: 'medical' })).toEqual(['/target', '/notifications'])
    expect(await refused({ ...submission(), target: 'haircut' })).toEqual(['/target'])
    expect(await refused({ ...submission(), notifications: [] })).toEqual(['/notifications'])
    expect(await refused(submission(item({ contact: { external_id: 'P', name: 'a\0b', country: 'PT' } })))).toEqual([
      '/notifications/0/contact/name',
    ])
    const tooMany = Array.from({ length: 1_001 }, (_, index) => item({ external_id: `A-${index}` }))
    expect(await refused(submission(...tooMany))).toEqual(['/notifications'])
  })

  serviceTest('is rejected with many unknown keys in any place', async ({ given, post, database }) => {
    await given(entity())
    const junk = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`j${index}`, 0]))
    const bodies = [
      { ...junk, ...submission() },
      submission({ ...item(), ...junk }),
      submission(item({ params: { ...junk, ...item().params } })),
      submission(item({ contact: { ...junk, ...item().contact } })),
    ]
    for (const body of bodies) expect((await post(notifications, body)).statusCode).toBe(422)
    expect(await database.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  serviceTest('gets its first hundred faults', async (rollcall) => {
    await rollcall.given(entity())
    const bad = Array.from({ length: 10 }, () => ({ channel: 'mobile' as const, uid: '' }))
    const unreachable = bad.map((address) => ({ ...address, uid: '12' }))
    for (const addresses of [bad, unreachable]) {
      const items = Array.from({ length: 1_000 }, (_, index) => item({ external_id: `A-${index}`, addresses }))
      const { answer } = await create(rollcall, submission(...items))
      expect(faultsOf(answer)).toHaveLength(100)
      expect(faultsOf(answer).at(-1)).toBe('/notifications/9/addresses/9/uid')
    }
  })

  serviceTest('gets the faults of eleven of 340,000 addresses, and that they are too many', async ({ given, post }) => {
    await given(entity())
    const addresses = `"addresses":[${Array(340_000).fill('{}').join(',')}]`
    const payload = JSON.stringify(submission(item({ addresses: [] }))).replace('"addresses":[]', addresses)
    const answer = await post(notifications, payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveLength(23)
    expect(answer.json().errors.at(-1)).toEqual({
      parameter: '/notifications/0/addresses',
      reason: 'must not have more than 10 items',
    })
  })

  serviceTest('has the last value of a key that is given more than once', async ({ given, post, database }) => {
    await given(entity())
    const payload = JSON.stringify(submission()).replace('"name":', '"n\\u0061me":"Ana Reis","name":')
    const answer = await post(notifications, payload)
    expect(answer.statusCode).toBe(202)
    const stored = await database.selectFrom('notifications').select('contact').executeTakeFirstOrThrow()
    expect(JSON.parse(stored.contact).name).toBe('João Silva')
  })

  serviceTest('may begin with a byte order mark', async ({ given, post }) => {
    await given(entity())
    const payload = Buffer.from(`\ufeff${JSON.stringify(submission())}`)
    expect((await post(notifications, payload)).statusCode).toBe(202)
  })

  serviceTest('needs a visible character in each name', async (rollcall) => {
    await rollcall.given(entity())
    for (const name of invisible) {
      const oneLine = name.replaceAll(/\p{Cc}/gu, ' ')
      const { answer } = await create(
        rollcall,
        submission(
          item({ contact: { external_id: 'P-77', name, country: 'PT' } }),
          item({ external_id: 'A-2', contact: { external_id: 'P-77', name: `${name}\u0301J`, country: 'PT' } }),
        ),
      )
      expect([name, answer.json().errors]).toEqual([
        name,
        [{ parameter: '/notifications/0/contact/name', reason: 'must have a visible character' }],
      ])
      for (const [target, key] of Object.entries({ appointment: 'doctor', exam: 'exam' })) {
        const params = { when: '2026-03-30T09:30:00Z', [key]: oneLine }
        const { answer } = await create(rollcall, { ...submission(item({ params })), target })
        expect(answer.json().errors).toEqual([
          { parameter: `/notifications/0/params/${key}`, reason: 'must have a visible character' },
        ])
      }
    }
  })

  serviceTest('may not be nested deeply', async ({ given, post }) => {
    await given(entity())
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const whole = JSON.stringify(submission()).replace('"doctor":"Ana Reis"', `"doctor":${deep}`)
    for (const payload of [deep, whole]) {
      expect((await post(notifications, payload)).statusCode).toBe(422)
    }
  })

  serviceTest('is delivered once to an address with two spellings', async (rollcall) => {
    await rollcall.given(entity())
    const spellings = ['912345678', '+351 912 345 678', '00351912345678']
    const addresses = spellings.map((uid) => ({ channel: 'mobile' as const, uid }))
    const { status } = await create(rollcall, submission(item({ addresses })))
    expect(status.deliveries.map(({ uid }: { uid: string }) => uid)).toEqual(['+351912345678'])
  })

  eachEngine('of a thousand notifications is accepted', async (rollcall) => {
    await rollcall.given(entity())
    const thousand = Array.from({ length: 1_000 }, (_, index) => item({ external_id: `A-${index}` }))
    const { task } = await create(rollcall, submission(...thousand))
    const counts = await rollcall.get(`/v1/tasks/clinica-lisboa/${task.task_id}`)
    expect(counts.json()).toMatchObject({ notifications: { open: 1_000 }, deliveries: { pending: 1_000 } })
  })

  // PostgreSQL is another process: each statement lets other work run.
  test('is written into SQLite in steps, between which other work runs', async () => {
    const { given, database, secret } = await bootRollcall()
    await given(entity())
    const addresses = Array.from({ length: 10 }, (_, index) => ({
      channel: 'mobile' as const,
      uid: `91234567${index}`,
    }))
    const items = Array.from({ length: 1_000 }, (_, index) => item({ external_id: `A-${index}`, addresses }))
    const clinic = (await findEntity(database, 'clinica-lisboa'))!
    const checked = await checkSubmission(submission(...items), clinic, 0)
    const sending = { secret, config: { deliverForMicros: hours(24) } }
    // The second time, it also supersedes a thousand notifications.
    for (let time = 0; time < 2; time++) {
      let turns = 0
      const countTurns = () => {
        turns++
        next = setImmediate(countTurns)
      }
      let next = setImmediate(countTurns)
      await database.write(async (trx) => {
        turns = 0
        await submit(trx, sending, { entityId: clinic.id, by: 'test' }, checked, 0)
        expect(turns).toBeGreaterThan(0)
      })
      clearImmediate(next)
    }
  })

  serviceTest(
    'is refused with all its faults at once: of its shape, its params and its addresses',
    async (rollcall) => {
      await rollcall.given(entity())
      const task = submission(
        item({ external_id: '' }),
        item({ external_id: '' }),
        item({ external_id: 'A-2', params: { when: 'soon', doctor: 'Ana Reis' } }),
        item({ external_id: 'A-3', addresses: [{ channel: 'mobile', uid: '12' }] }),
        item({ external_id: 'A-3', addresses: [{ channel: 'email', uid: 'not one' }] }),
      )
      const { answer } = await create(rollcall, { ...task, send: 'now' } as never)
      expect(answer.statusCode).toBe(422)
      const faulty = answer.json().errors.map(({ parameter }: { parameter: string }) => parameter)
      expect(faulty).toEqual([
        '',
        '/notifications/0/external_id',
        '/notifications/1/external_id',
        '/notifications/2/params/when',
        '/notifications/3/addresses/0/uid',
        '/notifications/4/external_id',
        '/notifications/4/addresses/0/uid',
      ])
      expect(await rollcall.database.selectFrom('notifications').selectAll().execute()).toEqual([])
    },
  )

  serviceTest('completes the params of a record in the zone of the entity', async (rollcall) => {
    await rollcall.given(entity({ time_zone: 'Asia/Tokyo' }))
    const { first } = await create(rollcall)
    const { params } = await rollcall.database
      .selectFrom('notifications')
      .select('params')
      .where('notification_id', '=', first.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(params)).toEqual({
      year: '2026',
      month: '3',
      day: '30',
      hour: '17',
      minute: '30',
      when: '2026-03-30T08:30:00Z',
      event_date: '2026-03-30T08:30:00Z',
      doctor: 'Ana Reis',
      doctor_expertise: 'Cardiologia',
    })
  })
})

describe('a visit with another start', () => {
  eachEngine('supersedes the open notification, and stops its deliveries', async (rollcall) => {
    await rollcall.given(entity())
    const { first: old } = await create(rollcall)
    await create(rollcall, submission(item(moved)))
    const { state, deliveries } = (await rollcall.get(`${notifications}/${old.id}`)).json()
    expect({ state, deliveries }).toMatchObject({
      state: 'superseded',
      deliveries: [{ state: 'stopped', reason: 'superseded' }],
    })
  })

  serviceTest('revokes an imported check-in token, which can still be imported again', async (rollcall) => {
    await rollcall.given(...history())
    await create(rollcall, submission(item(moved)))
    const old = await rollcall.get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'))
    expect({ status: old.statusCode, code: old.json().code, reason: old.json().reason }).toEqual({
      status: 410,
      code: 'checkin-revoked',
      reason: 'moved',
    })
    expect(await rollcall.given(...history())).toMatchObject({ notification: 0, checkin_token: 0 })
  })

  serviceTest('does not affect another target or entity', async (rollcall) => {
    await rollcall.given(entity(), entity({ id: 'other' }))
    const { first } = await create(rollcall)
    await rollcall.post('/v1/notifications/other', submission())
    const exam = { when: '2026-03-30T09:30:00Z', exam: 'MRI', preparation: 'Do not eat.' }
    const answer = await rollcall.post(notifications, { ...submission(item({ params: exam })), target: 'exam' })
    expect(answer.statusCode).toBe(202)
    expect((await rollcall.get(`${notifications}/${first.id}`)).json().state).toBe('open')
  })
})

describe('a withdrawal', () => {
  serviceTest('stops pending deliveries, and may be repeated', async (rollcall) => {
    await rollcall.given(entity())
    const { first } = await create(rollcall)
    const withdraw = () => rollcall.post(`${notifications}/${first.id}/cancellation`)
    for (const answer of [await withdraw(), await withdraw()]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({
        state: 'withdrawn',
        deliveries: [{ state: 'stopped', reason: 'withdrawn' }],
      })
    }
  })

  serviceTest('is refused for a notification that has ended otherwise', async (rollcall) => {
    await rollcall.given(entity())
    const { first } = await create(rollcall)
    await create(rollcall, submission(item(moved)))
    const answer = await rollcall.post(`${notifications}/${first.id}/cancellation`)
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 409, code: 'notification-ended' })
  })

  serviceTest('gets 404 for an unknown notification, as for one of another entity', async (rollcall) => {
    await rollcall.given(entity(), entity({ id: 'other' }))
    const { first } = await create(rollcall)
    for (const path of [`${notifications}/none`, `/v1/notifications/other/${first.id}`]) {
      const answers = [await rollcall.get(path), await rollcall.post(`${path}/cancellation`)]
      expect(answers.map((answer) => answer.json().code)).toEqual(['notification-not-found', 'notification-not-found'])
    }
    expect((await rollcall.get('/v1/tasks/clinica-lisboa/none')).json().code).toBe('task-not-found')
  })
})
