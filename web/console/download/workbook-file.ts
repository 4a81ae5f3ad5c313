import { type CellObject, utils, write } from '@e965/xlsx'
import type { Cell, Table } from '../../shared/lists/list-file.ts'

const dayMs = 86_400_000
// The day of the number 0 in a workbook.
const epoch = Date.UTC(1899, 11, 30)

/** Writes days and times as such, so that a spreadsheet can sort and compute them. A text is never a formula. */
function cellOf(cell: Cell): CellObject {
  if (typeof cell === 'number') return { t: 'n', v: cell }
  if (typeof cell === 'string') return { t: 's', v: cell }
  if ('day' in cell) return { t: 'n', v: (Date.parse(cell.day) - epoch) / dayMs, z: 'yyyy-mm-dd' }
  const [hours, minutes] = cell.time.split(':').map(Number)
  return { t: 'n', v: (hours! * 60 + minutes!) / 1440, z: 'hh:mm' }
}

/** Returns a workbook with a sheet for each table. */
export function workbookFile(sheets: { name: string; table: Table }[]): Blob {
  const book = utils.book_new()
  for (const { name, table } of sheets) {
    const sheet = utils.aoa_to_sheet(table.map((row) => row.map(cellOf)))
    sheet['!cols'] = (table[0] ?? []).map((_, column) => ({ wch: widthOf(table, column) }))
    // The name of a sheet has at most 31 characters, and none of these.
    utils.book_append_sheet(book, sheet, name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31))
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob([write(book, { type: 'array', bookType: 'xlsx', compression: true })], { type })
}

function widthOf(table: Table, column: number) {
  const lengths = table.slice(0, 200).map((row) => {
    const cell = row[column] ?? ''
    return typeof cell === 'object' ? 10 : String(cell).length
  })
  return Math.min(Math.max(8, ...lengths) + 2, 48)
}
