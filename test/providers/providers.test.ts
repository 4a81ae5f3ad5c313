import { describe, expect, test } from 'vitest'
import { readDocument, validator } from './contract.ts'
import { twilioServer, vonageServer } from './servers.ts'

/** The address of a server's API, and the header with its credentials. */
function clientOf({ url }: { url: string }) {
  const { username, password, host } = new URL(url.replace(/^\w+\+/, ''))
  const basic = `Basic ${btoa(`${username}:${password}`)}`
  return { origin: `http://${host}`, username, password, basic }
}

describe('Twilio', () => {
  const callback = 'https://clinic.example/sms/twilio'
  const valid = { To: '+351912345678', From: '+351300400500', Body: 'Consulta às 9:30', StatusCallback: callback }

  async function post(server: { url: string }, form: Record<string, string>) {
    const { origin, username, basic: authorization } = clientOf(server)
    const response = await fetch(`${origin}/2010-04-01/Accounts/${username}/Messages.json`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    })
    const body = (await response.json()) as { sid?: string; code?: number }
    return { status: response.status, body }
  }

  test('takes a valid message and responds as published', async () => {
    const twilio = await twilioServer()
    const { status, body } = await post(twilio, valid)
    const document = readDocument('twilio')
    expect(validator(document, document.components.schemas['api.v2010.account.message']!)(body)).toEqual([])
    expect({ status, sid: body.sid }).toEqual({ status: 201, sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) })
    expect(twilio.accepted).toEqual([{ ...valid, sid: body.sid }])
  })

  test.each([
    [21211, { ...valid, To: '912345678' }],
    [21603, { To: valid.To, Body: 'x' }],
    [21212, { ...valid, From: 'A name that is too long' }],
    [21602, { To: valid.To, From: valid.From }],
    [21617, { ...valid, Body: 'x'.repeat(1601) }],
    [21609, { ...valid, StatusCallback: 'https://a_clinic.example/' }],
    [20001, { ...valid, Bdoy: 'x' }],
    [20001, { ...valid, ValidityPeriod: '0' }],
    [20001, { ...valid, MessagingServiceSid: 'MG1' }],
  ])('refuses a message with %i', async (code, form) => {
    const twilio = await twilioServer()
    expect(await post(twilio, form)).toMatchObject({ status: 400, body: { code, status: 400 } })
    expect(twilio.takeViolations()).toHaveLength(1)
    expect(twilio.accepted).toEqual([])
  })
})

describe('Vonage', () => {
  const valid = { message_type: 'text', channel: 'sms', to: '351912345678', from: 'Clinica', text: 'Consulta às 9:30' }
  const document = readDocument('vonage')
  const faultsOf = (schema: string, { body }: { body: string }) =>
    validator(document, document.components.schemas[schema]!)(JSON.parse(body))

  async function post(server: { url: string }, message: object) {
    const response = await fetch(`${clientOf(server).origin}/v1/messages`, {
      method: 'POST',
      headers: { authorization: clientOf(server).basic, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    const body = (await response.json()) as { message_uuid?: string; invalid_parameters?: { name: string }[] }
    return { status: response.status, body }
  }

  test('takes a valid message', async () => {
    const vonage = await vonageServer()
    const message = { ...valid, client_ref: 'a'.repeat(100), webhook_url: 'https://clinic.example/sms/vonage' }
    const { status, body } = await post(vonage, message)
    expect({ status, body }).toEqual({ status: 202, body: { message_uuid: expect.any(String) } })
    expect(vonage.accepted).toEqual([{ ...message, ...body }])
  })

  test.each([
    ['to', { ...valid, to: '+351912345678' }],
    ['from', { ...valid, from: '+351300400500' }],
    ['text', { ...valid, text: 'x'.repeat(1001) }],
    ['client_ref', { ...valid, client_ref: 'x'.repeat(101) }],
    ['/channel', { ...valid, channel: 'mms' }],
    ['/txt', { ...valid, txt: 'x' }],
  ])('refuses a wrong %s', async (name, message) => {
    const vonage = await vonageServer()
    const { status, body } = await post(vonage, message)
    expect(status).toBe(422)
    expect(body).toMatchObject({ title: 'Invalid params', instance: expect.any(String) })
    expect(body.invalid_parameters!.map((fault) => fault.name)).toContain(name)
    expect(vonage.takeViolations()).toHaveLength(1)
  })

  test('makes webhooks that match the published schemas', async () => {
    const vonage = await vonageServer()
    await post(vonage, { ...valid, client_ref: 'd-1' })
    const [message] = vonage.accepted
    const url = 'https://clinic.example/sms/vonage'
    const failed = vonage.statusWebhook(url, message!, 'undeliverable', 1190)
    expect(JSON.parse(failed.body)).toMatchObject({ client_ref: 'd-1', error: { title: '1190' } })
    for (const hook of [vonage.statusWebhook(url, message!, 'delivered'), failed]) {
      expect(faultsOf('messageStatusSMS', hook)).toEqual([])
    }
    expect(faultsOf('inboundMessageSMS', vonage.inboundWebhook(url, { from: '351912345678', text: 'SIM' }))).toEqual([])
  })
})
