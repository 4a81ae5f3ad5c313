import { oneLine } from '../../../platform/text/one-line.ts'
import { type CsvFault, UnreadableFile } from './fault.ts'
import { columnsOf, type Mapping, sourceOf } from './mapping.ts'
import type { Row } from './rows.ts'

/** The columns of a file. */
export interface Columns {
  names: string[]
  /** The indexes of the columns that the mapping names. */
  indexes: Map<string, number>
}

/** Finds the columns of the mapping in the header.
 *  @throws UnreadableFile with a fault for each column that is missing or ambiguous */
export function findColumns({ line, cells }: Row, { fields }: Pick<Mapping, 'fields'>): Columns {
  const names = cells.map(oneLine)
  const mapped = new Set(Object.values(fields).flatMap((source) => columnsOf(sourceOf(source))))
  const advice = names.some((name) => mapped.has(name)) ? '' : '. Check the separator and the charset of the mapping'
  const faults = [...mapped].flatMap((column): CsvFault[] => {
    const count = names.filter((name) => name === column).length
    if (count === 1) return []
    return [{ line, column, reason: count === 0 ? `is not in the header${advice}` : `is ${count} times in the header` }]
  })
  if (faults.length > 0) throw new UnreadableFile(...faults)
  return { names, indexes: new Map([...mapped].map((column) => [column, names.indexOf(column)])) }
}

// In characters: no mapping can name a longer column. A report can have 1,000 faults.
const maxName = 256

/** Returns the fault of a row whose number of cells differs from the header's. Spreadsheets add empty cells. */
export function countFault({ line, cells }: Row, { names }: Columns): CsvFault | undefined {
  const missing = names[cells.length]
  if (missing !== undefined)
    return {
      line,
      ...(missing.length <= maxName && { column: missing }),
      reason: `is missing: the row has ${cells.length} cells, and the header ${names.length}`,
    }
  if (cells.slice(names.length).every((cell) => cell.trim() === '')) return undefined
  return { line, reason: `has ${cells.length} cells, and the header ${names.length}` }
}
