import type { Dirent } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type CsvReport, ProblemError } from '../../client/client.ts'
import { faultLine } from './fault-lines.ts'
import { CommandFailure, printNote } from './terminal.ts'

// Folders of file servers report no changes.
const lookEveryMs = 1_000

/** Submits the files of a folder in the order of their names, and looks for new ones until `stop` is aborted. Moves a file to
 *  `importing/` before it reads it, so that another export can take its name meanwhile. Then moves it to `done/`, or to `failed/` if it
 *  has a fault, after its import and its report are complete: a file that was interrupted is submitted again, which changes nothing.
 *  @throws ProblemError if the service rejects the request itself */
export async function watchFolder(
  folder: string,
  submit: (path: string) => Promise<CsvReport>,
  stop: AbortSignal = onSignal(),
) {
  if (!(await stat(folder)).isDirectory()) throw new CommandFailure(`${folder} is not a folder.`)
  for (const name of ['importing', 'done', 'failed']) await mkdir(join(folder, name), { recursive: true })
  printNote(`Watching ${folder}. Write each file under another name, and rename it to NAME.csv or NAME.txt.`)
  while (!stop.aborted) {
    const name = (await filesOf(join(folder, 'importing')))[0] ?? (await claimFile(folder))
    const isTaken = name !== undefined && (await take(folder, name, submit))
    if (!isTaken) await setTimeout(lookEveryMs, undefined, { signal: stop }).catch(() => {})
  }
}

/** Aborted by SIGTERM or SIGINT. */
function onSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/** Moves the first file to `importing/`. Returns its name, if there is one. */
async function claimFile(folder: string): Promise<string | undefined> {
  for (const name of await filesOf(folder)) {
    const isClaimed = await rename(join(folder, name), join(folder, 'importing', name)).then(() => true, unlessAbsent)
    if (isClaimed) return name
  }
  return undefined
}

/** @throws the error, unless somebody has removed the file */
function unlessAbsent(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOENT') throw error
  return false
}

const maxNameBytes = 200

/** Returns the files in the order of their names. Files that are still written have another ending, or begin with a dot. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) =>
    /^[^.].*\.(csv|txt)$/is.test(name),
  )
  const [files, others] = [entries.filter(isTakeable), entries.filter((entry) => !isTakeable(entry))]
  for (const { name } of others) noteIgnored(name)
  return files.map(({ name }) => name).sort()
}

/** A name in another charset than UTF-8 cannot be opened. The name of a report is longer than that of its file. */
const isTakeable = (entry: Dirent) =>
  entry.isFile() && !/[\p{Cc}\ufffd]/u.test(entry.name) && Buffer.byteLength(entry.name) <= maxNameBytes

const noted = new Set<string>()

function noteIgnored(name: string) {
  if (noted.has(name)) return
  noted.add(name)
  printNote(
    `${JSON.stringify(name)} is ignored. A file must be a regular file, and its name must be UTF-8, without control characters, of at most ${maxNameBytes} bytes.`,
  )
}

/** Returns false if the service did not take the file, and a later attempt can succeed. */
async function take(folder: string, name: string, submit: (path: string) => Promise<CsvReport>): Promise<boolean> {
  const path = join(folder, 'importing', name)
  const before = await stat(path)
  const report = await submit(path).catch(unlessTemporary)
  const after = await stat(path)
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    printNote(`${name} was written while it was read. Reading it again.`)
    return false
  }
  if (!report) {
    printNote(`${name} waits in importing/: the service did not take it. Trying again.`)
    return false
  }
  const { rows, faulty, faults } = report
  const target = join(folder, faults.length > 0 ? 'failed' : 'done')
  const moved = await freeName(target, name)
  await writeDurably(join(target, `${moved}.report.json`), `${JSON.stringify({ file: name, ...report }, null, 2)}\n`)
  await rename(path, join(target, moved))
  await syncFolder(target)
  await syncFolder(join(folder, 'importing'))
  const counts = `${rows} ${rows === 1 ? 'row' : 'rows'}, ${faulty} with faults`
  const first = faults[0] && ` First fault: ${faultLine(faults[0])}.`
  printNote(`${name}: ${counts}.${first ?? ''} The report is ${join(target, `${moved}.report.json`)}.`)
  return true
}

/** Returns undefined if a later attempt can succeed.
 *  @throws the error otherwise */
function unlessTemporary(error: unknown): undefined {
  const isUnreachable = error instanceof TypeError
  const isTaken = (error as NodeJS.ErrnoException).code === 'ENOENT'
  const isBusy = error instanceof ProblemError && (error.status === 429 || error.status >= 500)
  if (!isUnreachable && !isBusy && !isTaken) throw error
}

/** Returns the name, with a number if an earlier file has it. */
async function freeName(folder: string, file: string): Promise<string> {
  const { name, ext } = parse(file)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? file : `${name}.${number}${ext}`
    const isTaken = await lstat(join(folder, candidate)).then(
      () => true,
      () => false,
    )
    if (!isTaken) return candidate
  }
}

/** Writes a file that is whole or absent after a crash. */
async function writeDurably(path: string, text: string) {
  const temporary = `${path}.new`
  const file = await open(temporary, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  await rename(temporary, path)
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
