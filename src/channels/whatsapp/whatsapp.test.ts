import { describe, expect } from 'vitest'
import { notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import type { MetaMessage } from '../../../test/providers/meta.ts'
import { picture, reaction, text, unsupported, voiceNote } from '../../../test/providers/meta-webhooks.ts'
import { address, english, tapOn, uid, whatsappContact, whatsappOf } from '../../../test/providers/whatsapp-contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { moved, notify } from '../../../test/submission.ts'
import { hours, minutes, seconds } from '../../platform/time/instant.ts'
import { accountFaults } from './account.ts'

const telephone = { channel: 'mobile' as const, uid: '+351911000222' }

const deliveriesOf = async ({ get }: Rollcall, id: string) => (await get(`${notifications}/${id}`)).json().deliveries
const byChannel = async (rollcall: Rollcall, id: string): Promise<{ channel: string; state: string }[]> =>
  (await deliveriesOf(rollcall, id)).toSorted((one: { channel: string }) => (one.channel === 'whatsapp' ? -1 : 1))
const deliveryOf = async (rollcall: Rollcall, id: string) => (await deliveriesOf(rollcall, id))[0]
const repliesTo = async ({ get }: Rollcall) =>
  (await get('/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-04-02')).json()
const templatesIn = (messages: MetaMessage[]) => messages.map(({ template, type }) => template?.name ?? type)
const textsIn = ({ template }: MetaMessage) =>
  (template!.components!.find(({ type }) => type === 'body')!.parameters as { text: string }[]).map(({ text }) => text)

describe('a notice by WhatsApp', () => {
  serviceTest('is the approved template, with the answers as buttons', async (rollcall) => {
    const { meta, deliver } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const [message] = meta.accepted as [MetaMessage]
    expect(message).toMatchObject({
      to: '351912345678',
      template: { name: 'medical_appointment_notice', language: { code: 'en' } },
    })
    expect(textsIn(message)).toEqual([
      'Clínica Lisboa',
      'João',
      'Monday, 30 March 2026 at 09:30',
      'With: Ana Reis',
      expect.stringMatching(/^https:\/\/rollcall\.test\/a\/clinica-lisboa\.\w{20}$/),
    ])
    expect(message.template!.components!.filter(({ type }) => type === 'button')).toHaveLength(3)
    expect(await deliveryOf(rollcall, one.id)).toMatchObject({ channel: 'whatsapp', uid, state: 'sent' })
  })

  serviceTest('has only the answers of its plugin', async (rollcall) => {
    const { meta, deliver } = await whatsappOf(rollcall)
    const params = { when: '2026-04-06T09:00:00+01:00', end: '2026-04-10T17:00:00+01:00', place: 'Ground floor' }
    await whatsappContact(rollcall, { params }, 'vaccination')
    await deliver()
    const buttons = meta.accepted[0]!.template!.components!.filter(({ type }) => type === 'button')
    expect(buttons).toHaveLength(2)
  })

  serviceTest('gets the states that Meta reports, in any order and repeated', async (rollcall) => {
    const { meta, deliver, report } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const [message] = meta.accepted as [MetaMessage]
    const state = async () => (await deliveryOf(rollcall, one.id)).state
    for (const [status, expected] of [
      ...([['delivered', 'delivered'] as const, ['sent', 'delivered'] as const] as const),
      ...([['read', 'read'] as const, ['delivered', 'read'] as const, ['read', 'read'] as const] as const),
    ]) {
      expect((await report(message, status)).statusCode).toBe(200)
      expect(await state()).toBe(expected)
    }
  })

  serviceTest('fails with the reason in plain words, and a text goes instead', async (rollcall) => {
    const { meta, deliver, report } = await whatsappOf(rollcall)
    await rollcall.given(entity())
    await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } })
    const one = await whatsappContact(rollcall, { addresses: [address, telephone] })
    await deliver()
    await report(meta.accepted[0]!, 'failed', 131026)
    await deliver()
    const [first, second] = await byChannel(rollcall, one.id)
    expect(first).toMatchObject({
      channel: 'whatsapp',
      state: 'failed',
      reason: 'the contact has no WhatsApp, or cannot get messages of this kind (Meta 131026)',
    })
    expect(second).toMatchObject({ channel: 'mobile', state: 'sent' })
  })

  serviceTest('that Meta returns is sent again, and one that it cannot deliver is not', async (rollcall) => {
    const { meta, deliver, report } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const failed = meta.statusWebhook('/whatsapp', meta.accepted[0]!, 'failed', 131016)
    for (let repeated = 0; repeated < 2; repeated++) await rollcall.app.inject(failed)
    expect(await deliveryOf(rollcall, one.id)).toMatchObject({ state: 'pending', attempts: 1 })
    rollcall.clock.time += seconds(10)
    await deliver()
    await rollcall.app.inject(failed)
    expect(await deliveryOf(rollcall, one.id)).toMatchObject({ state: 'sent', attempts: 2 })
    await report(meta.accepted[1]!, 'failed', 131049)
    expect((await deliveryOf(rollcall, one.id)).state).toBe('failed')
    expect(meta.accepted).toHaveLength(2)
  })

  serviceTest('holds back only the contact to whom too many were sent', async (rollcall) => {
    const { meta, deliver } = await whatsappOf(rollcall, (_message, index) =>
      index === 0 ? { status: 400, code: 131056 } : 'accept',
    )
    const one = await whatsappContact(rollcall)
    await deliver()
    expect(await deliveryOf(rollcall, one.id)).toMatchObject({ state: 'pending', attempts: 0 })
    rollcall.clock.time += minutes(1)
    await deliver()
    expect(meta.accepted).toHaveLength(1)
  })

  serviceTest('waits while Meta limits the rate, without using up an attempt', async (rollcall) => {
    const { deliver } = await whatsappOf(rollcall, (_message, index) =>
      index === 0 ? { status: 429, code: 130429, headers: { 'retry-after': '60' } } : 'accept',
    )
    const one = await whatsappContact(rollcall)
    await deliver()
    expect(await deliveryOf(rollcall, one.id)).toMatchObject({
      state: 'pending',
      attempts: 0,
      next_attempt_at: '2026-03-30T08:01:00.000000+00:00',
    })
    rollcall.clock.time += minutes(1)
    await deliver()
    expect(await deliveryOf(rollcall, one.id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  serviceTest('is not sent again when only its response was lost', async (rollcall) => {
    const { meta, deliver, report } = await whatsappOf(rollcall, (_message, index) => (index < 2 ? 'cut' : 'accept'))
    const one = await whatsappContact(rollcall)
    await notify(rollcall, { external_id: 'A-2', ...english, addresses: [address] })
    await deliver()
    expect(meta.accepted).toHaveLength(2)
    await report(meta.accepted[0]!, 'sent')
    rollcall.clock.time += minutes(6)
    await deliver()
    // The status of the other one was lost, too.
    expect(meta.accepted).toHaveLength(3)
    expect((await deliveryOf(rollcall, one.id)).state).toBe('sent')
  })

  serviceTest('has a reason that tells the operator how to mend the account, and is retried', async (rollcall) => {
    const codes = { 190: 'the access token is not valid or has expired', 132001: 'the template is not registered' }
    for (const [code, reason] of Object.entries(codes)) {
      const { deliver } = await whatsappOf(rollcall, () => ({ status: 400, code: Number(code) }))
      const one = await whatsappContact(rollcall, { external_id: code })
      await deliver()
      expect(await deliveryOf(rollcall, one.id)).toMatchObject({
        state: 'pending',
        attempts: 1,
        reason: expect.stringContaining(reason),
      })
    }
  })
})

describe('a tapped button', () => {
  eachEngine('is the answer, and a confirmation is followed by the QR code as a picture', async (rollcall) => {
    const { meta, deliver, taps } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    expect((await taps(meta.accepted[0]!, 'Confirm')).statusCode).toBe(200)
    expect(await one.state()).toBe('confirmed')
    expect(await one.actions()).toMatchObject([{ action: 'confirm', channel: 'whatsapp', uid }])
    await deliver()
    const [, reply, ...others] = meta.accepted
    expect(others).toEqual([])
    expect(reply).toMatchObject({ type: 'image', image: { caption: expect.stringContaining('You have confirmed') } })
    expect(meta.media[0]!.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(await repliesTo(rollcall)).toEqual([])
  })

  serviceTest('is confirmed by the template if Meta refuses the picture', async (rollcall) => {
    const { meta, deliver, taps } = await whatsappOf(rollcall, ({ type }) =>
      type === 'image' ? { status: 400, code: 131047 } : 'accept',
    )
    const one = await whatsappContact(rollcall)
    await deliver()
    await taps(meta.accepted[0]!, 'Confirm')
    await deliver()
    expect(await one.state()).toBe('confirmed')
    expect(templatesIn(meta.accepted)).toEqual(['medical_appointment_notice', 'medical_appointment_confirmation'])
  })

  serviceTest('asks for another time or cancels, and the reply is a free text', async (rollcall) => {
    const { meta, deliver, taps } = await whatsappOf(rollcall)
    const answers = { 'Another time': 'rescheduling', 'Cannot come': 'cancelled' }
    for (const [label, state] of Object.entries(answers)) {
      const one = await whatsappContact(rollcall, { external_id: label.replace(' ', '') })
      await deliver()
      await taps(meta.accepted.at(-1)!, label)
      expect(await one.state()).toBe(state)
      await deliver()
      expect(meta.accepted.at(-1)).toMatchObject({
        type: 'text',
        text: { body: expect.stringContaining(state === 'cancelled' ? 'cannot come' : 'another time') },
      })
    }
  })

  eachEngine('answers once, however often and late Meta repeats its webhook', async (rollcall) => {
    const { meta, deliver, call, taps } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const confirm = meta.inboundWebhook('/whatsapp', uid, tapOn(meta.accepted[0]!, 'Confirm'))
    await Promise.all(Array.from({ length: 10 }, () => call(confirm)))
    await taps(meta.accepted[0]!, 'Cannot come')
    // Otherwise, the repeated webhook would confirm again.
    await call(confirm)
    expect(await one.state()).toBe('cancelled')
    expect((await one.actions()).map(({ action }: { action: string }) => action)).toEqual(['confirm', 'cancel'])
    expect(await repliesTo(rollcall)).toEqual([])
  })

  eachEngine('that a later one has overtaken is kept for staff', async (rollcall) => {
    const { meta, deliver, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const at = (when: string, label: string) => ({
      ...tapOn(meta.accepted[0]!, label),
      timestamp: String(Date.parse(when) / 1_000),
    })
    rollcall.clock.time += seconds(60)
    await write(at('2026-03-30T08:00:40Z', 'Cannot come'))
    await write(at('2026-03-30T08:00:10Z', 'Confirm'))
    expect(await one.state()).toBe('cancelled')
    expect(await repliesTo(rollcall)).toMatchObject([{ channel: 'whatsapp', text: 'Confirm', read_as: 'unclear' }])
  })

  serviceTest('that arrives after a later answer by telephone is kept for staff', async (rollcall) => {
    const { meta, deliver, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    rollcall.clock.time += minutes(5)
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'cancel' })
    const timestamp = String(Date.parse('2026-03-30T08:01:00Z') / 1_000)
    await write({ ...tapOn(meta.accepted[0]!, 'Confirm'), timestamp })
    await write({ ...text('yes'), timestamp })
    expect(await one.state()).toBe('cancelled')
    expect(await repliesTo(rollcall)).toMatchObject([{ text: 'Confirm' }, { text: 'yes', read_as: 'confirm' }])
  })

  serviceTest('of another visit is not overtaken, and neither is STOP', async (rollcall) => {
    const { meta, deliver, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    const other = await whatsappContact(rollcall, { external_id: 'A-2' })
    await deliver()
    rollcall.clock.time += seconds(60)
    const [first, second] = meta.accepted as [MetaMessage, MetaMessage]
    const at = (when: string, content: object) => ({
      ...(content as ReturnType<typeof text>),
      timestamp: String(Date.parse(when) / 1_000),
    })
    await write(at('2026-03-30T08:00:40Z', tapOn(first, 'Confirm')))
    await write(at('2026-03-30T08:00:10Z', tapOn(second, 'Cannot come')))
    expect([await one.state(), await other.state()].toSorted()).toEqual(['cancelled', 'confirmed'])
    await write(at('2026-03-30T08:00:05Z', text('STOP')))
    expect((await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()).toHaveLength(1)
  })

  serviceTest('of another contact, of another telephone or with a changed payload is no answer', async (rollcall) => {
    const { meta, deliver, call, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    const thief = { channel: 'whatsapp' as const, uid: '+351961111111' }
    const other = await whatsappContact(rollcall, { external_id: 'A-2', addresses: [thief] })
    await deliver()
    const message = meta.accepted.find(({ to }) => to === '351912345678')!
    const stolen = tapOn(message, 'Cannot come')
    await call(meta.inboundWebhook('/whatsapp', thief.uid, stolen))
    await call(meta.inboundWebhook('/whatsapp', '+351962222222', stolen))
    const { payload } = stolen.button as { payload: string }
    for (const changed of [payload.replace('cancel', 'confirm'), payload.slice(0, -1), `${payload}x`, ''])
      await write({ ...stolen, button: { payload: changed, text: '👍' } })
    expect([await one.state(), await other.state()]).toEqual(['open', 'open'])
  })

  serviceTest('of a message about an earlier start changes nothing, and staff read it', async (rollcall) => {
    const { meta, deliver, taps } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    await notify(rollcall, { ...english, ...moved, addresses: [address] })
    await taps(meta.accepted[0]!, 'Confirm')
    expect(await one.state()).toBe('superseded')
    expect(await repliesTo(rollcall)).toMatchObject([{ text: 'Confirm' }])
    await deliver()
    expect(templatesIn(meta.accepted)).toEqual(['medical_appointment_notice', 'medical_appointment_moved'])
  })

  serviceTest('of a reminder answers, too', async (rollcall) => {
    const { meta, deliver, taps } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall, { params: { ...moved.params, when: '2026-04-03T10:00:00+01:00' } })
    await deliver()
    rollcall.clock.time += hours(49)
    await rollcall.remind()
    await deliver()
    expect(templatesIn(meta.accepted)).toEqual(['medical_appointment_notice', 'medical_appointment_reminder'])
    await taps(meta.accepted[1]!, 'Confirm')
    expect(await one.state()).toBe('confirmed')
  })
})

describe('what a contact writes', () => {
  serviceTest('is an answer in words, or goes to the texts that staff read', async (rollcall) => {
    const { meta, deliver, says, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const contents = [voiceNote(), picture('my card'), reaction(meta.accepted[0]!, '❤️'), unsupported()]
    await says('Is there parking?')
    for (const content of contents) await write(content)
    expect(await one.state()).toBe('open')
    expect((await repliesTo(rollcall)).map(({ text }: { text: string }) => text)).toEqual([
      'Is there parking?',
      'Mensagem de voz (não guardada aqui).',
      'Imagem (não guardada aqui). my card',
      '❤️',
      'Mensagem que não pode ser mostrada aqui.',
    ])
    await says('yes')
    expect(await one.state()).toBe('confirmed')
  })

  serviceTest('as a thumb under a notice is a yes to its visit, also beside another one', async (rollcall) => {
    const { meta, deliver, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    const other = await whatsappContact(rollcall, { external_id: 'A-2' })
    await deliver()
    await write(text('👍'))
    expect([await one.state(), await other.state()]).toEqual(['open', 'open'])
    await write(reaction(meta.accepted[0]!, '👍🏾'))
    expect([await one.state(), await other.state()]).toEqual(['confirmed', 'open'])
    await write(text('✅'))
    expect([await one.state(), await other.state()]).toEqual(['confirmed', 'confirmed'])
    expect(await repliesTo(rollcall)).toMatchObject([{ text: '👍', read_as: 'unclear' }])
  })

  serviceTest('as a reaction is nothing once it is removed, or under a notice that has passed', async (rollcall) => {
    const { meta, deliver, write } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const { id } = meta.accepted[0]!
    await write(reaction(meta.accepted[0]!, ''))
    await write({ type: 'reaction', reaction: { message_id: id } })
    expect(await repliesTo(rollcall)).toEqual([])
    await notify(rollcall, { ...english, ...moved, addresses: [address] })
    await deliver()
    await write(reaction(meta.accepted[0]!, '👍'))
    expect(await one.state()).toBe('superseded')
    expect(await repliesTo(rollcall)).toMatchObject([{ text: '👍', read_as: 'unclear' }])
    await write(reaction(meta.accepted[1]!, '👍'))
    await deliver()
    expect(templatesIn(meta.accepted).at(-1)).toBe('image')
  })

  serviceTest('opens 24 hours for free texts; after them, the QR code goes as a template', async (rollcall) => {
    const { meta, deliver, says } = await whatsappOf(rollcall)
    const distant = { params: { ...moved.params, when: '2026-04-09T10:00:00+01:00' } }
    const one = await whatsappContact(rollcall, distant)
    await deliver()
    await says('Hello')
    rollcall.clock.time += hours(25)
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'confirm' })
    await deliver()
    expect(templatesIn(meta.accepted)).toEqual(['medical_appointment_notice', 'medical_appointment_confirmation'])
    await says('Thank you')
    await one.answer('cancel')
    await one.answer('confirm')
    await deliver()
    expect(templatesIn(meta.accepted).at(-1)).toBe('image')
  })

  serviceTest('answers for a number that WhatsApp writes without the ninth digit of Brazil', async (rollcall) => {
    const { meta, deliver, call } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall, { addresses: [{ channel: 'whatsapp', uid: '+55 11 98765 4321' }] })
    await deliver()
    expect(meta.accepted[0]!.to).toBe('5511987654321')
    await call(meta.inboundWebhook('/whatsapp', '+551187654321', tapOn(meta.accepted[0]!, 'Confirm')))
    expect(await one.state()).toBe('confirmed')
    expect(await one.actions()).toMatchObject([{ uid: '+5511987654321' }])
  })
})

describe('a visit that the clinic changes', () => {
  serviceTest('is told by the templates of moves and withdrawals', async (rollcall) => {
    const { meta, deliver } = await whatsappOf(rollcall)
    await whatsappContact(rollcall)
    await deliver()
    const { id } = await notify(rollcall, { ...english, ...moved, addresses: [address] })
    await deliver()
    await rollcall.post(`${notifications}/${id}/cancellation`)
    await deliver()
    expect(templatesIn(meta.accepted)).toEqual([
      'medical_appointment_notice',
      'medical_appointment_moved',
      'medical_appointment_withdrawn',
    ])
    expect(textsIn(meta.accepted[1]!)).toContain('Monday, 30 March 2026 at 16:00')
  })
})

describe('a callback of Meta', () => {
  serviceTest('that is forged, truncated or for another number changes nothing', async (rollcall) => {
    const { meta, deliver, call } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const genuine = meta.inboundWebhook('/whatsapp', uid, tapOn(meta.accepted[0]!, 'Confirm'))
    const { 'x-hub-signature-256': signature, ...headers } = genuine.headers
    const forged = [
      { ...genuine, headers },
      { ...genuine, headers: { ...genuine.headers, 'x-hub-signature-256': `${signature!.slice(0, -1)}x` } },
      { ...genuine, headers: { ...genuine.headers, 'x-hub-signature-256': signature!.replace('sha256=', '') } },
      { ...genuine, body: genuine.body.slice(0, -1) },
      { ...genuine, body: genuine.body.replace('cancel', 'confirm').replace(uid.slice(1), '351961111111') },
      { ...genuine, body: '' },
    ]
    for (const webhook of forged) {
      const response = await call(webhook)
      expect({ status: response.statusCode, code: response.json().code }).toEqual({
        status: 403,
        code: 'unverified-callback',
      })
    }
    expect(rollcall.logged.join()).toContain('Refused a callback without a valid signature')
    const elsewhere = meta.webhook(
      '/whatsapp',
      JSON.parse(genuine.body.replaceAll(`"phone_number_id":"${meta.phoneNumberId}"`, '"phone_number_id":"1"')),
    )
    expect((await call(elsewhere)).statusCode).toBe(200)
    expect(await one.state()).toBe('open')
    expect(await repliesTo(rollcall)).toEqual([])
    expect((await call(genuine)).statusCode).toBe(200)
    expect(await one.state()).toBe('confirmed')
  })

  serviceTest('with the statuses of hundreds of unknown messages takes as long as with one', async (rollcall) => {
    const { meta, deliver, call } = await whatsappOf(rollcall)
    const one = await whatsappContact(rollcall)
    await deliver()
    const genuine = JSON.parse(meta.statusWebhook('/whatsapp', meta.accepted[0]!, 'delivered').body)
    const { value } = genuine.entry[0].changes[0]
    const [status] = value.statuses
    const { biz_opaque_callback_data: _, ...foreign } = status
    const unknown = Array.from({ length: 300 }, (_, index) => ({ ...foreign, id: `wamid.${index}` }))
    value.statuses = [...unknown, status]
    let isOver = false
    const taken = call(meta.webhook('/whatsapp', genuine)).finally(() => {
      isOver = true
    })
    await expect.poll(async () => (await deliveryOf(rollcall, one.id)).state).toBe('delivered')
    expect(isOver).toBe(false)
    expect((await taken).statusCode).toBe(200)
  })

  serviceTest('of any other content is taken, and changes nothing', async (rollcall) => {
    const { meta, call } = await whatsappOf(rollcall)
    const odd = [{}, [], null, 7, { entry: [] }, { entry: [{ changes: [{ field: 'account_update', value: {} }] }] }]
    for (const payload of odd) {
      const body = JSON.stringify(payload)
      expect((await call({ ...meta.webhook('/whatsapp', payload as object), body })).statusCode).toBe(200)
    }
  })

  serviceTest('asks for the challenge, and gets it only with the token of the operator', async (rollcall) => {
    const ask = async (token: string) =>
      rollcall.app.inject(`/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`)
    expect((await ask('')).statusCode).toBe(403)
    await whatsappOf(rollcall)
    for (const token of ['', 'a%20token', 'a%20token%20of%20ourS']) expect((await ask(token)).statusCode).toBe(403)
    const { statusCode, body } = await ask('a%20token%20of%20ours')
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '1158201444' })
  })
})

serviceTest('the check of the channel names each fault of the account without sending a message', async (rollcall) => {
  const { meta } = await whatsappOf(rollcall)
  const server = {
    ...(rollcall.config.servers.whatsapp as Parameters<typeof accountFaults>[0]),
    accountId: meta.businessAccountId,
  }
  const faults = {
    'WHATSAPP_URL: the access token is not valid': { accessToken: 'old' },
    'WHATSAPP_URL: Meta does not know the id 1234567890': { from: '1234567890' },
    'WHATSAPP_URL: Meta does not respond': { api: 'http://127.0.0.1:9/v23.0' },
    'WHATSAPP_APP_SECRET: it is not the secret': { appSecret: 'another' },
    'WHATSAPP_ACCOUNT_ID: Meta does not know the account 999': { accountId: '999' },
  }
  expect(await accountFaults(server)).toEqual([])
  for (const [fault, wrong] of Object.entries(faults))
    expect(await accountFaults({ ...server, ...wrong })).toEqual([expect.stringContaining(fault)])
  expect(meta.accepted).toEqual([])
})
