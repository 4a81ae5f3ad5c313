import { type CellObject, SSF } from '@e965/xlsx'

/** The text of a cell in a CSV file. The value decides, not how the workbook shows it. A day is `2026-12-14`, a moment
 *  `2026-12-14T14:30:00`, and a time of day `14:30`. Undefined for an error such as `#N/A`.
 *  @param is1904 whether the workbook counts days from 1904 */
export function cellText({ t, v, z }: CellObject, is1904: boolean): string | undefined {
  if (t === 'e') return undefined
  if (t === 'n') return numberText(Number(v), String(z ?? 'General'), is1904)
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  return String(v ?? '')
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .trim()
}

const numberText = (value: number, format: string, is1904: boolean) =>
  SSF.is_date(format) ? timeText(value, format, is1904) : digits(value, format)

const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 10 })

/** All digits, without an exponent. Zeros or a plus sign at the beginning exist only in the format. */
function digits(value: number, format: string): string {
  const text = plain.format(value)
  if (!Number.isSafeInteger(value) || value < 0 || format.includes(',')) return text
  const shown = SSF.format(format, value).trim()
  const isLonger = /^[+0(]/.test(shown) && shown.replaceAll(/\D/g, '').endsWith(text)
  return isLonger ? shown : text
}

const secondsOfDay = 86_400
const dayMs = secondsOfDay * 1_000
const firstDays = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Programs write moments with the format of a day, so the value decides: only a format without a day means a time of day. */
function timeText(value: number, format: string, is1904: boolean): string {
  const total = Math.round(value * secondsOfDay)
  const [day, seconds] = [Math.floor(total / secondsOfDay), total % secondsOfDay]
  const hasDay = /[yd]|mmm/i.test(withoutText(format))
  // A formula that shows an empty cell gives 0.
  if (total === 0 && hasDay) return ''
  if (!hasDay || day === 0) return timeOfDay(isDuration(format) ? total : seconds)
  const date = new Date(firstDays[is1904 ? 1904 : 1900] + day * dayMs).toISOString().slice(0, 10)
  return seconds === 0 ? date : `${date}T${clock(seconds)}`
}

/** A number format without quoted texts, single characters and the name of a language or colour. */
const withoutText = (format: string) => format.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')

const isDuration = (format: string) => /\[h+\]/i.test(format)

const twoDigits = (count: number) => String(Math.floor(count)).padStart(2, '0')

const clock = (seconds: number) => [seconds / 3_600, (seconds % 3_600) / 60, seconds % 60].map(twoDigits).join(':')

const timeOfDay = (seconds: number) => clock(seconds).replace(/:00$/, '')
