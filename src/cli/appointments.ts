import { createReadStream, existsSync, openSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import type { Mapping } from '../../client/client.ts'
import { faultLines } from './fault-lines.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { CommandFailure, print, printNote, table, UsageFailure } from './terminal.ts'
import { watchFolder } from './watch-folder.ts'

interface AppointmentsOptions {
  mapping: string
  dryRun?: true
  watch?: string
}

export function appointmentsCommand(command: Command) {
  addServiceOptions(command)
    .requiredOption('--mapping <mapping>', 'the name of a stored mapping, or a file with a mapping as JSON')
    .option('--dry-run', 'print the counts and the faults, and store and send nothing')
    .option('--watch <folder>', 'submit the files of this folder as they appear, and move them to done/ or failed/')
  command.action(async (entity: string, file: string | undefined) => {
    const { mapping: given, dryRun, watch } = command.opts<AppointmentsOptions>()
    if ((file === undefined) === (watch === undefined)) throw new UsageFailure('Name a file, or a folder with --watch.')
    if (dryRun && watch !== undefined) throw new UsageFailure('--dry-run needs a file. It does not work with --watch.')
    const mapping = readMapping(given)
    await withClient(command, async (client) => {
      if (watch !== undefined) return watchFolder(watch, (path) => client.submitCsv(entity, mapping, opened(path)))
      const submit = dryRun ? client.tryCsv : client.submitCsv
      const report = await submit(entity, mapping, opened(file!))
      if (dryRun) printNote('Dry run: nothing was stored or sent. A real run would have this result.')
      const { rows, outcomes, faulty } = report
      const counts = Object.entries({ rows, ...outcomes, faulty }).map(([name, count]) => [name, String(count)])
      print(command, report, table(counts))
      for (const line of faultLines(report)) printNote(line)
      if (report.faults.length > 0) process.exitCode = 1
    })
  })
}

/** The name of a mapping, or the mapping that a file contains. */
function readMapping(given: string): string | Mapping {
  if (!existsSync(given)) {
    if (/^[A-Za-z0-9._~-]{1,64}$/.test(given)) return given
    throw new CommandFailure(`${given} is neither a file nor the name of a mapping.`)
  }
  try {
    return JSON.parse(readFileSync(given, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandFailure(`${given} is not JSON. docs/integrate/csv.md shows a mapping.`)
  }
}

/** Returns a function that opens the file for each attempt. Standard input can be read once. */
function opened(file: string): () => ReadableStream | undefined {
  let isRead = false
  return () => {
    // Opened here, so that an error names the file.
    if (file !== '-') return Readable.toWeb(createReadStream(file, { fd: openSync(file, 'r') })) as ReadableStream
    if (isRead) return undefined
    isRead = true
    return Readable.toWeb(process.stdin) as ReadableStream
  }
}
