import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { isPostgres, readDatabaseUrl } from '../platform/config/database-url.ts'
import { copyDatabase } from '../systems/copy/copy-database.ts'
import { CopyFault } from '../systems/copy/in-step.ts'
import { CommandFailure, print, printNote, progressBar, table, UsageFailure } from './terminal.ts'
import { withDatabase, withExistingDatabase } from './with-database.ts'

interface CopyOptions {
  from?: string
  to?: string
}

export function copyCommand(command: Command) {
  command
    .option('--from <address>', 'source: sqlite:<path> or postgres://<database> (default: $COPY_FROM)')
    .option('--to <address>', 'target, in the same format (default: $COPY_TO, then $DATABASE_URL)')
    .action(async (given: CopyOptions, command: Command) => {
      const { COPY_FROM, COPY_TO, DATABASE_URL } = process.env
      const from = address('--from', 'COPY_FROM', given.from, COPY_FROM)
      const to = address('--to', 'COPY_TO', given.to, COPY_TO || DATABASE_URL)
      if (from === to) throw new UsageFailure('--from and --to are the same database.')
      const copied = await withExistingDatabase(
        (source) => withDatabase((target) => copyDatabase(source, target, progressBar()).catch(explainCopyError), to),
        from,
      )
      const rows = copied.reduce((sum, one) => sum + one.copied, 0)
      printNote(rows > 0 ? `Copied ${rows} rows.` : 'Nothing new: the target already contains every row.')
      printNote('Row counts and checksums of all tables match.')
      sayNextSteps(from)
      print(command, { tables: copied }, table(copied.map((one) => [one.table, `${one.rows}`, one.sha256])))
    })
}

function address(option: string, variable: string, given: string | undefined, fromEnvironment: string | undefined) {
  const text = given || fromEnvironment
  if (!text) throw new UsageFailure(`Set ${variable} or ${option} to the address of the database.`)
  const url = readDatabaseUrl(text)
  // Do not print the address, which may contain a password.
  if (!url) throw new UsageFailure('--from and --to accept sqlite:<path> or postgres://<database>.')
  if (given && holdsPassword(url)) {
    printNote(`Other users of this machine can see the password in ${option}. Set ${variable} instead.`)
  }
  return url
}

function holdsPassword(url: string) {
  const { password, searchParams } = new URL(url)
  return password !== '' || searchParams.has('password')
}

function explainCopyError(error: Error): never {
  if (!(error instanceof CopyFault)) throw error
  throw new CommandFailure(
    `${error.message}.
Nothing was overwritten. The target must be empty, or contain an earlier copy of this source. If it contains other data,
or if the source has changed since that copy, stop Rollcall on both and copy into a new database.`,
  )
}

function sayNextSteps(from: string) {
  const file = join(dirname(from.replace('sqlite:', '')), 'rollcall.key')
  const kept = !isPostgres(from) && existsSync(file) ? `, or the content of ${file}` : ''
  printNote(`Start Rollcall on the new database only. With two databases, both services would send the due messages.
Set SECRET_KEY of every process to the previous value${kept}. With another key, existing links and QR codes
still work, but the answer page no longer shows QR codes, and gateways need the new reply URL.`)
}
