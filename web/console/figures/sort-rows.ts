import { type EndName, endNames, knownEnds, type Over } from './known-ends.ts'

/** A group of the comparison. The counts are absent while they load. */
export interface Row {
  value?: string
  over?: Over | undefined
}

export const sortColumns = ['name', 'over', ...endNames] as const
export type SortColumn = 'name' | 'over' | EndName

export interface Sorting {
  column: SortColumn
  isDescending: boolean
}

/** Parses the `sort` parameter: a column, with `-` for descending. */
export function sortingOf(text = ''): Sorting | undefined {
  const isDescending = text.startsWith('-')
  const column = sortColumns.find((one) => one === text.slice(isDescending ? 1 : 0))
  return column && { column, isDescending }
}

/** The address after a click on a column's heading. Numbers begin with the largest. */
export function sortedBy(column: SortColumn, sorting: Sorting | undefined): string {
  const isDescending = sorting?.column === column ? !sorting.isDescending : column !== 'name'
  return isDescending ? `-${column}` : column
}

/** Sorts by the percentage, or by the name. Rows without it are last.
 *  @param compareNames undefined where the rows are already in their order, such as weekdays */
export function sortRows(
  rows: readonly Row[],
  sorting: Sorting | undefined,
  compareNames: ((one: string, other: string) => number) | undefined,
): readonly Row[] {
  if (!sorting) return rows
  const { column, isDescending } = sorting
  const isKnown = (row: Row) => (column === 'name' ? row.value : shareOf(row, column)) !== undefined
  const known = rows.filter(isKnown)
  if (column !== 'name') known.sort((one, other) => shareOf(one, column)! - shareOf(other, column)!)
  else if (compareNames) known.sort((one, other) => compareNames(one.value!, other.value!))
  return [...(isDescending ? known.toReversed() : known), ...rows.filter((row) => !isKnown(row))]
}

function shareOf({ over }: Row, column: 'over' | EndName): number | undefined {
  const whole = over && knownEnds(over)
  if (!whole) return undefined
  return column === 'over' ? whole : over[column] / whole
}
