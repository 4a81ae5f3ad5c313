import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { history } from '../../test/history.ts'
import { multiply } from '../../test/multiply.ts'
import { byDate, eachEngine, type Rollcall } from '../../test/rollcall.ts'
import { boundedStreams } from './streaming.ts'

const long = byDate('2026-03-29')
const short = byDate('2026-03-28')

/** A service with one long list, and two credentials that may read it. */
async function serveLongList(rollcall: Rollcall) {
  await rollcall.given(...history())
  await multiply(rollcall.database, 60_000)
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

/** Requests the long list and reads only its beginning. */
async function stall({ token }: Rollcall, origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${long} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await new Promise((begun) => socket.once('data', begun))
  return socket.pause()
}

describe('long lists', () => {
  for (const encoding of ['identity', 'gzip', 'zstd']) {
    eachEngine(
      `free their places when their clients disconnect at any moment (${encoding})`,
      async (rollcall) => {
        const { origin, statusOf } = await serveLongList(rollcall)
        const { hostname, port } = new URL(origin)
        const head = `GET ${long} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nAuthorization: Bearer ${rollcall.token}\r\n\r\n`
        for (let attempt = 0; attempt < 60; attempt++) {
          const socket = connect(Number(port), hostname)
          socket.on('error', () => {})
          socket.write(head)
          // From before the request is read to after the first bytes are sent.
          await delay(attempt % 12)
          socket.destroy()
        }
        await expect.poll(() => statusOf(long)).toBe(200)
        expect(rollcall.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
      },
      { streams: boundedStreams(4, 4) },
    )
  }

  eachEngine(
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
    { streams: boundedStreams(1) },
  )

  eachEngine(
    'get 503 above the limit of one credential, while another credential gets 200',
    async (rollcall) => {
      const { read, statusOf, other } = await serveLongList(rollcall)
      const reading = await Promise.all([read(long), read(long)])
      expect({ own: await statusOf(long), other: await statusOf(long, other) }).toEqual({ own: 503, other: 200 })
      for (const { body } of reading) await body!.cancel()
      await expect.poll(() => statusOf(long)).toBe(200)
    },
    { streams: boundedStreams(10, 2) },
  )

  eachEngine(
    'of a client that stops reading are cut, and free their places',
    async (rollcall) => {
      const { origin, statusOf } = await serveLongList(rollcall)
      const stalled = await stall(rollcall, origin)
      await expect.poll(() => statusOf(long)).toBe(200)
      const rest: Buffer[] = []
      stalled.on('data', (data: Buffer) => rest.push(data)).on('error', () => {})
      await new Promise((closed) => stalled.once('close', closed).resume())
      // The last chunk of a whole response.
      expect(Buffer.concat(rest).toString().endsWith('\r\n0\r\n\r\n')).toBe(false)
    },
    { streams: boundedStreams(1, 1, 300) },
  )
})
