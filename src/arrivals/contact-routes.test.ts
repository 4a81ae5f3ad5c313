import { describe, expect } from 'vitest'
import { contact, notifications } from '../../test/contact.ts'
import { checkinToken, entity, history, notification } from '../../test/history.ts'
import { byDate, byToken, eachEngine, type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { mail } from '../../test/submission.ts'
import { setEntity } from '../entities/entity.ts'
import { minutes, parseInstant } from '../instant.ts'
import { answerNames } from '../plugins/answer-name.ts'
import type { State } from '../visits/state.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const reason = 'Scanned the code of another contact'
const mobile = { channel: 'mobile' as const, uid: '+351912345678' }
const answering = (id: string) => `${notifications}/${id}/answer`
const arrival = (id: string) => `${notifications}/${id}/arrival`
const at = ({ clock }: Rollcall, time: string) => {
  clock.time = parseInstant(time)!
}
const outcomeOf = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => json().code ?? statusCode
const put = ({ database }: Rollcall, id: string, state: State) =>
  database.updateTable('notifications').set({ state }).where('notification_id', '=', id).execute()
const row = ({ database }: Rollcall, id: string) =>
  database.selectFrom('notifications').selectAll().where('notification_id', '=', id).executeTakeFirstOrThrow()
const recorded = ({ database }: Rollcall, id: string) =>
  database
    .selectFrom('actions')
    .select(['action', 'channel', 'acted_by', 'reason'])
    .where('notification_id', '=', id)
    .orderBy('sequence')
    .execute()

describe('an answer for a contact', () => {
  eachEngine('is recorded on the channel desk, with the name of the credential', async (rollcall) => {
    const { id, actions } = await contact(rollcall)
    const { token } = await rollcall.tokenFor({ name: 'telephone', scopes: ['actions:write'] })
    const body = { action: 'reschedule', wish: 'Mondays,\nafter 17:00' }
    const answer = await rollcall.post(answering(id), body, { authorization: `Bearer ${token}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['rollcall-sequence']).toBe('1')
    expect(answer.json()).toMatchObject({
      id,
      state: 'rescheduling',
      wish: 'Mondays,\nafter 17:00',
      answered_at: '2026-03-30T08:00:00.000000+00:00',
    })
    expect(await actions()).toMatchObject([{ action: 'reschedule', channel: 'desk', uid: 'P-77' }])
    expect(await recorded(rollcall, id)).toMatchObject([{ acted_by: 'telephone' }])
    expect(await row(rollcall, id)).toMatchObject({ answered_by: 'telephone' })
  })

  eachEngine('changes nothing when it is repeated', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.post(answering(one.id), { action: 'confirm' })
    const token = await one.token()
    const again = await rollcall.post(answering(one.id), { action: 'confirm' })
    expect({ status: again.statusCode, state: again.json().state }).toEqual({ status: 200, state: 'confirmed' })
    expect(await one.actions()).toHaveLength(1)
    expect(await one.token()).toBe(token)
  })

  eachEngine('gets the same response for the same Idempotency-Key', async (rollcall) => {
    const one = await contact(rollcall)
    const send = (action: string) => rollcall.post(answering(one.id), { action }, { 'idempotency-key': 'call-1' })
    const first = await send('confirm')
    await one.answer('cancel')
    const retried = await send('confirm')
    expect({ status: retried.statusCode, body: retried.body }).toEqual({ status: 200, body: first.body })
    expect(await one.state()).toBe('cancelled')
    expect((await send('cancel')).json()).toMatchObject({ status: 422, code: 'idempotency-key-reused' })
  })

  eachEngine('is replaced by the answer of the contact, and replaces it', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.post(answering(one.id), { action: 'confirm' })
    await one.answer('cancel')
    expect(await row(rollcall, one.id)).toMatchObject({ state: 'cancelled', answered_by: null })
    await rollcall.post(answering(one.id), { action: 'confirm' })
    expect(await row(rollcall, one.id)).toMatchObject({ state: 'confirmed', answered_by: 'test' })
    expect(await recorded(rollcall, one.id)).toMatchObject([
      { acted_by: 'test' },
      { acted_by: null },
      { acted_by: 'test' },
    ])
  })

  eachEngine('sends the QR code to the addresses of the notice after a confirmation', async (rollcall) => {
    const one = await contact(rollcall, { addresses: [mobile, mail] })
    await rollcall.deliver()
    await rollcall.post(answering(one.id), { action: 'confirm' })
    await rollcall.deliver()
    const { deliveries } = (await rollcall.get(`${notifications}/${one.id}`)).json()
    expect(deliveries.map(({ kind, uid, state }: Record<string, string>) => `${kind} ${uid} ${state}`).sort()).toEqual([
      `acknowledgement ${mobile.uid} sent`,
      `confirmation ${mail.uid} sent`,
      `notice ${mobile.uid} sent`,
      `notice ${mail.uid} sent`,
    ])
    expect(rollcall.outbox('.txt').join()).toContain(
      'Clinica Lisboa: Joao, presenca confirmada: consulta seg 30/03 09:30. O seu codigo QR',
    )
  })

  serviceTest('sends no text to a telephone that has not received the notice', async (rollcall) => {
    const { id } = await contact(rollcall)
    await rollcall.post(answering(id), { action: 'confirm' })
    const { deliveries } = (await rollcall.get(`${notifications}/${id}`)).json()
    expect(deliveries).toMatchObject([{ kind: 'notice', state: 'stopped' }])
  })

  serviceTest('is possible until the start of the visit', async (rollcall) => {
    const { id } = await contact(rollcall)
    at(rollcall, '2026-03-30T08:29:59.999999Z')
    expect(outcomeOf(await rollcall.post(answering(id), { action: 'confirm' }))).toBe(200)
    at(rollcall, '2026-03-30T08:30:00Z')
    expect((await rollcall.post(answering(id), { action: 'cancel' })).json()).toMatchObject({
      status: 409,
      code: 'too-late',
      window_closed_at: '2026-03-30T08:30:00.000000+00:00',
    })
  })

  serviceTest('is possible after the answers of contacts close', async (rollcall) => {
    const params = { when: '2026-03-31T09:30:00+01:00', exam: 'Ultrasound' }
    const one = await contact(rollcall, { params: params as never }, 'exam')
    at(rollcall, '2026-03-30T08:30:00Z')
    await one.answer('confirm')
    expect(await one.state()).toBe('open')
    expect(outcomeOf(await rollcall.post(answering(one.id), { action: 'confirm' }))).toBe(200)
    expect(await one.state()).toBe('confirmed')
  })

  for (const state of ['superseded', 'withdrawn', 'arrived', 'imported'] as const) {
    serviceTest(`is refused for a notification that is ${state}`, async (rollcall) => {
      const { id } = await contact(rollcall)
      await put(rollcall, id, state)
      for (const action of answerNames) {
        expect(outcomeOf(await rollcall.post(answering(id), { action }))).toBe('notification-ended')
      }
      expect(await recorded(rollcall, id)).toEqual([])
    })
  }

  serviceTest('is refused if the category and target do not offer it', async (rollcall) => {
    await rollcall.given(entity(), notification({ category: 'dental', target: 'checkup' }))
    await put(rollcall, 'n-1', 'open')
    expect(outcomeOf(await rollcall.post(answering('n-1'), { action: 'confirm' }))).toBe('answer-not-offered')
    expect(await row(rollcall, 'n-1')).toMatchObject({ state: 'open' })
  })

  serviceTest('reports an unknown notification, a missing scope, and faults of the body', async (rollcall) => {
    const { id } = await contact(rollcall)
    await rollcall.given(entity({ id: 'other' }))
    const send = async (body: object, path = answering(id)) => (await rollcall.post(path, body)).json()
    const confirm = { action: 'confirm' }
    expect(await send(confirm, answering('none'))).toMatchObject({ status: 404, code: 'notification-not-found' })
    expect(await send(confirm, `/v1/notifications/other/${id}/answer`)).toMatchObject({
      status: 404,
      code: 'notification-not-found',
    })
    const { token } = await rollcall.tokenFor({ scopes: ['actions:read', 'notifications:write'] })
    const refused = await rollcall.post(answering(id), confirm, { authorization: `Bearer ${token}` })
    expect(refused.json()).toMatchObject({ status: 403, scope: 'actions:write' })
    for (const [body, parameter] of [
      [{}, '/action'],
      [{ action: 'arrive' }, '/action'],
      [{ action: 'confirm', wish: 'Mondays' }, '/wish'],
      [{ action: 'reschedule', wish: '' }, '/wish'],
      [{ action: 'reschedule', wish: '\u200b' }, '/wish'],
      [{ action: 'reschedule', wish: 'a\u0007' }, '/wish'],
      [{ action: 'reschedule', wish: 'x'.repeat(501) }, '/wish'],
      [{ action: 'confirm', by: 'x' }, ''],
      [[confirm], ''],
    ] as const) {
      const fault = await send(body)
      expect([body, fault]).toMatchObject([body, { status: 422, code: 'invalid-body', errors: [{ parameter }] }])
      expect(fault.errors).toHaveLength(1)
    }
    expect(outcomeOf(await rollcall.post(answering(id)))).toBe('invalid-body')
    const broken = await rollcall.app.inject({
      url: answering(id),
      method: 'POST',
      headers: { authorization: `Bearer ${rollcall.token}`, 'content-type': 'application/json' },
      payload: Buffer.from('{"action":"reschedule","wish":"caf\xe9"}', 'latin1'),
    })
    expect(broken.json()).toMatchObject({ status: 400, code: 'invalid-request' })
    expect(await recorded(rollcall, id)).toEqual([])
  })

  eachEngine('and an answer of the contact at once end in the state of the later one', async (rollcall) => {
    for (let round = 0; round < 5; round++) {
      const one = await contact(rollcall, { external_id: `A-${round}` })
      await Promise.all([rollcall.post(answering(one.id), { action: 'confirm' }), one.answer('cancel')])
      const actions = await recorded(rollcall, one.id)
      expect(actions.map(({ action }) => action).sort()).toEqual(['cancel', 'confirm'])
      const isConfirmed = actions.at(-1)!.action === 'confirm'
      expect(await row(rollcall, one.id)).toMatchObject({
        state: isConfirmed ? 'confirmed' : 'cancelled',
        answered_by: isConfirmed ? 'test' : null,
      })
      expect((await one.token()) !== undefined).toBe(isConfirmed)
    }
  })
})

describe('an arrival without a QR code', () => {
  for (const state of ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'] as const) {
    serviceTest(`is recorded in the state ${state}`, async (rollcall) => {
      const { id, actions } = await contact(rollcall)
      await put(rollcall, id, state)
      const marked = await rollcall.post(arrival(id))
      expect(marked.statusCode).toBe(201)
      expect(await actions()).toEqual([marked.json()])
      expect(marked.json()).toMatchObject({ action: 'arrive', channel: 'desk', uid: 'P-77', notification_id: id })
      expect(await recorded(rollcall, id)).toMatchObject([{ acted_by: 'test' }])
      expect(await row(rollcall, id)).toMatchObject({ state: 'arrived', arrived_by: 'test', arrived_from: state })
      const { deliveries } = (await rollcall.get(`${notifications}/${id}`)).json()
      expect(deliveries).toMatchObject([{ state: 'stopped', reason: expect.any(String) }])
      const again = await rollcall.post(arrival(id))
      expect(again.json()).toMatchObject({ code: 'already-arrived', arrived_at: '2026-03-30T08:00:00.000000+00:00' })
    })
  }

  for (const state of ['superseded', 'withdrawn'] as const) {
    serviceTest(`is refused for a notification that is ${state}`, async (rollcall) => {
      const { id } = await contact(rollcall)
      await put(rollcall, id, state)
      expect(outcomeOf(await rollcall.post(arrival(id)))).toBe('notification-ended')
      expect(outcomeOf(await rollcall.get(arrival(id)))).toBe('notification-ended')
    })
  }

  serviceTest('is accepted within the window around the appointment', async (rollcall) => {
    const { id } = await contact(rollcall)
    await setEntity(rollcall.database, 'clinica-lisboa', { arrive_early: 10, arrive_late: 5 })
    const window = {
      window_opens_at: '2026-03-30T08:20:00.000000+00:00',
      window_closes_at: '2026-03-30T08:35:00.000000+00:00',
    }
    for (const [time, state] of [
      ['2026-03-30T08:19:59Z', 'too-early'],
      ['2026-03-30T08:35:00Z', 'too-late'],
    ] as const) {
      at(rollcall, time)
      expect(outcomeOf(await rollcall.post(arrival(id)))).toBe(state)
      expect((await rollcall.get(arrival(id))).json()).toEqual({ state, notification_state: 'open', ...window })
    }
    at(rollcall, '2026-03-30T08:20:00Z')
    expect((await rollcall.get(arrival(id))).json()).toEqual({
      ...{ state: 'possible', notification_state: 'open' },
      ...window,
    })
    expect((await rollcall.post(arrival(id))).statusCode).toBe(201)
    expect((await rollcall.get(arrival(id))).json()).toEqual({
      state: 'arrived',
      arrived_at: '2026-03-30T08:20:00.000000+00:00',
      notification_state: 'arrived',
      ...window,
    })
  })

  eachEngine('is possible for a contact who had cancelled, and the status says so', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('cancel')
    expect((await rollcall.get(arrival(one.id))).json()).toMatchObject({
      ...{ state: 'possible', notification_state: 'cancelled' },
    })
  })

  serviceTest('is refused for an unknown notification, and without the scope', async (rollcall) => {
    await rollcall.given(...history(), entity({ id: 'other' }))
    for (const path of [arrival('none'), '/v1/notifications/other/n-1/arrival']) {
      expect(outcomeOf(await rollcall.post(path))).toBe('notification-not-found')
      expect(outcomeOf(await rollcall.get(path))).toBe('notification-not-found')
    }
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read'] })
    const authorization = `Bearer ${token}`
    expect(outcomeOf(await rollcall.post(arrival('n-1'), undefined, { authorization }))).toBe('insufficient-scope')
    expect((await rollcall.get(arrival('n-1'), { authorization })).json()).toMatchObject({ state: 'possible' })
  })

  eachEngine('gets the same response for the same Idempotency-Key', async (rollcall) => {
    const { id } = await contact(rollcall)
    const mark = () => rollcall.post(arrival(id), undefined, { 'idempotency-key': 'desk-1' })
    const marked = [await mark(), await mark()]
    expect(marked.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(marked[1]!.body).toBe(marked[0]!.body)
  })

  eachEngine('is recorded once when two desks mark it at once, by token and by id', async (rollcall) => {
    await rollcall.given(...history())
    const paths = [arrival('n-1'), `${byToken(token)}/arrival`, arrival('n-1'), `${byToken(token)}/arrival`]
    const outcomes = await Promise.all(paths.map(async (path) => outcomeOf(await rollcall.post(path))))
    expect(outcomes.map(String).sort()).toEqual(['201', ...Array(3).fill('already-arrived')])
    expect((await rollcall.get(byDate('2026-03-30'))).json()).toHaveLength(1)
  })

  eachEngine('and a withdrawal at once: one of them wins', async (rollcall) => {
    for (let round = 0; round < 5; round++) {
      const { id } = await contact(rollcall, { external_id: `A-${round}` })
      const [marked, withdrawn] = await Promise.all([
        rollcall.post(arrival(id)),
        rollcall.post(`${notifications}/${id}/cancellation`),
      ])
      const { state } = await row(rollcall, id)
      expect({ state, outcomes: [outcomeOf(marked), withdrawn.statusCode] }).toEqual(
        state === 'arrived'
          ? { state, outcomes: [201, 409] }
          : { state: 'withdrawn', outcomes: ['notification-ended', 200] },
      )
    }
  })
})

describe('an annulment', () => {
  for (const state of ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'] as const) {
    serviceTest(`restores the state ${state}`, async (rollcall) => {
      const { id, actions } = await contact(rollcall)
      await put(rollcall, id, state)
      await rollcall.post(arrival(id))
      const annulled = await rollcall.post(`${arrival(id)}/annulment`, { reason })
      expect(annulled.statusCode).toBe(201)
      expect(annulled.headers['rollcall-sequence']).toBe('2')
      expect((await actions())[1]).toEqual(annulled.json())
      expect(annulled.json()).toMatchObject({ action: 'annul', channel: 'desk', uid: 'P-77', notification_id: id })
      expect(await recorded(rollcall, id)).toEqual([
        { action: 'arrive', channel: 'desk', acted_by: 'test', reason: null },
        { action: 'annul', channel: 'desk', acted_by: 'test', reason },
      ])
      const none = { arrived_at: null, arrived_by: null, arrived_from: null }
      expect(await row(rollcall, id)).toMatchObject({ state, ...none })
      expect((await rollcall.post(arrival(id))).statusCode).toBe(201)
    })
  }

  eachEngine('by token reverses an arrival, and the QR code marks the next one', async (rollcall) => {
    await rollcall.given(...history())
    const scan = `${byToken(token)}/arrival`
    const records = [
      await rollcall.post(scan),
      await rollcall.post(`${scan}/annulment`, { reason }),
      await rollcall.post(scan),
    ]
    expect(records.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    const list = (await rollcall.get(byDate('2026-03-30'))).body
    expect(list).toBe(`[${records.map(({ body }) => body).join(',')}]`)
    expect((await rollcall.get(byDate('2026-03-30', '2026-03-30', '?action=annul'))).json()).toHaveLength(1)
  })

  eachEngine('restores the state before an arrival that an earlier version marked', async (rollcall) => {
    await rollcall.given(...history())
    const one = await contact(rollcall, { external_id: 'A-2' })
    for (const id of ['n-1', one.id]) await rollcall.post(arrival(id))
    await rollcall.database.updateTable('notifications').set({ arrived_from: null, arrived_by: null }).execute()
    for (const [id, state] of [
      ['n-1', 'imported'],
      [one.id, 'confirmed'],
    ] as const) {
      await rollcall.post(`${arrival(id)}/annulment`, { reason })
      expect(await row(rollcall, id)).toMatchObject({ state })
    }
  })

  serviceTest('is possible until the day of the visit ends in the zone of the entity', async (rollcall) => {
    await rollcall.given(entity(), notification(), checkinToken({ expires_at: '2026-03-30T09:00:00Z' }))
    const annul = (path: string) => rollcall.post(`${path}/annulment`, { reason })
    await rollcall.post(arrival('n-1'))
    at(rollcall, '2026-03-30T22:59:59Z')
    expect((await annul(`${byToken(token)}/arrival`)).statusCode).toBe(201)
    at(rollcall, '2026-03-30T09:00:00Z')
    await rollcall.post(arrival('n-1'))
    at(rollcall, '2026-03-30T23:00:00Z')
    for (const path of [arrival('n-1'), `${byToken(token)}/arrival`]) {
      expect((await annul(path)).json()).toMatchObject({
        code: 'too-late',
        window_closed_at: '2026-03-30T23:00:00.000000+00:00',
      })
    }
    expect(await row(rollcall, 'n-1')).toMatchObject({ state: 'arrived' })
  })

  eachEngine('of a visit without a known start is possible on the day of the arrival', async (rollcall) => {
    await rollcall.given(entity(), notification({ category: 'dental', target: 'checkup', params: {} }))
    await rollcall.post(arrival('n-1'))
    at(rollcall, '2026-03-30T23:00:00Z')
    expect(outcomeOf(await rollcall.post(`${arrival('n-1')}/annulment`, { reason }))).toBe('too-late')
    rollcall.clock.time -= minutes(1)
    expect(outcomeOf(await rollcall.post(`${arrival('n-1')}/annulment`, { reason }))).toBe(201)
  })

  serviceTest('needs an arrival, a valid token, and a reason', async (rollcall) => {
    await rollcall.given(...history(), checkinToken({ token: 'revoked', revoked: 'moved' }))
    const annul = async (path: string, body: object = { reason }) =>
      outcomeOf(await rollcall.post(`${path}/annulment`, body))
    const byCode = (code: string) => `${byToken(code)}/arrival`
    expect(await annul(arrival('n-1'))).toBe('not-arrived')
    expect(await annul(byCode(token))).toBe('not-arrived')
    expect(await annul(arrival('none'))).toBe('notification-not-found')
    expect(await annul(byCode('none'))).toBe('checkin-not-found')
    await rollcall.post(arrival('n-1'))
    expect(await annul(byCode('revoked'))).toBe('checkin-revoked')
    for (const body of [
      {},
      { reason: '' },
      { reason: ' ' },
      { reason: 'a\nb' },
      { reason: 'x'.repeat(501) },
      { x: 1 },
    ]) {
      expect(await annul(arrival('n-1'), body)).toBe('invalid-body')
      expect(await annul(byCode(token), body)).toBe('invalid-body')
    }
    const { token: reading } = await rollcall.tokenFor({ scopes: ['checkin:read', 'actions:write'] })
    const refused = await rollcall.post(
      `${arrival('n-1')}/annulment`,
      { reason },
      { authorization: `Bearer ${reading}` },
    )
    expect(outcomeOf(refused)).toBe('insufficient-scope')
    expect(await row(rollcall, 'n-1')).toMatchObject({ state: 'arrived' })
    expect(await annul(arrival('n-1'), { reason: 'x'.repeat(500) })).toBe(201)
  })

  eachEngine('is recorded once when two desks send it at once', async (rollcall) => {
    await rollcall.given(...history())
    await rollcall.post(arrival('n-1'))
    const paths = [arrival('n-1'), `${byToken(token)}/arrival`].map((path) => `${path}/annulment`)
    const outcomes = await Promise.all(paths.map(async (path) => outcomeOf(await rollcall.post(path, { reason }))))
    expect(outcomes.map(String).sort()).toEqual(['201', 'not-arrived'])
    expect((await recorded(rollcall, 'n-1')).filter(({ action }) => action === 'annul')).toHaveLength(1)
  })

  eachEngine('gets the same response for the same Idempotency-Key', async (rollcall) => {
    const { id } = await contact(rollcall)
    await rollcall.post(arrival(id))
    const annul = () => rollcall.post(`${arrival(id)}/annulment`, { reason }, { 'idempotency-key': 'desk-2' })
    const first = await annul()
    await rollcall.post(arrival(id))
    const retried = await annul()
    expect({ status: retried.statusCode, body: retried.body }).toEqual({ status: 201, body: first.body })
    expect(await row(rollcall, id)).toMatchObject({ state: 'arrived' })
  })

  eachEngine('is in the list of the front desk, whose scope is sufficient for it', async (rollcall) => {
    await rollcall.given(...history())
    await rollcall.post(arrival('n-1'))
    await rollcall.post(`${arrival('n-1')}/annulment`, { reason })
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read'] })
    const list = (query: string) =>
      rollcall.get(byDate('2026-03-29', '2026-03-30', query), { authorization: `Bearer ${token}` })
    const desk = (await list('?action=arrive&action=annul')).json()
    expect(desk.map(({ action }: { action: string }) => action)).toEqual(['arrive', 'annul'])
    expect(outcomeOf(await list('?action=annul&action=confirm'))).toBe('insufficient-scope')
  })
})
