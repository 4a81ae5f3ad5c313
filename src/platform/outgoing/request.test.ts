import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { NoResponse, request } from './request.ts'

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const post = (url: string, timeoutMs: number, maxBytes = 1_000) =>
  request({ method: 'POST', url, headers: {}, body: 'é' }, { timeoutMs, maxBytes })

test('a response that never ends is no response within the time', async () => {
  const url = await listen((_request, response) => {
    response.write('x')
    const drip = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(drip))
  })
  await expect(post(url, 200)).rejects.toThrow('no response within 0.2 s')
  await expect(post(url, 200)).rejects.toThrow(NoResponse)
})

test('a few informational responses precede a response; endless ones end the request', async () => {
  const hints = { link: '</style.css>; rel=preload' }
  const few = await listen((_request, response) => {
    for (let count = 0; count < 16; count++) response.writeEarlyHints(hints)
    response.end('é')
  })
  expect((await post(few, 60_000)).text).toBe('é')
  const endless = await listen(({ socket }) => {
    const write = () => {
      while (socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
    }
    socket.on('drain', write)
    write()
  })
  await expect(post(endless, 60_000)).rejects.toThrow('more than 16 responses with a status of 1xx')
})

test('a server that is not there got no request', async () => {
  const url = await listen(() => {})
  const unused = url.replace(/:\d+/, ':1')
  const failure = await post(unused, 1_000).catch((error: Error) => error)
  expect(failure).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') })
  expect(failure).not.toBeInstanceOf(NoResponse)
})

test('the text of a response ends at its limit', async () => {
  const url = await listen((_request, response) => response.end('é'.repeat(100_000)))
  expect((await post(url, 1_000)).text).toBe('é'.repeat(500))
  expect((await post(url, 1_000, 1_000_000)).text).toBe('é'.repeat(100_000))
})
