import { oneLine } from '../../one-line.ts'
import { replacement } from './charset.ts'
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
  const faults = [...mapped].flatMap((column): CsvFault[] => {
    const count = names.filter((name) => name === column).length
    if (count === 1) return []
    const reason = count === 0 ? `is not in the header; ${headerOf(names)}` : `is ${count} times in the header`
    return [{ line, column, reason }]
  })
  if (faults.length > 0) throw new UnreadableFile(...faults)
  return { names, indexes: new Map([...mapped].map((column) => [column, names.indexOf(column)])) }
}

// A binary file can have any header.
const isReadable = (name: string) => name !== '' && name.length <= 64 && !name.includes(replacement)

const headerOf = (names: string[]) => {
  const readable = names.filter(isReadable)
  const shown = readable.slice(0, 20).join(', ')
  return readable.length === names.length && shown !== ''
    ? `its columns are ${shown}${readable.length > 20 ? ', …' : ''}`
    : 'it has no readable names. Check the charset and the separator of the mapping'
}

/** Returns the fault of a row whose number of cells differs from the header's. Spreadsheets add empty cells. */
export function countFault({ line, cells }: Row, { names }: Columns): CsvFault | undefined {
  const missing = names[cells.length]
  if (missing !== undefined)
    return {
      line,
      column: missing,
      reason: `is missing: the row has ${cells.length} cells, and the header ${names.length}`,
    }
  if (cells.slice(names.length).every((cell) => cell.trim() === '')) return undefined
  return { line, reason: `has ${cells.length} cells, and the header ${names.length}` }
}
