import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Heights, rowAt, topsOf } from './row-heights.ts'

interface Props<Row extends { key: string }> {
  rows: Row[]
  label: string
  isHeading: (row: Row) => boolean
  /** @param isTabStop whether Tab leads to the row's control */
  render: (row: Row, isTabStop: boolean) => ComponentChildren
  /** Called with the first row in sight. */
  onScroll: (first: number) => void
}

// Rows above and below those in sight, so that a scroll shows no gap before the next frame.
const spareRows = 4
// The rendered rows change in steps, which is faster than at each pixel.
const step = 4

const maxKept = 200

/** A list of rows of fixed heights, of which the page has only those around the ones in sight. Arrow keys, Page Up, Page Down,
 *  Home and End move between its rows, and the list is one stop of the Tab key. */
export function RowList<Row extends { key: string }>({ rows, label, isHeading, render, onScroll }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  // Until the first rows are measured. The list is above them then.
  const [heights, setHeights] = useState<Heights>({ heading: 40, row: 48 })
  const tops = useMemo(() => topsOf(rows, isHeading, heights), [rows, heights])
  const [[begin, end], setRange] = useState<[number, number]>([0, 2 * spareRows])
  const [current, setCurrent] = useState<string>()
  /** The row that gets the focus when it is there. */
  const wanted = useRef<number>(undefined)

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

  useLayoutEffect(measureRows, [rows])
  useLayoutEffect(measure, [tops])
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
  useLayoutEffect(() => {
    const index = wanted.current
    if (index === undefined) return
    wanted.current = undefined
    scroller.current!.querySelector<HTMLElement>('li > [tabindex="0"]')?.focus({ preventScroll: true })
    // The browser may have scrolled when the row that had the focus went.
    bringInSight(index)
  })

  const shown = rows.slice(begin, end)
  const rendered = useRendered(render)
  const indexOfCurrent = current === undefined ? -1 : rows.findIndex(({ key }) => key === current)
  const tabStop =
    indexOfCurrent >= begin && indexOfCurrent < end ? indexOfCurrent : begin + shown.findIndex((row) => !isHeading(row))

  function moveTo(target: number, direction: 1 | -1) {
    let index = Math.min(rows.length - 1, Math.max(0, target))
    while (rows[index] && isHeading(rows[index]!)) index += direction
    if (!rows[index]) return
    setCurrent(rows[index]!.key)
    wanted.current = index
    bringInSight(index)
    measure()
  }

  function bringInSight(index: number) {
    const box = scroller.current!
    // The heading above the row stays in sight, too.
    const top = tops[rows[index - 1] && isHeading(rows[index - 1]!) ? index - 1 : index]!
    const bottom = tops[index + 1]!
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(scroller.current!.clientHeight / heights.row) - 1)
    const [target, direction] =
      (
        {
          ArrowDown: [tabStop + 1, 1],
          ArrowUp: [tabStop - 1, -1],
          PageDown: [tabStop + page, 1],
          PageUp: [tabStop - page, -1],
          Home: [0, 1],
          End: [rows.length - 1, -1],
        } as const
      )[event.key] ?? []
    if (target === undefined) return
    event.preventDefault()
    moveTo(target, direction!)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the rows have the focus
    <div class="row-list" ref={scroller} onScroll={measure} onKeyDown={onKeyDown}>
      <ol
        aria-label={label}
        style={{
          paddingBlockStart: `${tops[Math.min(begin, rows.length)]}px`,
          paddingBlockEnd: `${tops.at(-1)! - tops[Math.min(end, rows.length)]!}px`,
        }}
      >
        {shown.map((row, index) => (
          <li
            key={row.key}
            class={isHeading(row) ? 'group' : undefined}
            aria-posinset={begin + index + 1}
            aria-setsize={rows.length}
            onFocusCapture={() => isHeading(row) || setCurrent(row.key)}
          >
            {rendered(row, begin + index === tabStop)}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Keeps what the rows rendered to: the same element again costs nothing, and a scroll changes few of them. */
function useRendered<Row extends { key: string }>(render: Props<Row>['render']) {
  const kept = useRef({ render, rows: new Map<string, { row: Row; isTabStop: boolean; content: ComponentChildren }>() })
  if (kept.current.render !== render || kept.current.rows.size > maxKept) kept.current = { render, rows: new Map() }
  return (row: Row, isTabStop: boolean) => {
    const { rows } = kept.current
    const before = rows.get(row.key)
    if (before && before.row === row && before.isTabStop === isTabStop) return before.content
    const content = render(row, isTabStop)
    rows.set(row.key, { row, isTabStop, content })
    return content
  }
}
