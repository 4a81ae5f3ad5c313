import type { Command } from 'commander'
import { readConfig } from '../channels/configuration.ts'
import { openSecret } from '../platform/keys/secret.ts'
import { HistoryFaults, importHistory, withHistory } from '../systems/import/import-history.ts'
import { CommandFailure, print, printNote, progressBar } from './terminal.ts'
import { withDatabase } from './with-database.ts'

export function importCommand(command: Command) {
  command.action(async (file: string, _options: object, command: Command) => {
    const secret = openSecret(readConfig(process.env))
    const imported = await withDatabase((database) =>
      withHistory(file, process.stdin, (descriptor) =>
        importHistory(database, secret, descriptor, progressBar()),
      ).catch(explainImportError),
    )
    const counts = Object.entries(imported).map(([kind, count]) => `${count} ${kind.replace('_', '-')} lines`)
    const changed = Object.values(imported).some((count) => count > 0)
    printNote(changed ? `Imported ${counts.join(', ')}.` : 'Nothing new: the database already contains every line.')
    print(command, imported, '')
  })
}

function explainImportError(error: Error): never {
  if (error instanceof HistoryFaults) throw new CommandFailure(`${error.message}\nNothing was imported.`)
  throw error
}
