import { describe, expect } from 'vitest'
import { codeOrStatus, contact, notifications, setState, setTime } from '../../../test/contact.ts'
import { entity, notification } from '../../../test/history.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { thisMachine } from '../../platform/config/networks.ts'
import { notificationStates } from '../../visits/state.ts'

const at = '2026-03-30T08:00:00.000000+00:00'
const notesOf = (id: string) => `${notifications}/${id}/notes`

async function staff({ tokenFor }: Rollcall, name: string) {
  const { token } = await tokenFor({ name, scopes: ['actions:write'] })
  return { authorization: `Bearer ${token}` }
}

describe('a note of staff', () => {
  eachEngine('is in the timeline, with the time and its author, until it is removed', async (rollcall) => {
    const { get, post, app } = rollcall
    const { id, status } = await notify(rollcall)
    const reception = await staff(rollcall, 'reception')
    const added = await post(notesOf(id), { text: 'Prefers mornings' }, reception)
    expect(added.statusCode).toBe(201)
    const note = { id: expect.any(String), at, by: 'reception', text: 'Prefers mornings' }
    expect(added.json()).toEqual(note)
    const timeline = async () => (await get(`${notifications}/${id}/timeline`)).json().events
    expect((await timeline()).at(-1)).toEqual({ type: 'noted', ...added.json() })
    expect(await status()).not.toHaveProperty('calls')
    for (let repeated = 0; repeated < 2; repeated++) {
      const url = `${notesOf(id)}/${added.json().id}`
      expect((await app.inject({ method: 'DELETE', url, headers: reception })).statusCode).toBe(204)
      expect((await timeline()).map(({ type }: { type: string }) => type)).not.toContain('noted')
    }
  })

  eachEngine('with a call counts in the status, and in the list of the day', async (rollcall) => {
    const { get, post, remove } = rollcall
    const { id, status } = await notify(rollcall)
    const other = await notify(rollcall, { external_id: 'A-2' })
    await post(notesOf(id), { call: 'no-answer' }, await staff(rollcall, 'reception'))
    await post(notesOf(id), { text: 'Speaks French' })
    setTime(rollcall, '2026-03-30T08:05:00Z')
    const last = await post(
      notesOf(id),
      { call: 'will-call-back', text: 'After 17:00' },
      await staff(rollcall, 'telephone'),
    )
    expect(last.json()).toMatchObject({ call: 'will-call-back', text: 'After 17:00' })
    const calls = { count: 2, last: { at: last.json().at, by: 'telephone', call: 'will-call-back' } }
    const note = { at: last.json().at, by: 'telephone', text: 'After 17:00' }
    expect(await status()).toMatchObject({ calls, note })
    const day = (await get(byVisit('2026-03-30'))).json()
    expect(day).toMatchObject([{ id, calls }, { id: other.id }])
    expect(day[1]).not.toHaveProperty('calls')
    await remove(`${notesOf(id)}/${last.json().id}`)
    expect(await status()).toMatchObject({
      calls: { count: 1, last: { at, by: 'reception', call: 'no-answer' } },
      note: { at, by: 'test', text: 'Speaks French' },
    })
  })

  serviceTest('is stored once by a retry with the same Idempotency-Key', async (rollcall) => {
    const { post, get } = rollcall
    const { id } = await notify(rollcall)
    const add = () => post(notesOf(id), { text: 'Speaks French' }, { 'idempotency-key': 'note-1' })
    const [first, again] = [await add(), await add()]
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    const { events } = (await get(`${notifications}/${id}/timeline`)).json()
    expect(events.filter(({ type }: { type: string }) => type === 'noted')).toHaveLength(1)
  })

  serviceTest('is possible in every state, also of imported history', async (rollcall) => {
    const { post, given } = rollcall
    await given(entity(), notification())
    expect((await post(notesOf('n-1'), { text: 'Moved to Porto' })).statusCode).toBe(201)
    const { id } = await notify(rollcall)
    for (const state of notificationStates) {
      await setState(rollcall, id, state)
      expect((await post(notesOf(id), { call: 'no-answer' })).statusCode).toBe(201)
    }
  })

  serviceTest('has no control characters but line breaks, and 500 characters at most', async (rollcall) => {
    const { post } = rollcall
    const { id } = await notify(rollcall)
    const textOf = async (text: string) => (await post(notesOf(id), { text })).json().text
    expect(await textOf(' Fax:\t1\r\n<b>“2”</b>\u0007 \u202e')).toBe('Fax: 1\n<b>“2”</b>')
    expect(await textOf('x'.repeat(500))).toHaveLength(500)
    for (const body of [{}, { text: '' }, { text: ' \u200b' }, { text: 'x'.repeat(501) }, { call: 'busy' }])
      expect(codeOrStatus(await post(notesOf(id), body))).toBe('invalid-body')
  })

  serviceTest('is of a notification of the entity', async (rollcall) => {
    const { post, given } = rollcall
    const { id } = await notify(rollcall)
    await given(entity({ id: 'other' }))
    const text = { text: 'Speaks French' }
    expect(codeOrStatus(await post(notesOf('none'), text))).toBe('notification-not-found')
    expect(codeOrStatus(await post(`/v1/notifications/other/${id}/notes`, text))).toBe('notification-not-found')
  })

  serviceTest(
    'reaches no contact, no other system, no list of actions and no log',
    async (rollcall) => {
      const { post, get, app, deliver, pushEvents, outbox, logged, database } = rollcall
      const receiver = await webhookReceiver()
      const one = await contact(rollcall, { addresses: [{ channel: 'mobile', uid: '912 345 678' }, mail] })
      await post('/v1/webhooks/clinica-lisboa', { url: receiver.url, full: true })
      const canary = 'canary-7F3K'
      await post(notesOf(one.id), { text: canary, call: 'will-call-back' })
      await deliver()
      await one.answer('confirm')
      await post(notesOf(one.id), { text: `${canary} again` })
      await deliver()
      await pushEvents()
      expect(receiver.posted.length).toBeGreaterThan(0)
      const days = '2026-03-29/2026-03-31'
      const texts = [
        ...receiver.posted.map(({ body }) => body),
        ...['.eml', '.txt'].flatMap((ending) => outbox(ending)),
        ...logged,
        ...(await Promise.all(
          [
            `/v1/metrics/notifications/actions/clinica-lisboa/bydate/${days}`,
            '/v1/metrics/notifications/actions/clinica-lisboa/since/0',
            '/v1/events/clinica-lisboa/since/0',
            `/v1/replies/clinica-lisboa/bydate/${days}`,
            `${notifications}/${one.id}/messages`,
            `/v1/checkin/bytoken/clinica-lisboa/${await one.token()}`,
          ].map(async (url) => (await get(url)).body),
        )),
        (await get(byVisit('2026-03-29', '2026-03-31'), { accept: 'text/csv' })).body,
        ...(await Promise.all(
          ['', '/appointment.ics', '/opt-out'].map(async (page) => (await app.inject(one.url + page)).body),
        )),
      ]
      for (const text of texts) expect(text).not.toContain(canary)
      const events = await database.selectFrom('events').select('details').execute()
      expect(JSON.stringify(events)).not.toContain(canary)
      // The record of the day has only the call.
      expect((await get(byVisit('2026-03-30'))).json()).toMatchObject([{ calls: { count: 1 } }])
      for (const { body } of [await one.open(), ...receiver.posted]) expect(body).not.toContain('will-call-back')
    },
    { config: { webhookNetworks: thisMachine } },
  )
})
