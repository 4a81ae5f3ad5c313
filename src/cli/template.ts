import { Argument, type Command } from 'commander'
import { readConfig } from '../channels/configuration.ts'
import { channelNames } from '../channels/registry.ts'
import { useStored } from '../channels/settings/use-stored.ts'
import {
  deleteTemplate,
  readTemplate,
  requireMessage,
  restoreVersion,
  setTemplate,
} from '../contacts/templates/operations.ts'
import { preview, type RenderContext } from '../contacts/templates/render.ts'
import { listTemplates, listVersions } from '../contacts/templates/stored.ts'
import { Draft } from '../contacts/templates/template.ts'
import { commandLine } from '../entities/history/change-resource.ts'
import type { TemplateKey } from '../messages/compose/find-template.ts'
import { templateKindNames } from '../messages/compose/template-kinds.ts'
import type { Database } from '../platform/database/database.ts'
import { Problem } from '../platform/errors/errors.ts'
import { problemKind } from '../platform/errors/problem-kinds.ts'
import { schemaCheck } from '../platform/errors/schema-faults.ts'
import { dialects } from '../platform/languages/languages.ts'
import { systemClock } from '../platform/time/instant.ts'
import { CommandFailure, print, printNote, readText, table, UsageFailure } from './terminal.ts'
import { requireEntity, withExistingDatabase } from './with-database.ts'

const author = { by: commandLine }

export function templateCommand(template: Command) {
  template
    .command('list <entity>')
    .description("list an entity's own words for messages")
    .action(async (id: string, _options: object, command: Command) => {
      const list = await withEntity(id, ({ database }) => listTemplates(database, id))
      const rows = list.map(({ category, target, language, channel, kind, version, changed_at, changed_by }) => [
        ...[`${category}/${target}`, language, channel, kind, String(version), changed_at, changed_by],
      ])
      print(command, list, table(rows))
    })

  ofMessage(template.command('show'))
    .description('print the words of a message: the template, or the shipped words')
    .action(async (...given: MessageArguments) => {
      const words = await withMessage(given, readTemplate)
      print(given.at(-1) as Command, words, asFile(words))
    })

  ofMessage(template.command('set'))
    .argument('<file>', 'the words; "-" reads standard input. The first line may be "Subject: …"')
    .description('set the words of a message from a text file')
    .action(async (...given: [...MessageKeys, file: string, options: object, command: Command]) => {
      const draft = readDraft(given[5])
      const words = await withMessage(given, (context, key) => setTemplate(context, key, draft, author))
      printNote(`Set the ${words.kind} of ${given[0]}.`)
      print(given[7], words, '')
    })

  ofMessage(template.command('delete'))
    .description('return to the shipped words')
    .action(async (...given: MessageArguments) => {
      await withMessage(given, (context, key) => deleteTemplate(context, key, author))
      printNote(`The ${given[4]} of ${given[0]} has the shipped words.`)
    })

  ofMessage(template.command('versions'))
    .description('list who changed a template and when, the latest first')
    .action(async (...given: MessageArguments) => {
      const versions = await withMessage(given, ({ database }, key) => listVersions(database, key))
      const rows = versions.map(({ version, changed_at, changed_by, text = '(shipped words)' }) => [
        ...[String(version), changed_at, changed_by, text],
      ])
      print(given[6], versions, table(rows))
    })

  ofMessage(template.command('restore'))
    .argument('<version>', 'the number of the version')
    .description('make the words of an earlier version apply again')
    .action(async (...given: [...MessageKeys, version: string, options: object, command: Command]) => {
      if (!/^\d{1,6}$/.test(given[5])) throw new UsageFailure('The version must be a number, as "versions" prints it.')
      const words = await withMessage(given, (context, key) => restoreVersion(context, key, Number(given[5]), author))
      printNote(`Restored version ${given[5]} of the ${words.kind} of ${given[0]}.`)
      print(given[7], words, '')
    })

  ofMessage(template.command('preview'))
    .option('--notification <id>', 'show the message of this notification instead of an example')
    .description('print a message as the contact would receive it')
    .action(async (...given: [...MessageKeys, options: { notification?: string }, command: Command]) => {
      const { notification: notificationId } = given[5]
      const shown = await withMessage(given, (context, key) => preview(context, key, { notificationId }))
      const size =
        shown.segments === undefined
          ? []
          : [`\n${shown.segments} ${shown.segments === 1 ? 'segment' : 'segments'}, ${shown.encoding}`]
      print(given[6], shown, [asFile(shown), ...size].join('\n'))
    })
}

type MessageKeys = [entity: string, pair: string, language: string, channel: string, kind: string]
type MessageArguments = [...MessageKeys, options: object, command: Command]

const ofMessage = (command: Command) =>
  command
    .argument('<entity>')
    .argument('<category/target>', 'such as medical/appointment')
    .addArgument(new Argument('<language>').choices(dialects))
    .addArgument(new Argument('<channel>').choices(channelNames))
    .addArgument(new Argument('<kind>').choices(templateKindNames))

/** Calls `use` with the template that the arguments name. */
function withMessage<T>(
  [entity_id, pair, language, channel, kind]: readonly [...MessageKeys, ...unknown[]],
  use: (context: RenderContext, key: TemplateKey) => Promise<T>,
): Promise<T> {
  const [category = '', target = ''] = pair.split('/')
  const key = { entity_id, category, target, language, channel, kind } as TemplateKey
  return withEntity(entity_id, (context) => {
    requireMessage(key)
    return use(context, key)
  })
}

/** @throws CommandFailure if there is no such entity, and for a Problem */
async function withEntity<T>(id: string, use: (context: RenderContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const { servers, host, port } = config
  const origin = () => config.publicUrl ?? `http://${host}:${port}`
  return withExistingDatabase(async (database: Database) => {
    await requireEntity(database, id)
    await useStored(config, database)
    try {
      return await use({ database, servers, origin, clock: systemClock })
    } catch (error) {
      throw error instanceof Problem ? commandFailure(error) : error
    }
  })
}

function commandFailure({ code, members: { errors = [] } }: Problem): CommandFailure {
  if (errors.length === 0) return new CommandFailure(problemKind(code).detail)
  return faulty(errors.map(({ parameter, reason }) => ({ pointer: parameter, reason })))
}

const faulty = (faults: { pointer: string; reason: string }[]) => {
  const lines = faults.map(({ pointer, reason }) => `\n  ${pointer.slice(1) || 'the file'}: ${reason}`)
  return new CommandFailure(`The words have faults. Nothing was changed.${lines.join('')}`)
}

/** Reads the words of a file, with the subject of a mail in a first line of its own.
 *  @throws CommandFailure that lists the faults */
function readDraft(file: string): Draft {
  const content = readText(file)
  const [, subject, text] = /^Subject:[ \t]*([^\r\n]*)\r?\n(.*)$/s.exec(content) ?? [undefined, undefined, content]
  const draft = { ...(subject !== undefined && { subject: subject.trim() }), text: text!.trim() }
  const faults = schemaCheck(Draft)(draft)
  if (faults.length > 0) throw faulty(faults)
  return draft
}

/** Writes words as `set` reads them. */
const asFile = ({ subject, text }: { subject?: string; text: string }) =>
  subject === undefined ? text : `Subject: ${subject}\n\n${text}`
