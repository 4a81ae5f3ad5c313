import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { type Client, ProblemError, type Submission, type Task } from '../../client/client.ts'
import { maxItems } from '../notifications/submit/submission.ts'
import { isNew } from '../notifications/submit/submission-outcome.ts'
import type { ParameterFault } from '../platform/errors/errors.ts'
import { asParameter } from '../platform/errors/invalid-body.ts'
import { bodyLimits, contentFaults } from '../platform/errors/json-faults.ts'
import { serverLimits } from '../platform/http/limits.ts'
import { decodeUtf8 } from '../platform/http/utf8.ts'
import { readLines } from '../systems/import/read-lines.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { CommandFailure, onOneLine, print, printNote, UsageFailure } from './terminal.ts'

export function notifyCommand(command: Command) {
  addServiceOptions(command)
    .option('--category <category>', 'the category of the notifications in an NDJSON file')
    .option('--target <target>', 'the target of the notifications in an NDJSON file')
    .option('--refuse', 'if a line has a fault, reject its whole task (up to 1,000 lines), not only that line')
    .option('--dry-run', 'print the outcomes and the faults, and store and send nothing')
  command.action(async (entity: string, file: string) => {
    const { category, target, refuse, dryRun } = command.opts<NotifyOptions>()
    if ((category === undefined) !== (target === undefined)) throw new UsageFailure('Set both --category and --target.')
    if (refuse && target === undefined) throw new UsageFailure('--refuse needs --category and --target.')
    const bytes = file === '-' ? process.stdin : createReadStream(file)
    const dry = dryRun ? { dry_run: true } : {}
    await withClient(command, async (client) => {
      if (category === undefined || target === undefined) {
        const submission = parseSubmission(await buffer(bytes))
        const body = { ...submission, ...dry }
        const task = await client.notify(entity, body)
        printNote(body.dry_run ? nothingStored : acceptance(task))
        return report(command, task)
      }
      if (dryRun) printNote(nothingStored)
      const envelope = { category, target, on_fault: refuse ? ('refuse' as const) : ('skip' as const), ...dry }
      for await (const lines of tasksOfLines(bytes)) {
        const task = await submitLines(client, entity, envelope, lines)
        report(command, task)
        if (refuse && !dryRun && task.faults) printNote(rejection(lines))
      }
    })
  })
}

interface NotifyOptions {
  category?: string
  target?: string
  refuse?: true
  dryRun?: true
}

interface LineFault extends ParameterFault {
  /** From 1; undefined for a JSON file. */
  line?: number
}

interface Report extends Partial<Task> {
  faults?: LineFault[]
  notes?: (NonNullable<Task['notes']>[number] & Pick<LineFault, 'line'>)[]
}

const nothingStored = 'Dry run: nothing was stored or sent. These are the outcomes that a real run would have.'

const acceptance = ({ task_id, notifications }: Task) =>
  notifications.some(({ outcome }) => isNew(outcome))
    ? `Accepted as task ${task_id}.`
    : 'Accepted. No visit is new or has moved, so the service keeps no task.'

/** A file has several tasks, and the others may be accepted. */
function rejection({ items, faults }: TaskLines): string {
  const numbers = [...items.map(({ number }) => number), ...faults.map(({ line }) => line!)]
  return `Nothing was stored of lines ${Math.min(...numbers)} to ${Math.max(...numbers)}. Correct the faults and submit these lines again.`
}

/** Prints a line for each notification, and the notes and the faults on standard error. The exit code is 1 if there are faults. */
function report(command: Command, task: Report) {
  const { notifications = [], faults = [], notes = [] } = task
  const lines = notifications.map(({ id, external_id, outcome }) => `${id}  ${onOneLine(external_id)}  ${outcome}`)
  print(command, task, lines.join('\n'))
  for (const { line, parameter, reason } of [...notes, ...faults]) {
    printNote(`${line === undefined ? '' : `line ${line}: `}${`${parameter} ${reason}`.trimStart()}`)
  }
  if (faults.length > 0) process.exitCode = 1
}

