import { writeFileSync } from 'node:fs'
import type { Growth } from './growth.ts'

const width = 880
const height = 440
const left = 70
const right = 290
const top = 40
const bottom = 50
const lineHeight = 17
const target = new URL('growth.svg', import.meta.url)

/** Plots the rate of requests against the size of the table on logarithmic axes, with a line for each engine and
 *  kind. */
export function drawGrowth(growths: Growth[]) {
  const sizes = growths[0]!.rates.map(({ size }) => size)
  const rates = growths.flatMap((growth) => growth.rates.map(({ rate }) => rate))
  const x = scale(sizes, left, width - right)
  const y = scale(decades(rates), height - bottom, top)
  const lines = growths.map(({ engine, kind, rates }) => ({
    engine: engine.name,
    label: `${kind} (${engine.version.split(' ')[0]})`,
    points: rates.map(({ size, rate }) => [x(size), y(rate)] as const),
  }))
  writeFileSync(
    target,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>Responses per second as the tables grow</title>
<style>
  svg { color: #444; font: 13px system-ui, sans-serif }
  .sqlite { color: #0072b2 }
  .postgres { color: #c04f00 }
  @media (prefers-color-scheme: dark) {
    svg { color: #ccc }
    .sqlite { color: #56b4e9 }
    .postgres { color: #f0a060 }
  }
  text, circle { fill: currentColor }
  polyline { fill: none; stroke: currentColor; stroke-width: 2 }
  .grid { stroke: #8884 }
</style>
<text x="${left}" y="20">responses per second</text>
${decades(rates)
  .map((rate) => horizontal(y(rate), rate))
  .join('\n')}
${sizes.map((size) => `<text x="${x(size)}" y="${height - bottom + 22}" text-anchor="middle">${formatNumber(size)}</text>`).join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">actions in the table</text>
${lines.map(drawn).join('\n')}
${labels(lines).join('\n')}
</svg>
`,
  )
}

interface Line {
  engine: string
  label: string
  points: (readonly [x: number, y: number])[]
}

const drawn = ({ engine, points }: Line) =>
  `<g class="${engine}"><polyline points="${points.join(' ')}"/>${points
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3"/>`)
    .join('')}</g>`

/** Places each label at the end of its line, or lower if another label is in the way. */
function labels(lines: Line[]): string[] {
  let free = 0
  return lines
    .toSorted((one, other) => one.points.at(-1)![1] - other.points.at(-1)![1])
    .map(({ engine, label, points }) => {
      const y = Math.max(points.at(-1)![1], free)
      free = y + lineHeight
      return `<text class="${engine}" x="${width - right + 12}" y="${y + 4}">${label}</text>`
    })
}

const horizontal = (y: number, rate: number) =>
  `<path class="grid" d="M${left} ${y}H${width - right}"/>` +
  `<text x="${left - 8}" y="${y + 4}" text-anchor="end">${formatNumber(rate)}</text>`

/** Returns the powers of ten around the values. */
function decades(values: number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.ceil(Math.log10(Math.max(...values)))
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

function scale(values: number[], from: number, to: number) {
  const least = Math.log10(values.at(0)!)
  const range = Math.log10(values.at(-1)!) - least
  return (value: number) => Math.round(from + ((Math.log10(value) - least) / range) * (to - from))
}

const formatNumber = (value: number) => value.toLocaleString('en')
