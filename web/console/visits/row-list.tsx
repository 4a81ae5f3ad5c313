import type { ComponentChildren } from 'preact'
import { useRendered } from './use-rendered.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

interface Props<Row extends { key: string }> {
  rows: Row[]
  label: string
  isHeading: (row: Row) => boolean
  /** @param isTabStop whether Tab leads to the row's control */
  render: (row: Row, isTabStop: boolean) => ComponentChildren
  /** Called with the first row in sight. */
  onScroll: (first: number) => void
}

/** A list of rows of fixed heights, of which the page has only those around the ones in sight. Arrow keys, Page Up, Page Down,
 *  Home and End move between its rows, and the list is one stop of the Tab key. */
export function RowList<Row extends { key: string }>({ rows, label, isHeading, render, onScroll }: Props<Row>) {
  const rowWindow = useRowWindow(rows, isHeading, onScroll)
  const { scroller, tops, begin, end, measure } = rowWindow
  const { tabStop, setCurrent, onKeyDown } = useRowKeys(rows, isHeading, rowWindow)
  const rendered = useRendered(render)
  return (
    <fieldset class="row-list" ref={scroller} onScroll={measure} onKeyDown={onKeyDown}>
      <ol
        aria-label={label}
        style={{
          paddingBlockStart: `${tops[Math.min(begin, rows.length)]}px`,
          paddingBlockEnd: `${tops.at(-1)! - tops[Math.min(end, rows.length)]!}px`,
        }}
      >
        {rows.slice(begin, end).map((row, index) => (
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
    </fieldset>
  )
}
