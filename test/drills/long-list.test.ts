import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { byDate, byToken, temporaryFolder } from '../rollcall.ts'
import { busyClinic } from './busy-clinic.ts'

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
  const memory = (field: 'VmHWM' | 'VmRSS') =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024
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
