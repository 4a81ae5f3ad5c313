import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

const maxKept = 200

/** Caches the rendered rows: a scroll changes few of them. */
export function useRendered<Row extends { key: string }>(render: (row: Row, isTabStop: boolean) => ComponentChildren) {
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
