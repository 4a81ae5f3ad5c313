import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { generator } from './load.ts'

/** One line of the table. */
export interface Figure {
  work: string
  rollcall: string
  ceiling?: string
  express?: string
  platformatic?: string
  /** Against the ceiling, or against a floor in its own unit. */
  absolute: Target[]
  toPeer?: Target
}

interface Target {
  text: string
  reached: boolean
}

type Write = (value: number) => string

export const atLeast = (value: number, floor: number, write: Write): Target => ({
  text: `${write(value)} (≥ ${write(floor)})`,
  reached: value >= floor,
})

export const atMost = (value: number, most: number, write: Write): Target => ({
  text: `${write(value)} (≤ ${write(most)})`,
  reached: value <= most,
})

export const perSecond: Write = (rate) => `${Math.round(rate).toLocaleString('en')}/s`

const columns = [
  'work',
  'Rollcall',
  'ceiling',
  'Express',
  'Platformatic DB',
  'against the ceiling',
  'against the best peer',
]

export function table(figures: Figure[]): string {
  const rows = figures.map(({ work, rollcall, ceiling, express, platformatic, absolute, toPeer }) => [
    work,
    rollcall,
    ...[ceiling, express, platformatic].map((cell) => cell ?? '–'),
    absolute.map(told).join(', '),
    toPeer ? told(toPeer) : '–',
  ])
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const told = ({ text, reached }: Target) => `${reached ? '✓' : '✗'} ${text}`

export function facts(rounds: number): string {
  const machine = `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${Temporal.Now.plainDateISO()}, Node ${process.versions.node}, ${machine}, load by ${generator}, ${rounds} rounds.`
}

const readme = new URL('README.md', import.meta.url)
const between = /(<!-- figures -->\n).*(<!-- \/figures -->)/s

/** Replaces the last figures in the README. */
export function publish(text: string) {
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(between, (_all, start, end) => `${start}\n${text}\n\n${end}`),
  )
}
