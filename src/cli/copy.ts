import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { copyDatabase } from '../copy/copy-database.ts'
import { CopyFault } from '../copy/in-step.ts'
import { isPostgres, readDatabaseUrl } from '../database-url.ts'
import { CommandFailure, print, progressBar, say, table, UsageFailure } from './console.ts'
import { withDatabaseAt, withExistingDatabaseAt } from './with-database.ts'

interface Options {
  from?: string
  to?: string
}

export function copyCommand(program: Command) {
  program
    .command('copy')
    .description('copy a database into an empty one, of either engine; stop Rollcall on both first')
    .option('--from <address>', 'sqlite: and the path of a file, or postgres: and a database (default: $COPY_FROM)')
    .option('--to <address>', 'the same, of the database to fill (default: $COPY_TO, or else $DATABASE_URL)')
    .action(async (given: Options, command: Command) => {
      const { COPY_FROM, COPY_TO, DATABASE_URL } = process.env
      const from = address('--from', 'COPY_FROM', given.from, COPY_FROM)
      const to = address('--to', 'COPY_TO', given.to, COPY_TO || DATABASE_URL)
      if (from === to) throw new UsageFailure('--from and --to are the same database.')
      const copied = await withExistingDatabaseAt(from, (source) =>
        withDatabaseAt(to, (target) => copyDatabase(source, target, progressBar()).catch(explain)),
      )
      const rows = copied.reduce((sum, one) => sum + one.copied, 0)
      say(rows > 0 ? `Copied ${rows} rows.` : 'Nothing new: the target has all of it already.')
      say('Counts and checksums of all tables are the same on both sides.')
      sayWhatIsLeft(from)
      print(command, { tables: copied }, table(copied.map((one) => [one.table, `${one.rows}`, one.sha256])))
    })
}

function address(option: string, variable: string, given: string | undefined, fromEnvironment: string | undefined) {
  const text = given || fromEnvironment
  if (!text) throw new UsageFailure(`Set ${variable} to the address of the database, or give it by ${option}.`)
  const url = readDatabaseUrl(text)
  // Without the address, which may hold a password.
  if (!url) throw new UsageFailure('--from and --to take sqlite: and a path, or postgres: and a database.')
  if (given && holdsPassword(url)) {
    say(`Other users of this machine can see the password in ${option}. Set ${variable} instead.`)
  }
  return url
}

function holdsPassword(url: string) {
  const { password, searchParams } = new URL(url)
  return password !== '' || searchParams.has('password')
}

function explain(error: Error): never {
  if (!(error instanceof CopyFault)) throw error
  throw new CommandFailure(
    `${error.message}.
Nothing was overwritten. The target has to be empty, or to hold what an earlier copy of this source left. Where it holds
anything else, or the source was used since that copy, stop Rollcall on both and copy into a new database.`,
  )
}

function sayWhatIsLeft(from: string) {
  const file = join(dirname(from.replace('sqlite:', '')), 'rollcall.key')
  const kept = !isPostgres(from) && existsSync(file) ? `, or else the content of ${file}` : ''
  say(`Now start Rollcall on the new database, and no more on the old one: both would send what is due.
Give every process the SECRET_KEY that was used so far${kept}. With another one, links and QR codes that
people have still work, but the answer page shows no QR code again, and SMS gateways need the new reply address.`)
}
