import { describe, expect } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { whatsappContact, whatsappOf } from '../../../test/providers/whatsapp-contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, moved, notify, submission } from '../../../test/submission.ts'
import { hours, minutes } from '../../platform/time/instant.ts'

const uid = '+351912345678'
const later = { external_id: 'A-2', params: { when: '2026-03-31T10:00:00+01:00', doctor: 'Ana Reis' } }
const other = { channel: 'mobile' as const, uid: '913 000 000' }
const words = 'Sim, atrás do edifício.'

const repliesTo = async ({ get }: Rollcall) =>
  (await get('/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-04-03')).json()
const answerTo = async (
  rollcall: Rollcall,
  body: object = { text: words },
  headers: Record<string, string> = {},
  id?: string,
) => rollcall.post(`/v1/replies/clinica-lisboa/${id ?? (await repliesTo(rollcall)).at(-1).id}/answer`, body, headers)

/** A contact who has got the notices, and has written a text. */
async function writer(rollcall: Rollcall, ...notices: Parameters<typeof notify>[1][]) {
  const { mobile, texts, reply } = await messageCentre(rollcall)
  const notified: Awaited<ReturnType<typeof notify>>[] = []
  for (const over of notices.length > 0 ? notices : [{}]) notified.push(await notify(rollcall, over))
  const send = () => rollcall.deliver({ mobile })
  await send()
  const got = texts().length
  expect(await reply('Há estacionamento?', uid)).toBe(0)
  return { ...notified[0]!, reply, send, texts: () => texts().slice(got) }
}

