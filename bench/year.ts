import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { firstDay } from './appointments.ts'
import type { Client } from './dataset.ts'
import { type Floors, floors } from './floors.ts'
import { listActions, type Product, type Request } from './questions.ts'
import { atLeast, atMost, type Figure, times } from './report.ts'
import { inRounds, median, medianOf, type Rounds } from './rounds.ts'
import { type Databases, startProduct } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'

interface Download {
  seconds: number
  megabytes: number
  /** The server's peak memory in MiB. */
  memory: number
}

/** Measures the streaming of a hospital's year, and the peak memory of a new process that does nothing else. */
export async function measureYear(hospital: Client, databases: Databases, rounds: number): Promise<Figure> {
  const downloads: (Download & { product: Product })[] = []
  const run = (product: Product) => async () => {
    const download = await downloadYear(product, hospital, databases)
    downloads.push({ product, ...download })
    return 1 / download.seconds
  }
  const contestants = { rollcall: run('rollcall'), express: run('express'), platformatic: run('platformatic') }
  return figure(hospital, floors[databases.engine.name].year, await inRounds(rounds, contestants), downloads)
}

async function downloadYear(product: Product, hospital: Client, databases: Databases): Promise<Download> {
  const year = listActions(hospital, firstDay, firstDay.add({ days: hospital.days - 1 }))[product]
  const server = await startProduct(product, databases, listActions(hospital, firstDay, firstDay)[product])
  return timeYear(server, year, hospital.days * hospital.perDay)
}

/** Downloads the year twice and stops the server. Times the second download. */
async function timeYear(server: Server, year: Request, expectedRecords: number): Promise<Download> {
  try {
    const first = Buffer.concat(await Array.fromAsync(await answer(server, year)))
    const records = occurrences(first, '"action":"')
    if (records !== expectedRecords) throw new Error(`${server.name}: ${records} records in the year`)

    const started = performance.now()
    const bytes = await countBytes(server, year)
    const seconds = (performance.now() - started) / 1000
    if (bytes < first.length)
      throw new Error(`${server.name}: a second answer of ${bytes} bytes, after ${first.length}`)
    return { seconds, megabytes: first.length / 1e6, memory: server.peakMemory() }
  } finally {
    await server.stop()
  }
}

/** A truncated body causes an error. */
async function answer({ origin }: Server, { path, headers }: Request): Promise<IncomingMessage> {
  const [response] = (await once(get(`${origin}${path}`, { headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${path}: status ${response.statusCode}`)
  return response
}

/** Returns the bytes of an answer with its head, as they come from the socket. Node's HTTP client reads at most 450 MB/s,
 *  which is less than the service sends. */
async function countBytes({ origin }: Server, { path, headers }: Request): Promise<number> {
  const { host, hostname, port } = new URL(origin)
  let count = 0
  const received = (bytes: number) => {
    count += bytes
    return true
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer: Buffer.alloc(1 << 20), callback: received },
  })
  const lines = Object.entries({ ...headers, Host: host, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  await once(socket, 'close')
  return count
}

function occurrences(bytes: Buffer, text: string): number {
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) count++
  return count
}

function figure(
  { days, perDay }: Client,
  floor: Floors['year'],
  rounds: Rounds<Product>,
  downloads: (Download & { product: Product })[],
): Figure {
  const of = (product: Product) => downloads.filter((download) => download.product === product)
  const speed = (product: Product) => median(of(product).map(({ megabytes, seconds }) => megabytes / seconds))
  const memory = (product: Product) => Math.max(...of(product).map((download) => download.memory))
  const cell = (product: Product) => {
    const seconds = 1 / medianOf(rounds, product)
    return `${seconds.toFixed(2)} s, ${speed(product).toFixed(0)} MB/s, ${memory(product).toFixed(0)} MiB`
  }
  const to = (peer: 'express' | 'platformatic') =>
    atLeast(median(rounds.map((round) => round.rollcall / round[peer])), floor[peer], times)
  return {
    work: `a year of a hospital (${(days * perDay).toLocaleString('en')} records), streamed`,
    rollcall: cell('rollcall'),
    express: cell('express'),
    platformatic: cell('platformatic'),
    absolute: [
      atLeast(speed('rollcall'), floor.speed, (speed) => `${speed.toFixed(0)} MB/s`),
      atMost(memory('rollcall'), floor.memory, (mebibytes) => `${mebibytes.toFixed(0)} MiB`),
    ],
    toExpress: to('express'),
    toPlatformatic: to('platformatic'),
  }
}
