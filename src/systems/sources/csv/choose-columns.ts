import type { Candidate, Column } from './column-scores.ts'
import type { Meaning } from './header-words.ts'

/** The column of a field, and why a person must check it. */
export interface ChosenColumn {
  column: Column
  /** Another column that may hold the field, too. */
  rival?: Column
  /** Whether the name of the column says little. */
  isWeak: boolean
}

/** Below this score, a person must check the candidate: its name or its values say too little. */
const certain = 80
/** A second candidate within this distance of the best one is a rival. */
const near = 40

/** Gives each field its best column, and each column to one field. Returns the fields in the order of the columns, which is that of
 *  the addresses of a contact.
 *  @param candidates the best one first */
export function chooseColumns(candidates: Candidate[], columns: Column[]): Map<Meaning, ChosenColumn> {
  const chosen = new Map<Meaning, ChosenColumn & { score: number }>()
  const fieldOf = new Map<Column, Meaning>()
  for (const { meaning, column, score } of candidates) {
    if (chosen.has(meaning) || fieldOf.has(column)) continue
    // A person cannot check a column without values.
    const isWeak = score < certain && hasValues(column)
    chosen.set(meaning, { column, isWeak, score })
    fieldOf.set(column, meaning)
  }
  for (const { meaning, column, score } of candidates) {
    const best = chosen.get(meaning)
    if (!best || best.rival || column === best.column || fieldOf.has(column)) continue
    if (score >= best.score - near && hasValues(column) && !hasSameValues(column, best.column)) best.rival = column
  }
  return new Map([...chosen].sort(([, one], [, other]) => columns.indexOf(one.column) - columns.indexOf(other.column)))
}

const hasValues = ({ values }: Column) => values.some((value) => value !== '')

const hasSameValues = (one: Column, other: Column) =>
  one.values.every((value, index) => value === other.values[index] || other.values[index] === '')
