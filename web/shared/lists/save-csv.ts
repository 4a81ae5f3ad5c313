import { listSeparator, separatedBy } from './list-separator.ts'

// Without it, Excel takes UTF-8 for the charset of the system.
const byteOrderMark = '\ufeff'

/** Saves a list of the service as a file that a spreadsheet in the language opens. */
export async function saveList(csv: Blob, name: string, locale: string) {
  const separator = listSeparator(locale)
  saveCsv(separator === ',' ? csv : new Blob([separatedBy(separator, await csv.text())]), name)
}

/** Saves CSV in UTF-8 as a file. */
export const saveCsv = (csv: Blob, name: string) =>
  saveFile(new Blob([byteOrderMark, csv], { type: 'text/csv' }), `${name}.csv`)

export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