describe('an answer to a text', () => {
  eachEngine('goes to the address that wrote, in the words of staff, and marks the text as read', async (rollcall) => {
    const { id, send, texts } = await writer(rollcall)
    const [{ read: _, ...reply }] = await repliesTo(rollcall)
    // At 23:00, in quiet hours.
    rollcall.clock.time += hours(14)
    const answered = await answerTo(rollcall, { text: ` ${words}\r\nPiso -1\u0007\u2066\u202e ` })
    const at = expect.stringMatching(/^2026-03-30T22:/)
    const written = { at, by: 'test', text: `${words}\nPiso -1` }
    expect(answered.statusCode).toBe(202)
    expect(answered.json()).toEqual({ ...reply, read: { at, by: 'test' }, answered: { ...written, state: 'pending' } })
    await send()
    expect(texts()).toEqual([written.text])
    expect(await repliesTo(rollcall)).toMatchObject([{ answered: { ...written, state: 'sent' } }])

    const messages = (await rollcall.get(`${notifications}/${id}/messages`)).json()
    const shown = { kind: 'answer', channel: 'mobile', uid }
    expect(messages.at(-1)).toMatchObject({ ...shown, text: written.text })
    const timeline = (await rollcall.get(`${notifications}/${id}/timeline`)).json()
    expect(timeline.events).toContainEqual({
      type: 'message',
      ...shown,
      state: 'sent',
      by: 'test',
      text: written.text,
      id: expect.any(String),
      at: expect.any(String),
    })
    const csv = await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30', { accept: 'text/csv' })
    expect(csv.body).toContain(',answered.at,answered.by,answered.text\r\n')
    expect(csv.body).toContain(`,test,"${words}\nPiso -1"`)
  })

  eachEngine('is sent once for a key, also in parallel, and again for another key', async (rollcall) => {
    const { send, texts } = await writer(rollcall)
    const [reply] = await repliesTo(rollcall)
    const press = (text: string, key: string) => answerTo(rollcall, { text }, { 'idempotency-key': key }, reply.id)
    const pressed = await Promise.all([press('Um', 'key-1'), press('Um', 'key-1'), press('Um', 'key-1')])
    expect(pressed.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
    expect(new Set(pressed.map(({ body }) => body)).size).toBe(1)
    await send()
    rollcall.clock.time += minutes(1)
    const { answered, read } = (await press('Dois', 'key-2')).json()
    expect(answered.text).toBe('Dois')
    // The first mark stays.
    expect(read.at < answered.at).toBe(true)
    await send()
    expect(texts()).toEqual(['Um', 'Dois'])
    expect((await press('Tres', 'key-2')).json().code).toBe('idempotency-key-reused')
  })

  serviceTest('to a text about no single visit is sent in the name of the latest one', async (rollcall) => {
    const { send, texts } = await writer(rollcall, later, {})
    const [reply] = await repliesTo(rollcall)
    expect(reply.notification_id).toBeUndefined()
    expect((await answerTo(rollcall)).statusCode).toBe(202)
    await send()
    expect(texts()).toHaveLength(1)
  })

  serviceTest('is sent although the visit is cancelled, moved or over', async (rollcall) => {
    const { reply, send, texts } = await writer(rollcall)
    await reply('não', uid)
    await answerTo(rollcall, { text: 'Um' })
    await notify(rollcall, moved)
    rollcall.clock.time += hours(24)
    await answerTo(rollcall, { text: 'Dois' })
    await send()
    expect(
      texts()
        .filter((text) => text === 'Um' || text === 'Dois')
        .toSorted(),
    ).toEqual(['Dois', 'Um'])
  })

  serviceTest('makes a bare yes, no or another time after it a text for staff, for a day', async (rollcall) => {
    const { reply, send, status } = await writer(rollcall, later)
    await reply('Posso ir na sexta em vez de quinta?', uid)
    await answerTo(rollcall, { text: 'Sexta às 10:00? Posso cancelar a de quinta?' })
    await send()
    for (const text of ['Sim', 'Não, obrigado', 'outra']) await reply(text, uid)
    expect((await status()).state).toBe('open')
    const after = (await repliesTo(rollcall)).slice(2)
    const { notification_id } = (await repliesTo(rollcall))[0]
    expect(after).toMatchObject(
      ['Sim', 'Não, obrigado', 'outra'].map((text) => ({ text, read_as: 'unclear', notification_id })),
    )
    expect(await send()).toBe(0)
    rollcall.clock.time += hours(24)
    await reply('Sim', uid)
    expect((await status()).state).toBe('confirmed')
  })

  serviceTest('leaves a yes to a later message, a wish and STOP as they are', async (rollcall) => {
    const { reply, send, status } = await writer(rollcall)
    const write = async () => {
      rollcall.clock.time += minutes(1)
      await answerTo(rollcall)
      await send()
    }
    await write()
    await reply('outra data: sexta às 10', uid)
    expect(await status()).toMatchObject({ state: 'rescheduling', wish: 'outra data: sexta às 10' })
    await write()
    rollcall.clock.time += minutes(1)
    const next = await notify(rollcall, moved)
    await send()
    await reply('Sim', uid)
    expect((await next.status()).state).toBe('confirmed')
    await write()
    await reply('STOP', uid)
    expect((await repliesTo(rollcall)).at(-1)).toMatchObject({ text: 'STOP', read_as: 'stop' })
  })

  serviceTest(
    'of one clinic keeps the yes for that clinic, not for the one with the latest notice',
    async (rollcall) => {
      const { send, reply } = await writer(rollcall)
      await rollcall.given(entity({ id: 'clinica-porto', name: 'Porto' }))
      rollcall.clock.time += minutes(1)
      await rollcall.post('/v1/notifications/clinica-porto', submission(item(later)))
      await send()
      rollcall.clock.time += minutes(1)
      await answerTo(rollcall)
      await send()
      await reply('Sim', uid)
      const [, yes] = await repliesTo(rollcall)
      expect(yes).toMatchObject({ text: 'Sim', read_as: 'unclear' })
      expect(yes.notification_id).toBeUndefined()
    },
  )

  serviceTest('is measured in a dry run, which stores nothing', async (rollcall) => {
    const { send } = await writer(rollcall)
    const measure = async (text: string) => (await answerTo(rollcall, { text, dry_run: true })).json()
    expect(await measure('Piso -1')).toEqual({ segments: 1, encoding: 'GSM-7', forcing_characters: [] })
    expect(await measure(words)).toMatchObject({ segments: 1, encoding: 'UCS-2' })
    expect(await measure('你'.repeat(80))).toEqual({ segments: 2, encoding: 'UCS-2', forcing_characters: ['你'] })
    for (const dry_run of [true, false])
      expect((await answerTo(rollcall, { text: words, dry_run }, { 'idempotency-key': 'a b' })).json()).toMatchObject({
        status: 400,
        code: 'invalid-parameter',
        errors: [{ parameter: 'Idempotency-Key', reason: 'format' }],
      })
    expect((await repliesTo(rollcall))[0].answered).toBeUndefined()
    expect(await send()).toBe(0)
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const [{ id }] = await repliesTo(rollcall)
    expect(await client.measureAnswer('clinica-lisboa', id, words)).toMatchObject({ segments: 1 })
    expect(await client.answerReply('clinica-lisboa', id, words, 'key')).toMatchObject({ answered: { text: words } })
  })

  serviceTest('does not go to an address that accepts no messages', async (rollcall) => {
    const { put, database } = rollcall
    const { reply } = await writer(rollcall)
    const [{ id }] = await repliesTo(rollcall)
    const refused = async (body: object) => {
      const { status, code, reason } = (await answerTo(rollcall, body, {}, id)).json()
      return { status, code, reason }
    }
    const problem = { status: 409, code: 'address-takes-no-messages' }
    const address = { channel: 'mobile' as const, uid }
    await put('/v1/opt-outs/clinica-lisboa', { ...address, opted_out: true })
    expect(await refused({ text: words })).toEqual({ ...problem, reason: 'opted-out' })
    expect(await refused({ text: words, dry_run: true })).toEqual({ ...problem, reason: 'opted-out' })
    await put('/v1/opt-outs/clinica-lisboa', { ...address, opted_out: false })
    await database
      .insertInto('undeliverable_addresses')
      .values({ entity_id: 'clinica-lisboa', ...address, since: 1, reason: '550' })
      .execute()
    expect(await refused({ text: words })).toEqual({ ...problem, reason: 'undeliverable' })
    await database.deleteFrom('undeliverable_addresses').execute()
    await notify(rollcall, { addresses: [other] })
    expect(await refused({ text: words })).toEqual({ ...problem, reason: 'address-removed' })
    expect(await reply('Olá?', uid)).toBe(0)
  })

  const events: [string, Parameters<typeof notify>[1], number][] = [
    ['removes the number from the visit', { addresses: [other] }, 409],
    ['moves the visit to another number', { ...moved, addresses: [other] }, 409],
    ['gives the key of the visit to another contact', { contact: { ...item().contact, external_id: 'P-2' } }, 409],
    ['moves the visit with the same number', moved, 202],
    ['moves the visit with the same number beside another', { ...moved, addresses: [other, ...item().addresses] }, 202],
  ]
  for (const [event, over, code] of events)
    serviceTest(`is ${code === 409 ? 'refused, or stopped' : 'sent'}, after the clinic ${event}`, async (rollcall) => {
      const { send, texts } = await writer(rollcall)
      await answerTo(rollcall, { text: 'Sim' })
      await notify(rollcall, over)
      await send()
      expect(texts().includes('Sim')).toBe(code === 202)
      const [{ answered: pending }] = await repliesTo(rollcall)
      expect(pending).toMatchObject(code === 202 ? { state: 'sent' } : { state: 'stopped', reason: 'address removed' })
      const answered = await answerTo(rollcall)
      expect(answered.statusCode).toBe(code)
      if (code === 409)
        expect(answered.json()).toMatchObject({ code: 'address-takes-no-messages', reason: 'address-removed' })
    })

  serviceTest('goes to no stranger whose visit got the number after the text', async (rollcall) => {
    const son = { external_id: 'P-78', name: 'Rui Silva', language: 'pt_PT', country: 'PT' }
    const { send, texts } = await writer(rollcall, {}, { ...later, contact: son })
    for (const over of [{}, { ...later, contact: son }]) await notify(rollcall, { ...over, addresses: [other] })
    rollcall.clock.time += minutes(1)
    const stranger = { external_id: 'P-99', name: 'Eva Lopes', language: 'pt_PT', country: 'PT' }
    await notify(rollcall, { ...later, external_id: 'A-99', contact: stranger })
    await send()
    expect((await repliesTo(rollcall))[0].candidates).toEqual([])
    expect((await answerTo(rollcall)).json().reason).toBe('address-removed')
    await send()
    expect(texts()).not.toContain(words)
  })

  serviceTest('leaves a contact without a notice among the unreached', async (rollcall) => {
    const { id } = await writer(rollcall)
    await rollcall.database.updateTable('deliveries').set({ state: 'failed' }).execute()
    const unreached = async () =>
      (await rollcall.get(`${notifications}/byvisit/2026-03-29/2026-04-03?reached=false`))
        .json()
        .map((one: { id: string }) => one.id)
    expect(await unreached()).toEqual([id])
    await answerTo(rollcall)
    expect(await unreached()).toEqual([id])
  })

  serviceTest('is refused after two moves, the first to another number', async (rollcall) => {
    await writer(rollcall)
    await notify(rollcall, { ...moved, addresses: [other] })
    await notify(rollcall, { ...later, external_id: 'A-1001', addresses: [other] })
    expect((await answerTo(rollcall)).json().reason).toBe('address-removed')
    await notify(rollcall, moved)
    expect((await answerTo(rollcall)).statusCode).toBe(202)
  })

  serviceTest('is sent after the clinic has withdrawn the visit', async (rollcall) => {
    const { id } = await writer(rollcall)
    await rollcall.post(`${notifications}/${id}/cancellation`)
    expect((await answerTo(rollcall)).statusCode).toBe(202)
  })

  serviceTest('is stopped if the contact opts out before it is sent', async (rollcall) => {
    const { reply, send, texts } = await writer(rollcall)
    await answerTo(rollcall)
    await reply('STOP', uid)
    await send()
    expect(texts()).toEqual([])
    const [first] = await repliesTo(rollcall)
    expect(first.answered).toMatchObject({ state: 'stopped', reason: 'opted out' })
  })

  serviceTest('needs a text with visible characters, a known reply, and an active entity', async (rollcall) => {
    await writer(rollcall)
    for (const text of ['', ' \u200b', 'x'.repeat(1_001), 7])
      expect((await answerTo(rollcall, { text })).json()).toMatchObject({ status: 422, code: 'invalid-body' })
    expect((await answerTo(rollcall, { text: words }, {}, 'none')).json().code).toBe('reply-not-found')
    await rollcall.given(entity({ id: 'other' }))
    const [{ id }] = await repliesTo(rollcall)
    const other = await rollcall.post(`/v1/replies/other/${id}/answer`, { text: words })
    expect(other.json()).toMatchObject({ status: 404, code: 'reply-not-found' })
    const tester = await rollcall.tokenFor({ test: true })
    const byTest = await answerTo(rollcall, { text: words }, { authorization: `Bearer ${tester.token}` })
    expect(byTest.json()).toMatchObject({ status: 403, code: 'test-token' })
    const { headers } = await rollcall.get('/v1/entities/clinica-lisboa')
    expect(
      (await rollcall.remove('/v1/entities/clinica-lisboa', { 'if-match': headers.etag as string })).statusCode,
    ).toBe(200)
    expect((await answerTo(rollcall)).json()).toMatchObject({ status: 409, code: 'entity-retired' })
  })

  serviceTest('by WhatsApp is free text for a day after the contact has written', async (rollcall) => {
    const { meta, deliver, says } = await whatsappOf(rollcall)
    await whatsappContact(rollcall)
    await deliver()
    await says('Is there parking?')
    expect((await answerTo(rollcall, { text: words, dry_run: true })).json()).toEqual({})
    expect((await answerTo(rollcall)).statusCode).toBe(202)
    await deliver()
    expect(meta.accepted.at(-1)).toMatchObject({ type: 'text', text: { body: words } })
    rollcall.clock.time += hours(24)
    const over = (await answerTo(rollcall)).json()
    expect(over).toMatchObject({ status: 409, code: 'address-takes-no-messages', reason: 'conversation-over' })
  })
})
