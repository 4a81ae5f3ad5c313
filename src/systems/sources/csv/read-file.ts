import { scheduler } from 'node:timers/promises'
import type { Entity } from '../../../entities/entity.ts'
import { type Item, maxItems, type Submission, type Task } from '../../../notifications/submit/submission.ts'
import type { SubmissionOutcome } from '../../../notifications/submit/submission-outcome.ts'
import type { ParameterFault } from '../../../platform/errors/errors.ts'
import { DiskMap } from '../../../platform/memory/disk-map.ts'
import { decode } from './charset.ts'
import { type Columns, findColumns } from './columns.ts'
import { type CsvFault, UnreadableFile } from './fault.ts'
import { type RowConverter, rowConverter } from './items.ts'
import type { Mapping } from './mapping.ts'
import { addFaults, addNotes, type CsvReport, emptyReport } from './report.ts'
import { type Row, readRows } from './rows.ts'
import { isTotal } from './total.ts'

/** The rows of a task. */
export interface RowsOfTask {
  body: Submission
  /** The line of each item. */
  lines: number[]
}

export interface TaskResult {
  /** The outcomes of the accepted items, in their order. */
  outcomes: SubmissionOutcome[]
  /** The faults of the other items, with pointers into the body. */
  faults: ParameterFault[]
  /** What to know of their addresses, likewise. */
  notes?: Task['notes']
}

// Rows with a fault cause no statement, which would let other work run. These take up to 8 ms.
const rowsPerYield = 200

/** Reads a file, and passes its rows to `take` as tasks of at most 1,000. Skips and reports the rows that have a fault.
 *  @throws the errors of `take` and of `bytes` */
export async function readFile(
  bytes: AsyncIterable<Uint8Array>,
  mapping: Mapping,
  entity: Entity,
  take: (task: RowsOfTask) => Promise<TaskResult>,
): Promise<CsvReport> {
  const report = emptyReport()
  using lineOfKey = new DiskMap()
  let columns: Columns | undefined
  let converter: RowConverter | undefined
  let task = emptyTask()
  try {
    for await (const rows of readRows(decode(bytes, mapping.charset ?? 'utf-8'), mapping)) {
      for (const [index, row] of rows.entries()) {
        if (index % rowsPerYield === 0) await scheduler.yield()
        if (!converter) {
          columns = findColumns(row, mapping)
          converter = rowConverter(mapping, columns, entity)
          if (mapping.header !== false) continue
        }
        addRow(row, converter)
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
    const { line, ...read } = itemOf(row)
    const found = 'faults' in read ? read.faults : repetition(line, read.item, faultAt)
    if (found.length > 0 && isTotal(row)) return
    report.rows++
    if (found.length > 0) {
      report.faulty++
      task.faults.push(...found)
    } else if ('item' in read) {
      task.items.push(read.item)
      task.lines.push(line)
    }
  }

  /** Rejects a row with the key of an earlier row, which it would replace. */
  function repetition(line: number, item: Item, faultAt: RowConverter['faultAt']): CsvFault[] {
    const earlier = lineOfKey.add(item.external_id, String(line))
    if (earlier === undefined) return []
    return [faultAt(line, item, { pointer: '/external_id', reason: `is also that of line ${earlier}` })]
  }

  async function flush() {
    const { items, lines, faults } = task
    task = emptyTask()
    if (items.length > 0) {
      const { category, target } = mapping
      const body = { category, target, on_fault: 'skip' as const, notifications: items }
      const { outcomes, faults: found, notes = [] } = await take({ body, lines })
      for (const outcome of outcomes) report.outcomes[outcome]++
      report.faulty += items.length - outcomes.length
      const inFile = ({ parameter, reason }: ParameterFault) => {
        const [, index, rest] = /^\/notifications\/(\d+)(.*)/.exec(parameter)!
        const place = Number(index)
        return converter!.faultAt(lines[place]!, items[place]!, { pointer: rest!, reason })
      }
      faults.push(...found.map(inFile))
      addNotes(
        report,
        notes.map((note) => ({ ...inFile(note), kind: note.kind })),
      )
    }
    addFaults(
      report,
      faults.sort((one, other) => one.line - other.line),
    )
  }
}

const emptyTask = () => ({ items: [] as Item[], lines: [] as number[], faults: [] as CsvFault[] })
