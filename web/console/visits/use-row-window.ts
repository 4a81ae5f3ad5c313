import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Heights, rowAt, topsOf } from './row-heights.ts'

// Rows above and below those in sight, so that a scroll shows no gap before the next frame.
const spareRows = 4
// The rendered rows change in steps, which is faster than at each pixel.
const step = 4

/** Finds the rows that the page has: those in sight, and some around them.
 *  @param onScroll called with the first row in sight */
export function useRowWindow<Row>(rows: Row[], isHeading: (row: Row) => boolean, onScroll: (first: number) => void) {
  const scroller = useRef<HTMLFieldSetElement>(null)
  // Until the first rows are measured. The list is above them then.
  const [heights, setHeights] = useState<Heights>({ heading: 40, row: 48 })
  const tops = useMemo(() => topsOf(rows, isHeading, heights), [rows, heights])
  const [[begin, end], setRange] = useState<[number, number]>([0, 2 * spareRows])

  function measure() {
    const { scrollTop, clientHeight } = scroller.current!
    const first = rowAt(tops, scrollTop)
    onScroll(first)
    const from = Math.max(0, Math.floor((first - spareRows) / step) * step)
    const to = Math.ceil((rowAt(tops, scrollTop + clientHeight) + spareRows) / step) * step
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
  }

  /** The style sheet decides how high rows are. */
  function measureRows() {
    const heightOf = (row: string) => scroller.current!.querySelector<HTMLElement>(`li${row}`)?.offsetHeight
    const [heading = heights.heading, row = heights.row] = [heightOf('.group'), heightOf(':not(.group)')]
    if (heading !== heights.heading || row !== heights.row) setHeights({ heading, row })
  }

  // Before the first rows, it would lay out the whole page within the task that renders it.
  const isEmpty = rows.length === 0
  useLayoutEffect(() => (isEmpty ? undefined : measureRows()), [rows])
  useLayoutEffect(() => (isEmpty ? undefined : measure()), [tops])
  const latest = useRef(measure)
  latest.current = () => {
    measureRows()
    measure()
  }
  useEffect(() => {
    const watching = new ResizeObserver(() => scroller.current && latest.current())
    watching.observe(scroller.current!)
    return () => watching.disconnect()
  }, [])
  return { scroller, tops, begin, end, rowHeight: heights.row, measure }
}

export type RowWindow = ReturnType<typeof useRowWindow>
