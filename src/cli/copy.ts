import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { readDatabaseUrl } from '../config.ts'
import { copyDatabase } from '../copy/copy-database.ts'
import { CopyFault } from '../copy/in-step.ts'
import { connectPatiently, type Database } from '../database/database.ts'
import { isPostgres } from '../database/engine-of.ts'
import { migrate } from '../database/migrate.ts'
import { CommandFailure, print, progressBar, say, table, UsageFailure } from './console.ts'

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
      const copied = await withUpToDate(from, (source) =>
        withUpToDate(to, (target) => copyDatabase(source, target, progressBar()).catch(explain)),
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
  if (!url) throw new InvalidArgumentError('It must be sqlite: and a path, or postgres: and a database.')
  return url
}

async function withUpToDate<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectPatiently(url)
  try {
    await migrate(database)
    return await use(database)
  } finally {
    await database.destroy()
  }
}

function explain(error: Error): never {
  if (!(error instanceof CopyFault)) throw error
  throw new CommandFailure(
    `${error.message}.\nNothing is overwritten. A target has to be empty, or to hold a part of this source as a cut copy left it. If the source has been in use since, or the target holds something else, stop Rollcall on both and copy into a new database.`,
  )
}

function sayWhatIsLeft(from: string) {
  say('Start Rollcall with DATABASE_URL set to the new database, and no more on the old one: both would send notices.')
  const keyFile = join(dirname(from.replace('sqlite:', '')), 'rollcall.key')
  const key = !isPostgres(from) && existsSync(keyFile) ? `the content of ${keyFile}` : 'the one that was used so far'
  say(`Give each of its processes the same SECRET_KEY: ${key}. With another, links and QR codes that were sent still
work, but the answer page cannot show QR codes again, and SMS gateways have to be given a new reply address.`)
}
