import { useContext } from 'preact/hooks'
import { Speaking, useWords } from '../language.tsx'
import type { ActionName, Column, Counts } from './figures.ts'
import { words } from './words.ts'

interface Props {
  title: string
  /** The table's heading for the columns. */
  of: string
  columns: Column[]
  series: readonly ActionName[]
  label: (column: Column) => string
  /** A shorter label for the axis. */
  tick: (column: Column) => string
  /** Handles a click on a column or on its row in the table. */
  onChoose?: ((column: Column) => void) | undefined
  isLoading: boolean
}

const maxTicks = 8
// Limits the width of a column: a period may have one day only.
const minColumns = 7

const sum = (counts: Counts, series: readonly ActionName[]) =>
  series.reduce((total, name) => total + (counts[name] ?? 0), 0)

/** A stacked column chart, with a table of the same data for screen readers. */
export function Bars({ title, of, columns, series, label, tick, onChoose, isLoading }: Props) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const highest = Math.max(1, ...columns.map(({ counts }) => sum(counts, series)))
  const width = Math.max(columns.length, minColumns)
  const step = Math.ceil(columns.length / maxTicks)
  return (
    <figure class="card chart" aria-busy={isLoading}>
      <figcaption>{title}</figcaption>
      <div class="plot">
        <span class="most" aria-hidden="true">
          {highest.toLocaleString(locale)}
        </span>
        <svg
          viewBox={`0 0 ${width} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}. ${say.inTheTable}`}
        >
          {columns.map((column, index) => (
            <Stack
              key={column.key}
              x={index}
              column={column}
              series={series}
              scale={100 / highest}
              title={`${label(column)}: ${series.map((name) => `${say.actions[name]} ${column.counts[name] ?? 0}`).join(', ')}`}
              onChoose={onChoose}
            />
          ))}
        </svg>
        <div
          class={columns.length > 12 ? 'ticks many' : 'ticks'}
          style={{ gridTemplateColumns: `repeat(${width}, minmax(0, 1fr))` }}
          aria-hidden="true"
        >
          {columns.map((column, index) => (
            <span key={column.key} class={index % (2 * step) === 0 ? undefined : 'second'}>
              {index % step === 0 && tick(column)}
            </span>
          ))}
        </div>
      </div>
      <details>
        <summary>{say.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {series.map((name) => (
                <th scope="col">{say.actions[name]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.key}>
                <th scope="row">
                  {onChoose && sum(column.counts, series) > 0 ? (
                    <button type="button" class="quiet" onClick={() => onChoose(column)}>
                      {label(column)}
                    </button>
                  ) : (
                    label(column)
                  )}
                </th>
                {series.map((name) => (
                  <td>{(column.counts[name] ?? 0).toLocaleString(locale)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

interface StackProps {
  x: number
  column: Column
  series: readonly ActionName[]
  /** Units of the chart for one action. */
  scale: number
  title: string
  onChoose: Props['onChoose']
}

function Stack({ x, column, series, scale, title, onChoose }: StackProps) {
  let top = 100
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the table do the same
    <g onClick={onChoose && (() => onChoose(column))} class={onChoose && 'choosable'}>
      <title>{title}</title>
      <rect class="whole" x={x} y={0} width={1} height={100} />
      {series.map((name) => {
        const height = (column.counts[name] ?? 0) * scale
        top -= height
        return height > 0 && <rect key={name} class={name} x={x + 0.1} y={top} width={0.8} height={height} />
      })}
    </g>
  )
}
