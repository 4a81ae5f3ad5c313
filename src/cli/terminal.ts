import { readFileSync } from 'node:fs'
import type { Command } from 'commander'

/** An error whose message is printed without a stack trace. */
export class CommandFailure extends Error {}

/** Invalid options or arguments: exit code 2. */
export class UsageFailure extends CommandFailure {}

/** Prints the command's data, with `--json` as JSON. Standard output contains nothing else. */
export function print(command: Command, data: unknown, text: string) {
  const out = command.optsWithGlobals().json ? JSON.stringify(data) : printable(text)
  if (out !== '') process.stdout.write(`${out}\n`)
}

/** Prints the items as a JSON array, one on each line, as they arrive. */
export async function printArray(items: AsyncIterable<unknown>) {
  let before = '['
  for await (const item of items) {
    process.stdout.write(`${before}${JSON.stringify(item)}`)
    before = ',\n'
  }
  process.stdout.write(before === '[' ? '[]\n' : ']\n')
}

/** Prints a message to standard error. */
export const printNote = (text: string) => process.stderr.write(`${printable(text)}\n`)

const printable = (text: string) => text.split('\n').map(onOneLine).join('\n')

// Names and paths may contain control characters, which a terminal would execute.
export const onOneLine = (text: string) => text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '\ufffd')

/** Prints the cells as one line. */
export const printLine = (cells: string[]) => process.stdout.write(`${cells.map(onOneLine).join('  ')}\n`)

/** Reads a file, or standard input for `-`. */
export const readText = (file: string) => readFileSync(file === '-' ? process.stdin.fd : file, 'utf8')

/** Aligns the columns. */
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

/** Shows progress on a terminal. */
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

const explanations: Record<string, string> = {
  ENOENT: 'does not exist. Check the path, and that its folder exists.',
  ENOTDIR: 'is inside a file, not a folder. Check the path.',
  EACCES: 'is not accessible to this user. Check the permissions of the file and its folders.',
}

/** Explains an error of the file system, or a used port, that the operator can correct. Returns undefined for any other error. */
export function fileFault({ code = '', path, message }: NodeJS.ErrnoException): string | undefined {
  if (code === 'EADDRINUSE') return `${message}. Stop the program that uses the port, or set another port.`
  const explanation = explanations[code]
  return path === undefined || explanation === undefined ? undefined : `${path} ${explanation}`
}
