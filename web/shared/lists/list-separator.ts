/** The separator of the CSV that a spreadsheet in the language expects: a semicolon where the comma separates decimals. */
export const listSeparator = (locale: string): ',' | ';' =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === '.')
    ? ','
    : ';'

const cellsAndCommas = /"(?:[^"]|"")*"|[^,"\r\n]+|,/g

/** Writes the service's CSV, which has commas, with another separator. */
export function separatedBy(separator: ',' | ';', csv: string): string {
  if (separator === ',') return csv
  return csv.replace(cellsAndCommas, (found) => {
    if (found === ',') return separator
    return found.includes(separator) && !found.startsWith('"') ? `"${found}"` : found
  })
}
