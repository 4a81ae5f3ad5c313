import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { checkBatch, type Fault } from './check.ts'
import { InvalidLineError, parseLine } from './history-line.ts'
import { readLines } from './read-lines.ts'
import type { ParsedLine } from './reconcile.ts'
import { SeenLines } from './seen-lines.ts'
import { type ImportCounts, writeBatch } from './write.ts'

const batchLines = 500
const batchBytes = 4 * 1024 * 1024
const maxFaultsShown = 20

export type ImportProgress = (phase: 'check' | 'write', done: number, total: number) => void

/** The faults of a history file. The import has written nothing. */
export class HistoryFaults extends Error {
  readonly faults: Fault[]
  readonly count: number

  /** @param faults the first faults
   *  @param count the number of all faults */
  constructor(faults: Fault[], count: number) {
    const lines = faults.map(({ number, reason }) => `line ${number}: ${reason}`)
    super([...lines, ...(count > faults.length ? [`and ${count - faults.length} more`] : [])].join('\n'))
    this.faults = faults
    this.count = count
  }
}

/** Checks the whole history file, then writes it (docs/history-files.md). Skips rows that exist, so an interrupted
 *  import can be repeated.
 *  @throws HistoryFaults */
export async function importHistory(
  database: Database,
  secret: Secret,
  descriptor: number,
  progress: ImportProgress,
): Promise<ImportCounts> {
  const total = fstatSync(descriptor).size
  await checkFile(database, secret, descriptor, (done) => progress('check', done, total))

  const imported: ImportCounts = { entity: 0, notification: 0, action: 0, checkin_token: 0 }
  for await (const { lines, faults, end } of batches(descriptor)) {
    if (faults[0]) throw new HistoryFaults(faults, faults.length)
    const written = await writeBatch(database, secret, lines)
    for (const kind of Object.keys(imported) as (keyof ImportCounts)[]) imported[kind] += written[kind]
    progress('write', end, total)
  }
  return imported
}

async function checkFile(database: Database, secret: Secret, descriptor: number, progress: (done: number) => void) {
  using seen = new SeenLines()
  const first: Fault[] = []
  let count = 0
  for await (const { lines, faults, end } of batches(descriptor)) {
    const found = [...faults, ...(await checkBatch(database, secret, seen, lines))].sort((a, b) => a.number - b.number)
    first.push(...found.slice(0, maxFaultsShown - first.length))
    count += found.length
    progress(end)
  }
  if (count > 0) throw new HistoryFaults(first, count)
}

interface Batch {
  lines: ParsedLine[]
  faults: Fault[]
  /** The byte offset in the file at which the batch ends. */
  end: number
}

async function* batches(descriptor: number): AsyncGenerator<Batch> {
  let batch: Batch = { lines: [], faults: [], end: 0 }
  let begin = 0
  for await (const { number, text, fault, end } of readLines(bytesOf(descriptor))) {
    batch.end = end
    try {
      if (text === undefined) batch.faults.push({ number, reason: fault! })
      else batch.lines.push({ number, line: parseLine(text) })
    } catch (error) {
      if (!(error instanceof InvalidLineError)) throw error
      batch.faults.push({ number, reason: error.message })
    }
    if (batch.lines.length + batch.faults.length >= batchLines || end - begin > batchBytes) {
      yield batch
      begin = end
      batch = { lines: [], faults: [], end }
    }
  }
  if (batch.lines.length + batch.faults.length > 0) yield batch
}

const bytesOf = (fd: number): AsyncIterable<Buffer> => createReadStream('', { fd, start: 0, autoClose: false })

/** Calls `use` with a descriptor of the file. For `-`, it first copies `input` to a temporary file, because an import
 *  reads the file twice. This file is unlinked at once, so it disappears even if the process is killed. */
export async function withHistory<T>(
  file: string,
  input: Readable,
  use: (descriptor: number) => Promise<T>,
): Promise<T> {
  const descriptor = file === '-' ? await spool(input) : openSync(file, 'r')
  try {
    return await use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function spool(input: Readable): Promise<number> {
  const path = join(tmpdir(), `rollcall-${randomUUID()}`)
  const descriptor = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  await pipeline(input, createWriteStream('', { fd: descriptor, autoClose: false }))
  return descriptor
}
