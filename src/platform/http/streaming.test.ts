import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect } from 'vitest'
import { history } from '../../../test/history.ts'
import { multiply } from '../../../test/multiply.ts'
import { byDate, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { longListConcurrency } from './limits.ts'
import { boundedStreams } from './streaming.ts'

const long = byDate('2026-03-29')
const short = byDate('2026-03-28')

/** A service with one list that no socket buffer holds, and two credentials that may read it. */
async function serveLongList(rollcall: Rollcall) {
  await rollcall.given(...history())
  await multiply(rollcall.database, 20_000)
  const { token: other } = await rollcall.tokenFor()
  const origin = await rollcall.listen()
  const read = (path: string, token = rollcall.token) =>
    fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  const statusOf = async (path: string, token?: string) => {
    const response = await read(path, token)
    await response.body!.cancel()
    return response.status
  }
  return { origin, other, read, statusOf }
}

/** Requests the long list. */
function requestList({ token }: Rollcall, origin: string, encoding = 'identity'): Socket {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(
    `GET ${long} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  return socket
}

describe('long lists', () => {
  for (const encoding of ['identity', 'zstd']) {
    serviceTest(
      `release their slots when their clients disconnect at any moment (${encoding})`,
      async (rollcall) => {
        const { origin, statusOf } = await serveLongList(rollcall)
        const { server } = rollcall.app
        const moments: ((socket: Socket) => Promise<unknown>)[] = [
          (socket) => once(socket, 'connect'),
          () => once(server, 'connection'),
          () => once(server, 'request'),
          (socket) => once(socket, 'data'),
        ]
        for (let attempt = 0; attempt < 2; attempt++) {
          for (const moment of moments) {
            const socket = requestList(rollcall, origin, encoding)
            await moment(socket)
            socket.destroy()
          }
        }
        await expect.poll(() => statusOf(long)).toBe(200)
        expect(rollcall.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
      },
      { streams: boundedStreams({ ...longListConcurrency, total: 4 }) },
    )
  }

  serviceTest(
    'get 503 above the limit of the process, while short lists get 200',
    async (rollcall) => {
      const { read, statusOf, other } = await serveLongList(rollcall)
      const reading = await read(long)
      const refused = await read(long, other)
      expect({ status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
        status: 503,
        retryAfter: '5',
      })
      expect(await refused.json()).toMatchObject({ code: 'overloaded' })
      expect(await statusOf(short)).toBe(200)
      await reading.body!.cancel()
      await expect.poll(() => statusOf(long)).toBe(200)
    },
    { streams: boundedStreams({ ...longListConcurrency, total: 1 }) },
  )

  serviceTest(
    'of a client that stops reading are cut, and release their slots',
    async (rollcall) => {
      const { origin, statusOf } = await serveLongList(rollcall)
      const stalled = requestList(rollcall, origin)
      await once(stalled, 'data')
      stalled.pause()
      await expect.poll(() => statusOf(long)).toBe(200)
      const rest: Buffer[] = []
      stalled.on('data', (data: Buffer) => rest.push(data)).on('error', () => {})
      await new Promise((closed) => stalled.once('close', closed).resume())
      // The last chunk of a whole response.
      expect(Buffer.concat(rest).toString().endsWith('\r\n0\r\n\r\n')).toBe(false)
    },
    { streams: boundedStreams({ ...longListConcurrency, total: 1 }, 300) },
  )
})
