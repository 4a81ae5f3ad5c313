import { hash } from 'node:crypto'
import type { Entity } from '../../entities/entity.ts'
import type { JsonFault } from '../../invalid-body.ts'
import { type Item, maxItems, type Submission } from '../../notifications/submit/submission.ts'
import type { SubmissionOutcome } from '../../notifications/submit/submission-outcome.ts'
import { decode } from './charset.ts'
import { type Columns, findColumns } from './columns.ts'
import { type CsvFault, UnreadableFile } from './fault.ts'
import { type RowConverter, rowConverter } from './items.ts'
import type { Mapping } from './mapping.ts'
import { addFaults, type CsvReport, emptyReport } from './report.ts'
import { type Row, readRows } from './rows.ts'

/** Bounds the memory of the keys that were read. */
const maxRows = 1_000_000

/** The rows of a task. */
export interface RowsOfTask {
  body: Submission
  /** The line of each item. */
  lines: number[]
}

export interface TaskResult {
  /** Of the accepted items, in their order. */
  outcomes: SubmissionOutcome[]
  /** With pointers into the body. */
  faults: JsonFault[]
}

/** Reads a file, and passes its rows to `take` as tasks of at most 1,000. Skips and reports the rows that have a fault.
 *  @throws the errors of `take` and of `bytes` */
export async function readFile(
  bytes: AsyncIterable<Uint8Array>,
  mapping: Mapping,
  entity: Entity,
  take: (task: RowsOfTask) => Promise<TaskResult>,
): Promise<CsvReport> {
  const report = emptyReport()
  const seen = new Map<string, number>()
  let columns: Columns | undefined
  let converter: RowConverter | undefined
  let task = emptyTask()
  try {
    for await (const rows of readRows(decode(bytes, mapping.charset ?? 'utf-8'), mapping.separator)) {
      for (const row of rows) {
        if (converter) addRow(row, converter)
        else {
          columns = findColumns(row, mapping)
          converter = rowConverter(mapping, columns, entity)
        }
        if (task.items.length + task.faults.length >= maxItems) await flush()
      }
    }
    if (!columns) throw new UnreadableFile({ line: 1, reason: 'is missing: the file is empty' })
    await flush()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await flush()
    report.complete = false
    addFaults(report, error.faults)
  }
  return report

  function addRow(row: Row, { itemOf, faultAt }: RowConverter) {
    if (report.rows >= maxRows)
      throw new UnreadableFile({
        line: row.line,
        reason: `and the rest were not read: a file has at most ${maxRows} rows`,
      })
    report.rows++
    const { line, ...read } = itemOf(row)
    const found = 'faults' in read ? read.faults : repetition(line, read.item, faultAt)
    if (found.length > 0) {
      report.faulty++
      task.faults.push(...found)
    } else if ('item' in read) {
      task.items.push(read.item)
      task.lines.push(line)
    }
  }

  /** Of two rows with the same key, the later one would replace the earlier one. */
  function repetition(line: number, item: Item, faultAt: RowConverter['faultAt']): CsvFault[] {
    const key = shortKey(item.external_id)
    const earlier = seen.get(key)
    if (earlier !== undefined)
      return [faultAt(line, item, { pointer: '/external_id', reason: `is also that of line ${earlier}` })]
    seen.set(key, line)
    return []
  }

  async function flush() {
    const { items, lines, faults } = task
    task = emptyTask()
    if (items.length > 0) {
      const { category, target } = mapping
      const body = { category, target, on_fault: 'skip' as const, notifications: items }
      const { outcomes, faults: found } = await take({ body, lines })
      for (const outcome of outcomes) report.outcomes[outcome]++
      report.faulty += items.length - outcomes.length
      for (const { pointer, reason } of found) {
        const [, index, rest] = /^\/notifications\/(\d+)(.*)/.exec(pointer)!
        const place = Number(index)
        faults.push(converter!.faultAt(lines[place]!, items[place]!, { pointer: rest!, reason }))
      }
    }
    addFaults(
      report,
      faults.sort((one, other) => one.line - other.line),
    )
  }
}

const emptyTask = () => ({ items: [] as Item[], lines: [] as number[], faults: [] as CsvFault[] })

/** Keys can have 320 characters. */
const shortKey = (key: string) => (key.length <= 24 ? key : hash('sha256', key, 'base64url'))
