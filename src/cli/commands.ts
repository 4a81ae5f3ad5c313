import type { Command } from 'commander'

interface CommandEntry {
  /** The options and arguments, as the list of commands shows them. */
  usage: string
  description: string
  /** Loads the function that adds the options and the action. */
  load: () => Promise<(command: Command) => void>
}

const commands: Record<string, CommandEntry> = {
  serve: {
    usage: '[options]',
    description: 'serve the API; SIGTERM and SIGINT stop it gracefully within 10 s',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  demo: {
    usage: '',
    description: 'serve the example history from a temporary database, and print curl commands to try',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  entity: {
    usage: '',
    description: "add, list, change and remove entities: clinics, doctor's offices, hospitals",
    load: async () => (await import('./entity.ts')).entityCommand,
  },
  reminders: {
    usage: '',
    description: 'show and set when an entity reminds its contacts of their visits',
    load: async () => (await import('./timing.ts')).remindersCommand,
  },
  'quiet-hours': {
    usage: '',
    description: 'show and set when the contacts of an entity get no messages',
    load: async () => (await import('./timing.ts')).quietHoursCommand,
  },
  settings: {
    usage: '',
    description: "show and set an entity's fallback, limits and message about a missed visit",
    load: async () => (await import('./timing.ts')).settingsCommand,
  },
  retention: {
    usage: '',
    description: 'show and set how long an entity keeps the data of its contacts',
    load: async () => (await import('./timing.ts')).retentionCommand,
  },
  template: {
    usage: '',
    description: "show, set and preview an entity's own words for messages",
    load: async () => (await import('./template.ts')).templateCommand,
  },
  whatsapp: {
    usage: '',
    description: 'print the templates of WhatsApp messages, check which are approved, and register them at Meta',
    load: async () => (await import('./whatsapp.ts')).whatsappCommand,
  },
  'test-message': {
    usage: '<entity> <channel> <uid>',
    description: 'send one message about an example visit to an address of your own',
    load: async () => (await import('./test-message.ts')).testMessageCommand,
  },
  token: {
    usage: '',
    description: 'create, list and revoke access tokens',
    load: async () => (await import('./token.ts')).tokenCommand,
  },
  account: {
    usage: '',
    description: 'invite, list and remove people who sign in with a passkey or a password, and make new links for them',
    load: async () => (await import('./account.ts')).accountCommand,
  },
  'access-rule': {
    usage: '',
    description: 'say what the people of each group of the identity provider may do',
    load: async () => (await import('./access-rule.ts')).accessRuleCommand,
  },
  import: {
    usage: '<file>',
    description: 'import a history file (NDJSON); "-" reads standard input',
    load: async () => (await import('./import.ts')).importCommand,
  },
  actions: {
    usage: '[options] <entity> <start_date> [end_date]',
    description: 'list the actions of an entity by date, as a client of a running service',
    load: async () => (await import('./actions.ts')).actionsCommand,
  },
  checkin: {
    usage: '[options] <entity> <token>',
    description: 'show the appointment behind a check-in token, as a client of a running service',
    load: async () => (await import('./checkin.ts')).checkinCommand,
  },
  arrive: {
    usage: '[options] <entity> [token]',
    description: 'mark the arrival of a contact, as a client of a running service',
    load: async () => (await import('./arrive.ts')).arriveCommand,
  },
  annul: {
    usage: '[options] <entity> [token]',
    description: 'reverse the arrival of a contact, as a client of a running service',
    load: async () => (await import('./arrive.ts')).annulCommand,
  },
  answer: {
    usage: '[options] <entity> <notification> <action>',
    description: "record a contact's answer by telephone or at the desk, as a client of a running service",
    load: async () => (await import('./answer.ts')).answerCommand,
  },
  withdraw: {
    usage: '[options] <entity> [notification]',
    description: 'withdraw a visit and tell its contact, as a client of a running service',
    load: async () => (await import('./withdraw.ts')).withdrawCommand,
  },
  notify: {
    usage: '[options] <entity> <file>',
    description:
      'submit notifications to a running service: a task as JSON, or with --category and --target one notification per line (NDJSON); "-" reads standard input',
    load: async () => (await import('./notify.ts')).notifyCommand,
  },
  appointments: {
    usage: '[options] <entity> [file]',
    description:
      'submit a CSV file to a running service, or with --watch the files of a folder; "-" reads standard input',
    load: async () => (await import('./appointments.ts')).appointmentsCommand,
  },
  visits: {
    usage: '[options] <entity> <start_date> [end_date]',
    description: 'list the visits of an entity by date, as a client of a running service',
    load: async () => (await import('./visits.ts')).visitsCommand,
  },
  replies: {
    usage: '[options] <entity> <start_date> [end_date]',
    description: "list contacts' replies that are not answers, as a client of a running service",
    load: async () => (await import('./replies.ts')).repliesCommand,
  },
  'opt-out': {
    usage: '',
    description: 'list, add and lift opt-outs: addresses that receive no messages, as a client of a running service',
    load: async () => (await import('./opt-out.ts')).optOutCommand,
  },
  'reply-url': {
    usage: '',
    description: "print the URLs to which a gateway, a provider of texts or Meta posts contacts' replies",
    load: async () => (await import('./reply-url.ts')).replyUrlCommand,
  },
  'bounce-urls': {
    usage: '',
    description: 'print the secret URLs to which mail providers post bounces',
    load: async () => (await import('./reply-url.ts')).bounceUrlsCommand,
  },
  erase: {
    usage: '[options] <entity> [key]',
    description: "erase a contact's data by the clinic's key of the contact, as a client of a running service",
    load: async () => (await import('./erase.ts')).eraseCommand,
  },
  feed: {
    usage: '[options] <entity>',
    description:
      'list the actions of an entity in commit order, one per line, and print the sequence to continue from on standard error',
    load: async () => (await import('./feed.ts')).feedCommand,
  },
  export: {
    usage: '[options] <entity> <contact>',
    description: 'print all data of a contact, whom the key of the own system names',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  'processing-record': {
    usage: '',
    description: 'print the record of processing activities (GDPR, article 30)',
    load: async () => (await import('./processing-record.ts')).processingRecordCommand,
  },
  migrate: {
    usage: '',
    description: 'migrate the database to the schema of this version; "serve" also does this',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  backup: {
    usage: '<file>',
    description: 'write a consistent copy of the database, also while it is in use; "restore" restores it',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    usage: '<file>',
    description: 'replace the database with a backup, and keep the old one; stop Rollcall first',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  copy: {
    usage: '[options]',
    description: 'copy a database into an empty one of either engine; stop Rollcall on both first',
    load: async () => (await import('./copy.ts')).copyCommand,
  },
  check: {
    usage: '',
    description: 'check the configuration and the integrity of the database',
    load: async () => (await import('./check.ts')).checkCommand,
  },
}

/** Adds the commands that the command line names, with their modules. If it names no command, adds all of them without
 *  their modules, for the help. */
export async function addCommands(program: Command, words: string[]) {
  const requested = Object.entries(commands).filter(([name]) => words.includes(name))
  for (const [name, { usage, description, load }] of requested) {
    const complete = await load()
    complete(program.command(`${name} ${usage.replace('[options]', '')}`).description(description))
  }
  if (requested.length > 0) return
  for (const [name, { usage, description }] of Object.entries(commands)) {
    program.command(`${name} ${usage}`).description(description)
  }
}
