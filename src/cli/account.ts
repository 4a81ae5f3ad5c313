import { type Command, Option } from 'commander'
import { accountRecord } from '../access/accounts/account-record.ts'
import type { NewLink } from '../access/accounts/link.ts'
import { inviteAccount, linkAccount, listAccounts, removeAccount } from '../access/accounts/manage-accounts.ts'
import { type Role, roles } from '../access/accounts/roles.ts'
import { readConfig } from '../channels/configuration.ts'
import { commandLine } from '../entities/history/change-resource.ts'
import type { Database } from '../platform/database/database.ts'
import { formatInstant, systemClock } from '../platform/time/instant.ts'
import { type EntityOptions, entitiesOption, refuseUnknown } from './entities-option.ts'
import { CommandFailure, print, printNote, table } from './terminal.ts'
import { withDatabase, withExistingDatabase } from './with-database.ts'

interface InviteOptions extends EntityOptions {
  role: Role
  email?: string
}

/** Lets an administrator in, also one who has lost everything. */
export function accountCommand(account: Command) {
  account
    .command('invite <name>')
    .description('invite a person, and print the link to hand over')
    .addOption(new Option('--role <role>', 'what the person may do').choices(roles).makeOptionMandatory())
    .option('--email <address>', 'what the person types to sign in; by default, the name')
    .option('--entity <id...>', 'the entities that they can access')
    .option('--all-entities', 'access to all entities, also future ones')
    .action(async (name: string, options: InviteOptions, command: Command) => {
      const entities = entitiesOption(options)
      const { role, email } = options
      const granted = entities === 'all' ? { all_entities: true } : { entities }
      const { link } = await withDatabase(async (database) => {
        await refuseUnknown(database, entities)
        const person = { name, role, ...granted, ...(email !== undefined && { email }) }
        return inviteAccount(database, systemClock, person, commandLine)
      })
      printNote(`Invited ${name}.`)
      printLink(command, link)
    })

  account
    .command('list')
    .description('list the people who sign in with a passkey or a password')
    .action(async (_options: object, command: Command) => {
      const rows = await withExistingDatabase((database) => listAccounts(database, 'all'))
      const records = rows.map((row) => accountRecord(row, systemClock.now()))
      const lines = records.map(({ id, name, role, state, entities }) => [
        ...[id, name, role, state],
        entities ? entities.join(' ') : 'all entities',
      ])
      print(command, records, table(lines))
    })

  account
    .command('link <id>')
    .description('print a new link; its use replaces the passkeys and the password')
    .action(async (id: string, _options: object, command: Command) => {
      const link = await withExistingDatabase(async (database) => {
        await requireId(database, id)
        return linkAccount(database, systemClock, id, commandLine)
      })
      printLink(command, link)
    })

  account
    .command('remove <id>')
    .description('remove an account, and end its sessions')
    .action(async (id: string, _options: object, command: Command) => {
      await withExistingDatabase(async (database) => {
        await requireId(database, id)
        await removeAccount(database, systemClock, id, commandLine)
      })
      printNote(`Removed the account ${id}.`)
      print(command, { id }, '')
    })
}

async function requireId(database: Database, id: string) {
  const ids = (await listAccounts(database, 'all')).map(({ account_id }) => account_id)
  if (!ids.includes(id)) throw new CommandFailure(`No account has the id ${id}. "rollcall account list" shows all.`)
}

function printLink(command: Command, { path, expiresAt }: NewLink) {
  const { publicUrl, host, port } = readConfig(process.env)
  const url = (publicUrl ?? `http://${host}:${port}`) + path
  const expires_at = formatInstant(expiresAt)
  print(command, { url, expires_at }, url)
}
