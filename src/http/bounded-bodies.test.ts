import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'
import { entity } from '../../test/history.ts'
import { eachEngine } from '../../test/rollcall.ts'
import { item, submission } from '../../test/submission.ts'
import { largestSubmission } from '../notifications/submit/submission-reference.ts'

const large = largestSubmission.bytes
const body = Buffer.from(JSON.stringify(submission(item())))
const padded = (bytes: number) => Buffer.concat([body], bytes).fill(' ', body.length)

async function responseTo(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { code } = (await json(response)) as { code?: string }
  sent.on('error', () => {}).destroy()
  return { status: response.statusCode, code, retryAfter: response.headers['retry-after'] }
}

const overloaded = { status: 503, code: 'overloaded', retryAfter: '5' }

eachEngine('large bodies of one credential take half of the memory, until the client disconnects', async (rollcall) => {
  await rollcall.given(entity())
  const address = `${await rollcall.listen()}/v1/notifications/clinica-lisboa`
  const { token: other } = await rollcall.tokenFor()
  const begin = (token: string, headers: Record<string, string | number>) =>
    request(address, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
  const { token } = rollcall
  const stalled = begin(token, { 'content-length': large })
  stalled.on('error', () => {}).write('{')
  const announced = begin(token, { 'content-length': 2 * 1024 ** 2 })
  // The first request has to arrive before the second.
  await expect.poll(async () => (await rollcall.get('/livez')).statusCode).toBe(200)
  announced.flushHeaders()
  expect(await responseTo(announced)).toEqual(overloaded)

  const chunked = begin(token, { 'transfer-encoding': 'chunked' })
  chunked.on('error', () => {}).end(padded(3 * 1024 ** 2))
  expect(await responseTo(chunked)).toEqual(overloaded)
  const small = begin(token, {})
  small.end(padded(1024 ** 2))
  expect(await responseTo(small)).toMatchObject({ status: 202 })
  const ofOther = begin(other, { 'transfer-encoding': 'chunked' })
  ofOther.end(padded(3 * 1024 ** 2))
  expect(await responseTo(ofOther)).toMatchObject({ status: 202 })

  stalled.destroy()
  const again = () => {
    const sent = begin(token, { 'content-length': 3 * 1024 ** 2 })
    sent.on('error', () => {}).end(padded(3 * 1024 ** 2))
    return responseTo(sent)
  }
  await expect.poll(again).toMatchObject({ status: 202 })
  expect(await again()).toMatchObject({ status: 202 })
})
