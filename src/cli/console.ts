import type { Command } from 'commander'

/** A failure that is told to whoever runs the command, without a stack. */
export class CommandFailure extends Error {}

/** Options or arguments that are wrong in themselves. */
export class UsageFailure extends CommandFailure {}

/** Data, for people or with `--json` for programs; nothing else goes to standard output. */
export function print(command: Command, data: unknown, text: string) {
  const out = command.optsWithGlobals().json ? JSON.stringify(data) : text
  if (out !== '') process.stdout.write(`${out}\n`)
}

/** Words about what happens. */
export const say = (words: string) => process.stderr.write(`${words}\n`)

// Names may hold control characters, which a terminal would obey.
export const onOneLine = (text: string) => text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '\ufffd')

/** Columns of equal width. */
export function table(cells: string[][]): string {
  const rows = cells.map((row) => row.map(onOneLine))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Draws how far long work has come, where someone watches. */
export function progressBar() {
  let drawn = ''
  return (phase: string, done: number, total: number) => {
    if (!process.stderr.isTTY) return
    const share = total > 0 ? Math.min(1, done / total) : 1
    const line = `${phase.padEnd(8)} ${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')} ${Math.floor(share * 100)} %`
    if (line !== drawn) process.stderr.write(`\r${line}${share === 1 ? '\n' : ''}`)
    drawn = line
  }
}
