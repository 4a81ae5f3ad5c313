import type { Command } from 'commander'
import { processingRecord } from '../administration/processing-record/processing-record.ts'
import { readConfig } from '../channels/configuration.ts'
import { print } from './terminal.ts'
import { withExistingDatabase } from './with-database.ts'

export function processingRecordCommand(command: Command) {
  command.action(async (_options: object, command: Command) => {
    const config = readConfig(process.env)
    const record = await withExistingDatabase((database) => processingRecord(database, config))
    print(
      command,
      record,
      record.map(({ title, lines }) => [`# ${title}`, ...lines.map((line) => `- ${line}`)].join('\n')).join('\n\n'),
    )
  })
}
