import { type Command, Option } from 'commander'
import type { Approval, ChatTemplate, TemplateStatus } from '../channels/approval.ts'
import type { Chat } from '../channels/content.ts'
import { findChannel } from '../channels/registry.ts'
import { exampleChats } from '../contacts/templates/example-chats.ts'
import type { Server } from '../platform/config/channel-environment.ts'
import { type Dialect, dialects } from '../platform/languages/languages.ts'
import { plugins } from '../visits/plugins/registry.ts'
import { readStoredConfig } from './stored-channels.ts'
import { CommandFailure, print, printNote, progressBar, table } from './terminal.ts'

interface TemplateOptions {
  language: readonly Dialect[]
  plugin: readonly string[]
  register?: true
}

/** A template, and what the account has of it. */
type CheckedTemplate = ChatTemplate & TemplateStatus

const pairs = plugins.map(({ category, target }) => `${category}/${target}`)

export function whatsappCommand(whatsapp: Command) {
  whatsapp
    .command('templates')
    .description('print the templates to register at Meta, and whether they are approved')
    .addOption(new Option('--language <language...>', 'only in these languages').choices(dialects).default(dialects))
    .addOption(new Option('--plugin <category/target...>', 'only of these plugins').choices(pairs).default(pairs))
    .option('--register', 'submit the missing ones to Meta for approval')
    .action(async (options: TemplateOptions, command: Command) => {
      const approval = await findChannel('whatsapp').approval!()
      const chats = chatsFor(options)
      const templates = chats.map((chat) => approval.templateOf(chat))
      const server = await serverFor(approval, options)
      if (!server) return print(command, templates, templates.map((one, at) => asText(one, chats[at]!)).join('\n\n'))
      const statuses = await approval.check(server, templates)
      const checked = templates.map((one, at): CheckedTemplate => ({ ...one, ...statuses[at]! }))
      const fault = options.register && (await registerMissing(approval, server, templates, checked))
      print(command, checked, table(checked.map(({ name, language, ...one }) => [name, language, inWords(one)])))
      printNote(summaryOf(checked))
      if (fault) throw new CommandFailure(fault)
    })
}

const chatsFor = ({ language, plugin }: TemplateOptions): Chat[] =>
  plugins
    .filter(({ category, target }) => plugin.includes(`${category}/${target}`))
    .flatMap((one) => dialects.filter((each) => language.includes(each)).flatMap((each) => exampleChats(one, each)))

/** Returns undefined if no account is set up, and prints what to set.
 *  @throws CommandFailure if templates cannot be registered for that reason */
async function serverFor(approval: Approval, { register }: TemplateOptions): Promise<Server | undefined> {
  const server = (await readStoredConfig()).config.servers.whatsapp
  const lacking = approval.lacks(server)
  if (lacking === undefined) return server
  const advice = `Set ${lacking}: docs/whatsapp.md says where Meta shows them.`
  if (register) throw new CommandFailure(`The templates cannot be registered. ${advice}`)
  printNote(`These are the templates to register. Whether Meta has approved them is unknown. ${advice}`)
  return undefined
}

/** Submits the missing templates, and updates their status. Returns what went wrong. */
async function registerMissing(
  approval: Approval,
  server: Server,
  templates: ChatTemplate[],
  checked: CheckedTemplate[],
) {
  const missing = templates.flatMap((template, at) =>
    checked[at]!.status === 'missing' ? [{ template, one: checked[at]! }] : [],
  )
  const progress = progressBar()
  let refused = 0
  for (const [index, { template, one }] of missing.entries()) {
    progress('register', index, missing.length)
    const registration = await approval.register(server, template)
    if (registration.outcome === 'limited') {
      return `Meta takes no more templates for now: ${registration.reason}. It allows about 100 an hour. Run the command again in an hour: it registers the rest.`
    }
    if (registration.outcome === 'registered') Object.assign(one, registration.status)
    else {
      refused++
      printNote(`${template.name} (${template.language}): ${registration.reason}`)
    }
  }
  progress('register', missing.length, missing.length)
  return refused === 0 ? undefined : `Meta refused ${counted(refused, 'template')}, for the reasons above.`
}

const inWords = ({ status, reason }: TemplateStatus) => (reason === undefined ? status : `${status}: ${reason}`)

const remedies: Record<string, string> = {
  missing: 'Add --register to submit them to Meta.',
  pending: 'Meta reviews them, usually within a day.',
  rejected: 'Edit them in the WhatsApp Manager, or ask there for another review.',
  different: 'Their words are not those of this version. Edit them in the WhatsApp Manager: --json prints the words.',
}

/** Says how many are approved, and what to do about the others. */
function summaryOf(checked: CheckedTemplate[]): string {
  const counts = new Map<string, number>()
  for (const { status } of checked) counts.set(status, (counts.get(status) ?? 0) + 1)
  const { size } = counts
  const approved = counts.get('approved') ?? 0
  counts.delete('approved')
  const others = [...counts].map(
    ([status, count]) => `\n  ${count} ${status}. ${remedies[status] ?? 'The WhatsApp Manager says why.'}`,
  )
  return size === 1 && approved > 0
    ? `All ${counted(approved, 'template')} are approved.`
    : `${approved} of ${counted(checked.length, 'template')} are approved.${others.join('')}`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Writes a template for people who register it by hand. */
const asText = ({ name, language }: ChatTemplate, { header, body, values, footer, answers }: Chat) =>
  [
    `${name}, ${language}, Utility`,
    `Header: ${header}`,
    `Body: ${body}`,
    ...values.map((value, index) => `  {{${index + 1}}} for example: ${value}`),
    `Footer: ${footer}`,
    ...(answers.length > 0 ? [`Quick replies: ${answers.map(({ label }) => label).join(' | ')}`] : []),
  ].join('\n')
