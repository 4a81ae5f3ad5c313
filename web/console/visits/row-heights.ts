/** The heights of a list's rows, in pixels. */
export interface Heights {
  heading: number
  row: number
}

/** Returns the distance of each row from the top of the list, and last the height of the list. */
export function topsOf<Row>(rows: Row[], isHeading: (row: Row) => boolean, { heading, row }: Heights): Float64Array {
  const tops = new Float64Array(rows.length + 1)
  for (const [index, one] of rows.entries()) tops[index + 1] = tops[index]! + (isHeading(one) ? heading : row)
  return tops
}

/** Returns the row at a distance from the top of the list. */
export function rowAt(tops: Float64Array, distance: number): number {
  let [low, high] = [0, tops.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (tops[middle]! <= distance) low = middle
    else high = middle
  }
  return low
}
