import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { RowWindow } from './use-row-window.ts'

/** Moves between the rows by keys. One row at a time is the stop of the Tab key. */
export function useRowKeys<Row extends { key: string }>(
  rows: Row[],
  isHeading: (row: Row) => boolean,
  { scroller, tops, begin, end, rowHeight, measure }: RowWindow,
) {
  const [current, setCurrent] = useState<string>()
  /** The row that gets the focus when it is there. */
  const wanted = useRef<number>(undefined)
  useLayoutEffect(() => {
    const index = wanted.current
    if (index === undefined) return
    wanted.current = undefined
    scroller.current!.querySelector<HTMLElement>('li > [tabindex="0"]')?.focus({ preventScroll: true })
    // The browser may have scrolled when the row that had the focus went.
    bringInSight(index)
  })
  const shown = rows.slice(begin, end)
  const indexOfCurrent = shown.findIndex(({ key }) => key === current)
  const tabStop = begin + (indexOfCurrent >= 0 ? indexOfCurrent : shown.findIndex((row) => !isHeading(row)))

  const bringInSight = (index: number) =>
    scrollTo(scroller.current!, tops[withHeadings(rows, isHeading, index)]!, tops[index + 1]!)

  function moveTo(target: number, direction: 1 | -1) {
    let index = Math.min(rows.length - 1, Math.max(0, target))
    while (rows[index] && isHeading(rows[index]!)) index += direction
    if (!rows[index]) return
    setCurrent(rows[index]!.key)
    wanted.current = index
    bringInSight(index)
    measure()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(scroller.current!.clientHeight / rowHeight) - 1)
    const [target, direction] = targetOf(event.key, tabStop, page, rows.length - 1) ?? []
    if (target === undefined) return
    event.preventDefault()
    moveTo(target, direction!)
  }

  return { tabStop, setCurrent, onKeyDown }
}

/** Returns the row that a key leads to, and the direction in which the next row is, if that one is a heading. */
const targetOf = (key: string, from: number, page: number, last: number) =>
  (
    ({
      ArrowDown: [from + 1, 1],
      ArrowUp: [from - 1, -1],
      PageDown: [from + page, 1],
      PageUp: [from - page, -1],
      Home: [0, 1],
      End: [last, -1],
    }) as const satisfies Record<string, [number, 1 | -1]> as Partial<Record<string, readonly [number, 1 | -1]>>
  )[key]

/** Returns the row, or the first of the headings right above it: they stay in sight, too. */
function withHeadings<Row>(rows: Row[], isHeading: (row: Row) => boolean, index: number): number {
  let first = index
  while (first > 0 && isHeading(rows[first - 1]!)) first--
  return first
}

function scrollTo(box: HTMLElement, top: number, bottom: number) {
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
