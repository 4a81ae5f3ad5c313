import { useContext, useState } from 'preact/hooks'
import { directionOf } from '../../../client/words.ts'
import { LanguageContext, useWords } from '../../language.tsx'
import { ChartTable } from './chart-table.tsx'
import { type ActionName, type Column, sum } from './figures.ts'
import { roundUp } from './round-up.ts'
import { Tooltip } from './tooltip.tsx'

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

/** A stacked column chart, with a tooltip for the mouse and the keyboard, and a table of the same data. */
export function Bars({ isLoading, ...props }: Props) {
  const { title, of, columns, series, label, onChoose } = props
  return (
    <figure class="card chart" aria-busy={isLoading}>
      <figcaption>{title}</figcaption>
      <Plot {...props} />
      <ChartTable {...{ of, columns, series, label, onChoose }} />
    </figure>
  )
}

function Plot({ title, of, columns, series, label, tick, onChoose }: Omit<Props, 'isLoading'>) {
  const { language } = useContext(LanguageContext)
  const [pointed, setPointed] = useState<number>()
  const shown = pointed === undefined ? undefined : columns[pointed]
  const width = Math.max(columns.length, minColumns)
  const top = roundUp(Math.max(...columns.map(({ counts }) => sum(counts, series))))

  function move(event: KeyboardEvent) {
    if (event.key === 'Enter' && shown) return onChoose?.(shown)
    if (event.key === 'Escape') return setPointed(undefined)
    const next = movedTo(event.key, pointed ?? -1, columns.length - 1, directionOf(language) === 'rtl' ? -1 : 1)
    if (next === undefined) return
    event.preventDefault()
    setPointed(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      class="plot"
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the tooltip
      tabIndex={0}
      onKeyDown={move}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setPointed(pointed ?? 0)}
      onBlur={() => setPointed(undefined)}
    >
      <Scale top={top} />
      <div class="columns" onPointerLeave={() => setPointed(undefined)}>
        <Stacks {...{ title, columns, series, onChoose, width, top, pointed }} onPoint={setPointed} />
        {shown && <Tooltip title={label(shown)} counts={shown.counts} series={series} at={(pointed! + 0.5) / width} />}
      </div>
      <Ticks columns={columns} width={width} tick={tick} />
      <p class="unit" aria-hidden="true">
        {of}
      </p>
    </div>
  )
}

interface StacksProps extends Pick<Props, 'title' | 'columns' | 'series' | 'onChoose'> {
  /** The size of the chart, in columns and in actions. */
  width: number
  top: number
  pointed: number | undefined
  onPoint: (column: number) => void
}

function Stacks({ title, columns, series, onChoose, width, top, pointed, onPoint }: StacksProps) {
  const say = useWords('console')
  return (
    <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" role="img" aria-label={`${title}. ${say.inTheTable}`}>
      <path class="grid" d={`M0 50H${width}`} />
      {columns.map((column, index) => (
        <Stack
          key={column.key}
          x={index}
          column={column}
          series={series}
          scale={100 / top}
          isShown={index === pointed}
          onPoint={() => onPoint(index)}
          onChoose={onChoose}
        />
      ))}
    </svg>
  )
}

/** Returns the column to which a key moves; undefined for other keys.
 *  @param forward the direction of the right arrow */
function movedTo(key: string, before: number, last: number, forward: 1 | -1): number | undefined {
  const next = { ArrowRight: before + forward, ArrowLeft: before - forward, Home: 0, End: last }[key]
  return next === undefined ? undefined : Math.min(Math.max(next, 0), last)
}

function Scale({ top }: { top: number }) {
  const { locale } = useContext(LanguageContext)
  return (
    <div class="scale" aria-hidden="true">
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{value.toLocaleString(locale, { notation: 'compact' })}</span>
      ))}
    </div>
  )
}

/** The labels of the axis. */
function Ticks({ columns, width, tick }: Pick<Props, 'columns' | 'tick'> & { width: number }) {
  const step = Math.ceil(columns.length / maxTicks)
  return (
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
  )
}

interface StackProps {
  x: number
  column: Column
  series: readonly ActionName[]
  /** Units of the chart for one action. */
  scale: number
  isShown: boolean
  onPoint: () => void
  onChoose: Props['onChoose']
}

function Stack({ x, column, series, scale, isShown, onPoint, onChoose }: StackProps) {
  let top = 100
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the chart and the buttons of the table do the same
    <g
      onClick={onChoose && (() => onChoose(column))}
      onPointerEnter={onPoint}
      class={[isShown && 'shown', onChoose && 'choosable'].filter(Boolean).join(' ')}
    >
      <rect class="whole" x={x} y={0} width={1} height={100} />
      {series.map((name) => {
        const height = (column.counts[name] ?? 0) * scale
        top -= height
        return height > 0 && <rect key={name} class={name} x={x + 0.1} y={top} width={0.8} height={height} />
      })}
    </g>
  )
}
