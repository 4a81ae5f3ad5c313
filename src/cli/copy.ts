import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { readDatabaseUrl } from '../config.ts'
import { copyDatabase } from '../copy/copy-database.ts'
import { CopyFault } from '../copy/in-step.ts'
import { isPostgres } from '../database/engine-of.ts'
import { CommandFailure, print, progressBar, say, table, UsageFailure } from './console.ts'
import { withDatabaseAt } from './with-database.ts'

interface Options {
  from: string
  to: string
}

export function copyCommand(program: Command) {
  program
    .command('copy')
    .description('copy a database into an empty one, of either engine; stop Rollcall on both first')
    .requiredOption('--from <address>', 'sqlite: and the path of a file, or postgres: and a database', address)
    .requiredOption('--to <address>', 'the same, of the database to fill', address)
    .action(async ({ from, to }: Options, command: Command) => {
      if (from === to) throw new UsageFailure('--from and --to are the same database.')
      const path = from.replace('sqlite:', '')
      if (!isPostgres(from) && !existsSync(path)) throw new CommandFailure(`There is no database at ${path}.`)
      const copied = await withDatabaseAt(from, (source) =>
        withDatabaseAt(to, (target) => copyDatabase(source, target, progressBar()).catch(explain)),
      )
      const rows = copied.reduce((sum, one) => sum + one.copied, 0)
      say(rows > 0 ? `Copied ${rows} rows.` : 'Nothing new: the target has all of it already.')
      say('Counts and checksums of all tables are the same on both sides.')
      sayWhatIsLeft(from)
      print(command, { tables: copied }, table(copied.map((one) => [one.table, `${one.rows}`, one.sha256])))
    })
}

function address(text: string): string {
  const url = readDatabaseUrl(text)
  // Not as an error of the option, which would tell the address, and a password in it.
  if (!url) throw new UsageFailure('--from and --to take sqlite: and a path, or postgres: and a database.')
  return url
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
