import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { byDate, byToken, temporaryFolder } from '../rollcall.ts'
import { busyClinic, readingToken } from './busy-clinic.ts'

const records = 60_000
const connectionsOfEachKind = 200
const long = byDate('2026-03-29')

test('lookups and a long list of one token are served beside 400 long lists of another', async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}`, RATE_LIMIT: '0' }
  const greedy = await busyClinic(env.DATABASE_URL, records)
  const other = await readingToken(env.DATABASE_URL)
  const { address, child } = await serveRollcall(env)
  const own = await read(address, long, other)

  const statuses = new Map<string, number>()
  const sockets = Array.from({ length: connectionsOfEachKind }, () => [
    readAgainAndAgain(address, greedy, statuses),
    stall(address, greedy, statuses),
  ]).flat()
  onTestFinished(() => {
    for (const stop of sockets) stop()
  })
  const answered = () => [...statuses.values()].reduce((sum, count) => sum + count, 0)
  await expect.poll(answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(2 * connectionsOfEachKind)

  const took: number[] = []
  for (let count = 0; count < 500; count++) {
    const started = performance.now()
    expect((await read(address, byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'), other)).status).toBe(200)
    took.push(performance.now() - started)
  }
  const beside = await read(address, long, other)
  expect([beside.status, beside.bytes]).toEqual([200, own.bytes])
  expect([...statuses.keys()].sort()).toEqual(['200', '503'])
  took.sort((one, another) => one - another)
  const at = (share: number) => took[Math.floor(share * took.length)]!.toFixed(1)
  console.log(`lookups: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; the other token: ${JSON.stringify([...statuses])}`)
  child.kill('SIGTERM')
})

/** Sends the request for the long list, and counts the status of the response. */
function ask(address: string, token: string, statuses: Map<string, number>): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${long} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`)
  socket.once('data', (head) => {
    const status = head.toString('latin1', 9, 12)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  socket.on('error', () => {})
  return socket
}

/** Starts a client that repeats its request about a second after each response. The returned function stops it. */
function readAgainAndAgain(address: string, token: string, statuses: Map<string, number>) {
  let isOver = false
  let socket: Socket
  let again: NodeJS.Timeout
  const open = () => {
    socket = ask(address, token, statuses)
    socket.resume().on('close', () => {
      if (!isOver) again = setTimeout(open, 500 + 1_000 * Math.random())
    })
  }
  open()
  return () => {
    isOver = true
    clearTimeout(again)
    socket.destroy()
  }
}

/** A client that stops reading after the first bytes. */
function stall(address: string, token: string, statuses: Map<string, number>) {
  const socket = ask(address, token, statuses)
  socket.once('data', () => socket.pause())
  return () => socket.destroy()
}

async function read(address: string, path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address + path, { headers, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  return { status: answer.statusCode, bytes }
}
