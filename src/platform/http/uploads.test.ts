import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { notifications } from '../../../test/contact.ts'
import { csvFile, line, mapping } from '../../../test/csv-file.ts'
import { entity } from '../../../test/history.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { paced, sendsFile } from './uploads.ts'

/** Returns a function that uploads a file in parts. */
async function uploading({ listen, token }: Rollcall) {
  const origin = await listen()
  return (parts: AsyncIterable<string>, signal?: AbortSignal) => {
    const url = `${origin}${notifications}/csv?mapping=${encodeURIComponent(JSON.stringify(mapping))}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const body = ReadableStream.from(parts).pipeThrough(new TextEncoderStream())
    return fetch(url, { method: 'POST', headers, body, duplex: 'half', ...(signal && { signal }) } as RequestInit)
  }
}

serviceTest('an upload may take longer than the timeout of other requests', async (rollcall) => {
  await rollcall.given(entity())
  const upload = await uploading(rollcall)
  const { server } = rollcall.app
  const requested = once(server, 'request')
  async function* slowly() {
    yield csvFile(line())
    const [{ socket }] = await requested
    await expect.poll(() => sendsFile(socket)).toBe(true)
    server.requestTimeout = 200
    const [error] = await once(server, 'clientError')
    expect(error.code).toBe('ERR_HTTP_REQUEST_TIMEOUT')
    yield line({ Id: 'A-2' })
  }
  const response = await upload(slowly())
  expect([response.status, await response.json()]).toMatchObject([200, { rows: 2, complete: true }])
})

serviceTest('a third upload of a credential is refused, until one of the others ends or is cut', async (rollcall) => {
  await rollcall.given(entity())
  const upload = await uploading(rollcall)
  const cut = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  async function* held(id: string) {
    yield csvFile(line({ Id: id }))
    await ended
  }
  async function* whole() {
    yield csvFile(line({ Id: 'A-3' }))
  }
  const statusOfThird = async () => (await upload(whole())).status
  const first = upload(held('A-1'))
  const second = upload(held('A-2'), cut.signal)
  second.catch(() => {})
  await expect.poll(statusOfThird).toBe(503)
  cut.abort()
  await expect(second).rejects.toThrow()
  await expect.poll(statusOfThird).toBe(200)
  end()
  expect(await (await first).json()).toMatchObject({ rows: 1 })
})

test('an upload that brings too little is cut, and one that waits for the service is not', async () => {
  const limits = { waitedMs: 100, bytes: 100 }
  const read = async (everyMs: number, bytes: number, workMs = 0) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const server = createServer(async (request, response) => {
      let chunks = 0
      try {
        for await (const _chunk of paced(request, limits)) {
          chunks++
          await setTimeout(workMs)
        }
        resolve('whole')
        response.end()
      } catch {
        resolve(chunks > 0 ? 'cut' : 'never')
      }
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
    sent.on('error', () => {})
    for (let count = 0; count < 12 && !sent.destroyed; count++) {
      sent.write('x'.repeat(bytes))
      await setTimeout(everyMs)
    }
    sent.end()
    return promise
  }
  expect(await Promise.all([read(30, 1), read(30, 1_000), read(0, 1, 30)])).toEqual(['cut', 'whole', 'whole'])
})
