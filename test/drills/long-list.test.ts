import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { byDate, byToken, temporaryFolder } from '../rollcall.ts'
import { busyClinic, busyClinics, readingToken } from './busy-clinic.ts'

const records = 365_000
const uid = '"uid":"'

test(`${records} records arrive whole and in order, in bounded memory, beside twenty stalled readers`, async () => {
  const folder = temporaryFolder()
  const env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` }
  const token = await busyClinic(env.DATABASE_URL, records)
  const { address, child } = await serveRollcall(env)
  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      request(address + path, { headers, agent: false }, resolve)
        .on('error', reject)
        .end()
    })
  const memory = memoryOf(child)
  const whole = byDate('2026-03-29')

  expect((await readAll(await open(byDate('2026-03-28')))).toString()).toBe('[]')
  const idle = memory('VmRSS')
  const alone = await readSequences(await open(whole))
  console.log(`alone: ${alone.speed} MB/s, ${memory('VmHWM').toFixed(0)} MiB at most`)
  const still = await Promise.all(Array.from({ length: 20 }, () => open(whole)))
  const beside = await readSequences(await open(whole))
  console.log(`beside twenty that stand still: ${beside.speed} MB/s, ${memory('VmHWM').toFixed(0)} MiB at most`)

  for (const { sequences } of [alone, beside]) {
    expect(sequences.length).toBe(records)
    expect(sequences.every((sequence, index) => sequence === index + 1)).toBe(true)
  }
  // The idle process takes 125 to 150 MiB, depending on the machine and the compile cache. The benchmark bounds the total.
  expect(memory('VmHWM') - idle).toBeLessThanOrEqual(40)
  expect((await readAll(await open(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE')))).toString()).toContain('A-1001')
  expect(JSON.parse((await readAll(await open(byDate('2026-03-28')))).toString())).toEqual([])

  for (const reader of still) reader.destroy()
  child.kill('SIGTERM')
})

const clinics = ['lisboa', 'porto', 'faro', 'evora']
// The most long lists that one credential of a clinic may read at a time. Four clinics reach the limit of the process.
const perClinic = 48
const slowReaders = clinics.length * perClinic

test(`${slowReaders} slow readers of compressed lists at four clinics take at most 450 MiB`, async () => {
  const folder = temporaryFolder()
  const env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` }
  await busyClinics(env.DATABASE_URL, 50_000, clinics)
  const tokens = await Promise.all(clinics.map(() => readingToken(env.DATABASE_URL)))
  // A compressor has its largest size after these rows.
  for (const [encoding, rows] of Object.entries({ gzip: 500, zstd: 10_000 })) {
    const { address, child, stop } = await serveRollcall(env)
    const { hostname, port } = new URL(address)
    const readers = Array.from({ length: slowReaders }, (_, index) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(
        `GET ${byDate('2026-03-29').replace('clinica-lisboa', clinics[index % clinics.length]!)} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nAuthorization: Bearer ${tokens[index % tokens.length]}\r\n\r\n`,
      )
      return socket
    })
    const heads = await Promise.all(readers.map((reader) => once(reader, 'data')))
    for (const reader of readers) reader.pause()
    for (const [head] of heads) expect(String(head)).toContain(`content-encoding: ${encoding}`)
    await expect
      .poll(() => recordsRead(address), { interval: 1_000, timeout: 120_000 })
      .toBeGreaterThan(slowReaders * rows)
    console.log(`${slowReaders} slow readers of ${encoding}: ${memoryOf(child)('VmHWM').toFixed(0)} MiB at most`)
    expect(memoryOf(child)('VmHWM')).toBeLessThanOrEqual(450)
    for (const reader of readers) reader.destroy()
    await stop()
  }
})

/** The number that `multiply` put into each record's uid, in the order of the response. */
async function readSequences(answer: IncomingMessage) {
  const started = performance.now()
  const bytes = await readAll(answer)
  const speed = (bytes.length / 1000 / (performance.now() - started)).toFixed(0)
  expect([bytes[0], bytes.at(-1), answer.complete]).toEqual(['['.charCodeAt(0), ']'.charCodeAt(0), true])
  const sequences: number[] = []
  for (let at = bytes.indexOf(uid); at >= 0; at = bytes.indexOf(uid, at + 1)) {
    const text = bytes.toString('latin1', at + uid.length, at + uid.length + 7)
    // The first record is the one that was multiplied: it has no number.
    sequences.push(text.startsWith('+') ? 1 : Number.parseInt(text, 10))
  }
  return { sequences, speed }
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const memoryOf =
  ({ pid }: ChildProcess) =>
  (field: 'VmHWM' | 'VmRSS') =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

async function recordsRead(address: string) {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/rollcall_rows_streamed_total (\d+)/.exec(metrics)![1])
}
