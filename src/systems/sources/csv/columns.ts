import { looksLikeData } from './cell-kinds.ts'
import { textOfCell } from './cells.ts'
import { type CsvFault, UnreadableFile } from './fault.ts'
import { columnsOf, type Mapping, maxColumnName, sourceOf } from './mapping.ts'
import type { Row } from './rows.ts'

/** The columns of a file. */
export interface Columns {
  names: string[]
  /** The indexes of the columns that the mapping names. */
  indexes: Map<string, number>
}

/** Finds the columns of the mapping in the first row, which is the header unless the mapping says that there is none.
 *  @throws UnreadableFile with a fault for each column that is missing or ambiguous */
export function findColumns({ line, cells }: Row, { fields, header }: Pick<Mapping, 'fields' | 'header'>): Columns {
  const names = header === false ? numbersOf(cells) : cells.map(textOfCell)
  const mapped = new Set(Object.values(fields).flatMap((source) => columnsOf(sourceOf(source))))
  const advice = names.some((name) => mapped.has(name)) ? '' : `. ${adviceFor(cells, header)}`
  const faults = [...mapped].flatMap((column): CsvFault[] => {
    const count = names.filter((name) => name === column).length
    if (count === 1) return []
    return [{ line, column, reason: count === 0 ? `is not in the header${advice}` : `is ${count} times in the header` }]
  })
  if (faults.length > 0) throw new UnreadableFile(...faults)
  return { names, indexes: new Map([...mapped].map((column) => [column, names.indexOf(column)])) }
}

/** The names of the columns of a file without a header. */
export const numbersOf = (cells: string[]) => cells.map((_, index) => `${index + 1}`)

function adviceFor(cells: string[], header: boolean | undefined): string {
  if (header === false) return 'Without a header, the names of the columns are their numbers, from 1'
  if (looksLikeData(cells))
    return 'The first line looks like data: without a header, set header to false, and name the columns by their numbers'
  if (cells.filter((cell) => cell.trim() !== '').length < 2)
    return 'The header may be on a later line: set skip to the number of lines before it'
  return 'Check the separator and the charset of the mapping'
}

/** Returns the fault of a row whose number of cells differs from the header's. Spreadsheets add empty cells. */
export function countFault({ line, cells }: Row, { names }: Columns): CsvFault | undefined {
  const missing = names[cells.length]
  if (missing !== undefined)
    return {
      line,
      // A report can have 1,000 faults.
      ...(missing.length <= maxColumnName && { column: missing }),
      reason: `is missing: the row has ${cells.length} cells, and the header ${names.length}`,
    }
  if (cells.slice(names.length).every((cell) => cell.trim() === '')) return undefined
  return { line, reason: `has ${cells.length} cells, and the header ${names.length}` }
}
