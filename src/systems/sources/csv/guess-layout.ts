import { looksLikeData } from './cell-kinds.ts'
import { textOfCell } from './cells.ts'
import { numbersOf } from './columns.ts'
import { UnreadableFile } from './fault.ts'
import type { Mapping } from './mapping.ts'
import { once } from './once.ts'
import { type Row, readRows } from './rows.ts'
import { namedSeparator, separators } from './separator.ts'

interface GuessedLayout extends Pick<Mapping, 'separator' | 'skip' | 'header'> {
  names: string[]
  /** The cells of the rows below the header. */
  rows: string[][]
}

/** Rows above the header have titles, and the day of the list. */
const maxSkipped = 20

/** Guesses how a file separates its cells, and where its header is. */
export async function guessLayout(text: string, isCut: boolean): Promise<GuessedLayout> {
  const named = namedSeparator(text)
  const read = await Promise.all(
    (named === undefined ? separators : [named]).map(async (separator) => ({
      separator,
      rows: await firstRows(text, separator, isCut),
    })),
  )
  const { separator, rows } = read.reduce((best, one) => (regularity(one.rows) > regularity(best.rows) ? one : best))
  const width = usualWidth(rows)
  const full = rows.slice(0, maxSkipped).findIndex((row) => filled(row) >= Math.max(2, width * 0.6))
  // Some columns of a header can lack a name.
  const isSparseHeader = full > 0 && isHeader(rows[full - 1]!) && !isHeader(rows[full]!)
  const index = Math.max(0, isSparseHeader ? full - 1 : full)
  const header = rows[index]
  if (!header) return { separator, names: [], rows: [] }
  const skip = index === 0 ? 0 : rows[index]!.line - 1
  const hasHeader = !looksLikeData(header.cells)
  return {
    separator,
    ...(skip > 0 && { skip }),
    ...(!hasHeader && { header: false }),
    names: hasHeader ? header.cells.map(textOfCell) : numbersOf(header.cells),
    rows: rows.slice(hasHeader ? index + 1 : index).map(({ cells }) => cells),
  }
}

const isHeader = (row: Row) => filled(row) >= 2 && !looksLikeData(row.cells)

const filled = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/** The median number of filled cells. */
function usualWidth(rows: Row[]): number {
  const widths = rows.map(filled).sort((one, other) => one - other)
  return widths[Math.floor(widths.length / 2)] ?? 0
}

/** How many cells beyond the first the rows of the most frequent width have together. */
function regularity(rows: Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows.slice(0, 50)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return Math.max(0, ...[...counts].map(([width, count]) => (width - 1) * count))
}

/** Reads rows until the first one that is not readable. The last row of a cut file may be incomplete. */
async function firstRows(text: string, separator: string, isCut: boolean): Promise<Row[]> {
  const read: Row[] = []
  try {
    for await (const rows of readRows(once(text), { separator })) read.push(...rows)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
  }
  return isCut ? read.slice(0, -1) : read
}
