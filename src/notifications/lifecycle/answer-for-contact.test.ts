import { describe, expect } from 'vitest'
import {
  codeOrStatus,
  contact,
  notificationRow,
  notifications,
  recordedActions,
  setState,
  setTime,
} from '../../../test/contact.ts'
import { entity, notification } from '../../../test/history.ts'
import { eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { mail } from '../../../test/submission.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'

const mobile = { channel: 'mobile' as const, uid: '+351912345678' }
const answering = (id: string) => `${notifications}/${id}/answer`
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
    expect(await recordedActions(rollcall, id)).toMatchObject([{ acted_by: 'telephone' }])
    expect(await notificationRow(rollcall, id)).toMatchObject({ answered_by: 'telephone' })
  })

  serviceTest('changes nothing when it is repeated', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.post(answering(one.id), { action: 'confirm' })
    const token = await one.token()
    const again = await rollcall.post(answering(one.id), { action: 'confirm' })
    expect({ status: again.statusCode, state: again.json().state }).toEqual({ status: 200, state: 'confirmed' })
    expect(await one.actions()).toHaveLength(1)
    expect(await one.token()).toBe(token)
  })

  eachEngine('with the answer that it replaces is refused if the contact has answered since', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    const wish = 'Mondays,\nafter 17:00'
    await rollcall.post(answering(one.id), { action: 'reschedule', wish })
    const undo = (replaces: object) => rollcall.post(answering(one.id), { action: 'confirm', replaces })
    for (const replaces of [
      { state: 'rescheduling' },
      { state: 'rescheduling', wish: 'Fridays' },
      { state: 'confirmed' },
    ])
      expect(codeOrStatus(await undo(replaces))).toBe('answered-since')
    expect((await undo({ state: 'rescheduling', wish })).json().state).toBe('confirmed')
    await rollcall.post(answering(one.id), { action: 'reschedule' })
    await one.answer('cancel')
    expect(codeOrStatus(await undo({ state: 'rescheduling' }))).toBe('answered-since')
    expect(await notificationRow(rollcall, one.id)).toMatchObject({ state: 'cancelled', answered_by: null })
  })

  serviceTest('is replaced by the answer of the contact, and replaces it', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.post(answering(one.id), { action: 'confirm' })
    await one.answer('cancel')
    expect(await notificationRow(rollcall, one.id)).toMatchObject({ state: 'cancelled', answered_by: null })
    await rollcall.post(answering(one.id), { action: 'confirm' })
    expect(await notificationRow(rollcall, one.id)).toMatchObject({ state: 'confirmed', answered_by: 'test' })
    expect(await recordedActions(rollcall, one.id)).toMatchObject([
      { acted_by: 'test' },
      { acted_by: null },
      { acted_by: 'test' },
    ])
  })

  serviceTest('sends the QR code to the addresses of the notice after a confirmation', async (rollcall) => {
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
      'Clinica Lisboa: Joao, presenca confirmada: consulta seg 30 mar 09:30. O seu codigo QR',
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
    setTime(rollcall, '2026-03-30T08:29:59.999999Z')
    expect(codeOrStatus(await rollcall.post(answering(id), { action: 'confirm' }))).toBe(200)
    setTime(rollcall, '2026-03-30T08:30:00Z')
    expect((await rollcall.post(answering(id), { action: 'cancel' })).json()).toMatchObject({
      status: 409,
      code: 'too-late',
      window_closed_at: '2026-03-30T08:30:00.000000+00:00',
    })
  })

  serviceTest('is possible after the answers of contacts close', async (rollcall) => {
    const params = { when: '2026-03-31T09:30:00+01:00', exam: 'Ultrasound' }
    const one = await contact(rollcall, { params: params as never }, 'exam')
    setTime(rollcall, '2026-03-30T08:30:00Z')
    await one.answer('confirm')
    expect(await one.state()).toBe('open')
    expect(codeOrStatus(await rollcall.post(answering(one.id), { action: 'confirm' }))).toBe(200)
    expect(await one.state()).toBe('confirmed')
  })

  serviceTest('is refused for a notification that has ended', async (rollcall) => {
    const { id } = await contact(rollcall)
    for (const state of ['superseded', 'withdrawn', 'arrived', 'imported'] as const) {
      await setState(rollcall, id, state)
      for (const action of answerNames) {
        expect(codeOrStatus(await rollcall.post(answering(id), { action }))).toBe('notification-ended')
      }
    }
    expect(await recordedActions(rollcall, id)).toEqual([])
  })

  serviceTest('is refused if the category and target do not offer it', async (rollcall) => {
    await rollcall.given(entity(), notification({ category: 'dental', target: 'checkup' }))
    await setState(rollcall, 'n-1', 'open')
    expect(codeOrStatus(await rollcall.post(answering('n-1'), { action: 'confirm' }))).toBe('answer-not-offered')
    expect(await notificationRow(rollcall, 'n-1')).toMatchObject({ state: 'open' })
  })

  serviceTest('reports an unknown notification and faults of the body', async (rollcall) => {
    const { id } = await contact(rollcall)
    await rollcall.given(entity({ id: 'other' }))
    const send = async (body: object, path = answering(id)) => (await rollcall.post(path, body)).json()
    const confirm = { action: 'confirm' }
    expect(await send(confirm, answering('none'))).toMatchObject({ status: 404, code: 'notification-not-found' })
    expect(await send(confirm, `/v1/notifications/other/${id}/answer`)).toMatchObject({
      status: 404,
      code: 'notification-not-found',
    })
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
    expect(codeOrStatus(await rollcall.post(answering(id)))).toBe('invalid-body')
    expect(await recordedActions(rollcall, id)).toEqual([])
  })

  eachEngine('and an answer of the contact at once end in the state of the later one', async (rollcall) => {
    for (let round = 0; round < 5; round++) {
      const one = await contact(rollcall, { external_id: `A-${round}` })
      await Promise.all([rollcall.post(answering(one.id), { action: 'confirm' }), one.answer('cancel')])
      const actions = await recordedActions(rollcall, one.id)
      expect(actions.map(({ action }) => action).sort()).toEqual(['cancel', 'confirm'])
      const isConfirmed = actions.at(-1)!.action === 'confirm'
      expect(await notificationRow(rollcall, one.id)).toMatchObject({
        state: isConfirmed ? 'confirmed' : 'cancelled',
        answered_by: isConfirmed ? 'test' : null,
      })
      expect((await one.token()) !== undefined).toBe(isConfirmed)
    }
  })
})
