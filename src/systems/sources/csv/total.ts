import { fold } from '../../../visits/search-text.ts'
import type { Row } from './rows.ts'

const words =
  /^(?:(?:sub|grand) ?)?total\b|^(?:totaux|totales|totais|sum|suma|soma|somme|summe|gesamt\w*|insgesamt|anzahl|count|المجموع|الاجمالي)\b/

/** Whether a row without a visit is the total below the others. */
export function isTotal({ cells }: Row): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length * 2 <= cells.length + 1 && words.test(fold(filled[0] ?? '').trim())
}
