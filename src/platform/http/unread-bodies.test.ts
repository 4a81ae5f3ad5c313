import { connect } from 'node:net'
import { expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { maxDiscarded, serverLimits } from './limits.ts'

const MiB = 1024 * 1024
const large = Buffer.alloc(8 * MiB, ' ')
const path = '/v1/notifications/clinica-lisboa'
const csv = `${path}/csv?mapping=none`

/** Writes a whole request before it reads, and returns the status; `cut` if the connection ends first. */
async function writeFirst(address: string, head: string, body: Iterable<Buffer>): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.pause()
  let isCut = false
  socket.on('error', () => {
    isCut = true
  })
  socket.write(head)
  for (const chunk of body) {
    if (isCut || socket.destroyed) break
    // `write` calls back on failure, too.
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()))
  }
  if (isCut) return 'cut'
  const text: Buffer[] = []
  for await (const data of socket) text.push(data)
  return Buffer.concat(text).toString('latin1', 9, 12)
}

const headOf = (target: string, token: string, type: string, framing: string) =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`

const framed = (chunk: Buffer) =>
  Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
const inChunks = function* (body: Buffer) {
  for (let at = 0; at < body.length; at += MiB) yield framed(body.subarray(at, at + MiB))
  yield Buffer.from('0\r\n\r\n')
}

async function served(rollcall: Rollcall) {
  await rollcall.given(entity())
  return { address: await rollcall.listen(), token: rollcall.token }
}

serviceTest('a client that writes its whole body before it reads gets the response', async (rollcall) => {
  const { address, token } = await served(rollcall)
  const { token: reading } = await rollcall.tokenFor({ scopes: ['actions:read'] })
  const cases: [target: string, token: string, type: string, status: string][] = [
    [path, token, 'application/json', '413'],
    [path, 'rc_none', 'application/json', '401'],
    [path, reading, 'application/json', '403'],
    ['/v1/notifications/none', token, 'application/json', '404'],
    [csv, 'rc_none', 'text/csv', '401'],
    [csv, reading, 'text/csv', '403'],
    [csv, token, 'text/csv', '404'],
    ['/whatsapp', token, 'application/json', '403'],
    ['/a/none', token, 'application/x-www-form-urlencoded', '413'],
  ]
  for (const [target, bearer, type, status] of cases) {
    const sized = headOf(target, bearer, type, `Content-Length: ${large.length}`)
    expect([target, bearer, await writeFirst(address, sized, [large])]).toEqual([target, bearer, status])
    const chunked = headOf(target, bearer, type, 'Transfer-Encoding: chunked')
    expect([target, bearer, await writeFirst(address, chunked, inChunks(large))]).toEqual([target, bearer, status])
  }
})

serviceTest('fetch gets 413 for a body beyond the limit, with a length or in chunks', async (rollcall) => {
  const { address, token } = await served(rollcall)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const body of [large, new Blob([large]).stream()]) {
    const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    expect((await fetch(address + path, sent)).status).toBe(413)
  }
})

serviceTest('a client that never ends is cut, and the memory does not grow with its body', async (rollcall) => {
  const { address, token } = await served(rollcall)
  let sent = 0
  function* endless() {
    const chunk = framed(Buffer.alloc(MiB, ' '))
    for (; sent < 256; sent++) yield chunk
  }
  const head = headOf(path, token, 'application/json', 'Transfer-Encoding: chunked')
  const before = process.memoryUsage().arrayBuffers
  await writeFirst(address, head, endless())
  // The sockets' buffers hold a few MiB more than the service discards.
  expect(sent * MiB).toBeLessThan(2 * (maxDiscarded.bytes + serverLimits.bodyLimit))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MiB)
})
