import { read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { cellText } from './cell-text.ts'
import { hiddenInOds } from './hidden-in-ods.ts'

/** A sheet as CSV. Each line is a row of the sheet. */
export interface CsvSheet {
  name: string
  isHidden: boolean
  csv: string
  /** Rows that are not empty. */
  rows: number
  /** Rows among them that a filter or a person has hidden. */
  hiddenRows: number
  /** Cells that show an error such as `#N/A`. They are empty in the CSV. */
  errors: number
}

/** Returns the sheets that are not empty, the hidden ones last.
 *  @throws if the file is no workbook, is damaged, or needs a password */
export function convert(bytes: ArrayBuffer): CsvSheet[] {
  // `cellStyles` also reads which rows are hidden.
  const workbook = read(bytes, { dense: true, cellNF: true, cellText: false, cellHTML: false, cellStyles: true })
  const hidden = workbook.Workbook?.Sheets ? [] : hiddenInOds(bytes)
  return workbook.SheetNames.map((name, index) => ({ ...csvSheet(workbook, name, index), ...hidden[index] }))
    .filter(({ rows }) => rows > 0)
    .sort((one, other) => Number(one.isHidden) - Number(other.isHidden))
}

function csvSheet({ Sheets, Workbook }: WorkBook, name: string, index: number): CsvSheet {
  const sheet = Sheets[name]!
  const { lines, errors } = linesOf(sheet, Workbook?.WBProps?.date1904 === true)
  return {
    name,
    isHidden: (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    csv: lines.map((line) => `${line}\r\n`).join(''),
    rows: lines.filter(Boolean).length,
    hiddenRows: Array.from(sheet['!rows'] ?? []).filter((row, at) => row?.hidden && lines[at]).length,
    errors,
  }
}

/** All lines have the same number of cells, but an empty row is an empty line. */
function linesOf(sheet: WorkSheet, is1904: boolean) {
  let errors = 0
  const rows = Array.from(sheet['!data'] ?? [], (row = []) =>
    Array.from(row, (cell) => {
      if (cell === undefined || cell.t === 'z') return ''
      const text = cellText(cell, is1904)
      if (text === undefined) errors++
      return text ?? ''
    }),
  )
  const columns = rows.reduce((most, row) => Math.max(most, row.findLastIndex(Boolean) + 1), 0)
  const first = rows.reduce((least, row) => Math.min(least, row.findIndex(Boolean) >>> 0), columns)
  const cells = (row: string[]) => Array.from({ length: columns - first }, (_, at) => quoted(row[first + at] ?? ''))
  const lines = rows.map((row) => (row.some(Boolean) ? cells(row).join(',') : ''))
  return { lines: lines.slice(0, lines.findLastIndex(Boolean) + 1), errors }
}

/** Quotes each text, so that nothing in it looks like a separator. */
const quoted = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