/** The lines of a task. */
interface TaskLines {
  items: { number: number; value: unknown }[]
  /** The faults of the lines that are not JSON. */
  faults: LineFault[]
}

// The members of a task around its notifications.
const envelopeBytes = 1_024

async function* tasksOfLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<TaskLines> {
  let lines: TaskLines = { items: [], faults: [] }
  let size = envelopeBytes
  for await (const { number, text, fault } of readLines(bytes)) {
    const { value, faults } = readLine(text, fault)
    const itemSize = faults.length === 0 ? Buffer.byteLength(JSON.stringify(value)) + 1 : 0
    const isFull =
      lines.items.length === maxItems || lines.faults.length >= maxItems || size + itemSize > serverLimits.bodyLimit
    if (isFull && lines.items.length + lines.faults.length > 0) {
      yield lines
      lines = { items: [], faults: [] }
      size = envelopeBytes
    }
    size += itemSize
    if (faults.length === 0) lines.items.push({ number, value })
    lines.faults.push(...faults.map((one) => ({ line: number, ...one })))
  }
  if (lines.items.length + lines.faults.length > 0) yield lines
}

function readLine(text: string | undefined, fault: string | undefined) {
  const whole = (reason: string) => ({ value: undefined, faults: [{ parameter: '', reason }] })
  if (text === undefined) return whole(fault!)
  try {
    const value: unknown = JSON.parse(text)
    return { value, faults: contentFaults(value, bodyLimits).faults.map(asParameter) }
  } catch {
    return whole('is not JSON')
  }
}

/** Submits a task. Its faults have the numbers of their lines. */
async function submitLines(
  client: Client,
  entity: string,
  envelope: Omit<Submission, 'notifications'>,
  { items, faults: unreadable }: TaskLines,
): Promise<Report> {
  if (items.length === 0) return { faults: unreadable }
  const notifications = items.map(({ value }) => value) as Submission['notifications']
  const isRefused = envelope.on_fault === 'refuse' && unreadable.length > 0
  // A refused task still goes to the service, as a dry run that finds the faults of its other lines.
  const submission = { ...envelope, notifications, ...(isRefused && { dry_run: true }) }
  const {
    faults: found = [],
    notes = [],
    ...task
  }: Report = await client.notify(entity, submission).catch((error) => ({ faults: faultsOfItems(error) }))
  const faults = [...unreadable, ...found.map((fault) => onLine(fault, items))].sort((a, b) => a.line! - b.line!)
  return {
    ...(isRefused ? {} : task),
    ...(faults.length > 0 && { faults }),
    ...(notes.length > 0 && { notes: notes.map((note) => onLine(note, items)) }),
  }
}

const item = /^\/notifications\/(\d+)/

/** @throws the error, unless the service rejected items */
function faultsOfItems(error: unknown): ParameterFault[] {
  const isOfItems = error instanceof ProblemError && error.errors.every(({ parameter }) => item.test(parameter))
  if (isOfItems && error.code === 'invalid-body') return error.errors
  throw error
}

const onLine = <Found extends ParameterFault>(found: Found, items: TaskLines['items']) => ({
  ...found,
  line: items[Number(item.exec(found.parameter)![1])]!.number,
  parameter: found.parameter.replace(item, ''),
})

/** Parses the file as the service parses a body. JSON.stringify would hide numbers that are too large. */
function parseSubmission(bytes: Buffer): Submission {
  const text = attempt(() => decodeUtf8(bytes), 'The file is not UTF-8. Save it as UTF-8 and run the command again.')
  const value = attempt(() => JSON.parse(text), 'The file is not JSON. The reference at /docs describes its format.')
  const { faults } = contentFaults(value, bodyLimits)
  if (faults.length === 0) return value
  throw new CommandFailure(
    `The file is invalid:\n${faults.map(({ pointer, reason }) => `  ${pointer} ${reason}`).join('\n')}`,
  )
}

function attempt<Result>(read: () => Result, remedy: string): Result {
  try {
    return read()
  } catch {
    throw new CommandFailure(remedy)
  }
}
