import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { entity } from '../../../test/history.ts'
import { serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { largeBodyBytes, serverLimits } from './limits.ts'

const body = Buffer.from(JSON.stringify(submission(item())))
const padded = (bytes: number) => Buffer.concat([body], bytes).fill(' ', body.length)
const large = padded(serverLimits.bodyLimit)

serviceTest('a large body waits for the one before it of the same credential', async (rollcall) => {
  await rollcall.given(entity())
  const address = `${await rollcall.listen()}/v1/notifications/clinica-lisboa`
  const { token: other } = await rollcall.tokenFor()
  const finished: string[] = []
  async function post(name: string, token: string, payload: Buffer, headers: Record<string, string> = {}) {
    const sent = request(address, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
    sent.end(payload)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await json(response)
    finished.push(name)
    return response.statusCode
  }
  const { token } = rollcall
  const stalled = request(address, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': large.length },
  })
  stalled.on('error', () => {}).write('{')
  // The first request has to arrive before the others.
  await expect.poll(async () => (await rollcall.get('/livez')).statusCode).toBe(200)
  const waiting = [post('large', token, large), post('chunked', token, body, { 'transfer-encoding': 'chunked' })]
  expect(await post('small', token, padded(largeBodyBytes))).toBe(202)
  expect(await post('other', other, large)).toBe(202)
  expect(finished).toEqual(['small', 'other'])
  stalled.destroy()
  expect(await Promise.all(waiting)).toEqual([202, 202])
})

serviceTest('a request with a media type and no body is answered', async (rollcall) => {
  await rollcall.given(entity())
  const { port } = new URL(await rollcall.listen())
  const statusOf = async (line: string, type: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rollcall.token}\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`,
    )
    const [, status] = /^HTTP\/1.1 (\d+)/.exec((await text(socket)) as string)!
    return Number(status)
  }
  const path = '/v1/notifications/clinica-lisboa'
  expect(await statusOf(`POST ${path}/none/cancellation`, 'application/json')).toBe(404)
  expect(await statusOf(`POST ${path}`, 'application/json')).toBe(422)
  expect(await statusOf('DELETE /v1/mappings/clinica-lisboa/none', 'application/json')).toBe(204)
  expect(await statusOf('POST /v1/mappings/clinica-lisboa/guess', 'text/csv')).toBe(200)
  expect(await statusOf('POST /a/none', 'application/x-www-form-urlencoded')).toBe(404)
})
