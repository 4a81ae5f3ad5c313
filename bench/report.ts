import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Engine } from './engines/engine.ts'

/** One row of the table. */
export interface Figure {
  work: string
  rollcall: string
  ceiling?: string
  express?: string
  platformatic?: string
  /** Comparisons with the ceiling, or with a floor in its own unit. */
  absolute: Target[]
  toExpress?: Target
  toPlatformatic?: Target
}

interface Target {
  text: string
  /** Absent without a floor. */
  reached?: boolean
}

type Write = (value: number) => string

export const atLeast = (value: number, floor: number | undefined, write: Write): Target =>
  floor === undefined
    ? { text: write(value) }
    : { text: `${write(value)} (≥ ${write(floor)})`, reached: value >= floor }

export const atMost = (value: number, max: number | undefined, write: Write): Target =>
  max === undefined ? { text: write(value) } : { text: `${write(value)} (≤ ${write(max)})`, reached: value <= max }

export const times: Write = (ratio) => `${ratio.toFixed(1)}×`
export const perSecond: Write = (rate) => `${Math.round(rate).toLocaleString('en')}/s`

/** The processor time of a request, in microseconds: of the main thread, and of the others. */
export const processorTime = (mainThread: number, otherThreads: number) =>
  `${mainThread.toFixed(1)} + ${otherThreads.toFixed(1)} µs`

const columns = [
  'work',
  'Rollcall',
  'ceiling',
  'Express',
  'Platformatic DB',
  'against the ceiling',
  'against Express',
  'against Platformatic DB',
]

export function table(figures: Figure[]): string {
  const rows = figures.map(
    ({ work, rollcall, ceiling, express, platformatic, absolute, toExpress, toPlatformatic }) => [
      work,
      rollcall,
      ...[ceiling, express, platformatic].map((cell) => cell ?? '–'),
      absolute.map(formatTarget).join(', '),
      ...[toExpress, toPlatformatic].map((target) => (target ? formatTarget(target) : '–')),
    ],
  )
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const formatTarget = ({ text, reached }: Target) => (reached === undefined ? text : `${reached ? '✓' : '✗'} ${text}`)

export function facts({ version }: Engine, rounds: number): string {
  const machine = `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const day = Temporal.Now.plainDateISO()
  return `${day}, ${version}, Node ${process.versions.node}, ${machine}, load by wrk, ${rounds} rounds.`
}

const readme = new URL('README.md', import.meta.url)

/** Replaces the previous figures of this engine in the README. */
export function publish({ name }: Engine, text: string) {
  const between = new RegExp(`(<!-- ${name} -->\n).*(<!-- /${name} -->)`, 's')
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(between, (_all, start, end) => `${start}\n${text}\n\n${end}`),
  )
}
