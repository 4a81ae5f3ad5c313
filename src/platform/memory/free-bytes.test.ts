import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { history } from '../../../test/history.ts'
import { multiply } from '../../../test/multiply.ts'
import { byDate, eachEngine } from '../../../test/rollcall.ts'

const list = byDate('2026-03-29', '2026-03-29')

describe('a long list whose bytes the service frees', () => {
  eachEngine('is the same for a client that stalls, and after another client was cut off', async (rollcall) => {
    const { database, given, get, listen, token } = rollcall
    await given(...history())
    // More than the sockets of both sides hold, so that the service stops reading.
    await multiply(database, 20_000)
    const expected = (await get(list)).rawPayload
    expect(expected.toString().match(/"action":/g)).toHaveLength(20_000)
    const { hostname, port } = new URL(await listen())
    const begin = async () => {
      const socket = connect(Number(port), hostname)
      // HTTP/1.0, so that the body is not chunked and ends with the connection.
      socket.write(`GET ${list} HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      await new Promise((begun) => socket.once('readable', begun))
      return socket
    }
    const [stalled, cut] = await Promise.all([begin(), begin()])
    cut.destroy()
    const response = await buffer(stalled)
    expect(response.subarray(response.indexOf('\r\n\r\n') + 4).equals(expected)).toBe(true)
  })
})
