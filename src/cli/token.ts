import { type Command, Option } from 'commander'
import { createAccessToken, type Grant, revokeAccessToken } from '../access/credentials/access-token.ts'
import { listAccessTokens } from '../access/credentials/list-access-tokens.ts'
import { type Scope, scopes } from '../access/credentials/scope.ts'
import { qrCodeForTerminal } from '../platform/codes/qr-code.ts'
import { Problem } from '../platform/errors/errors.ts'
import { formatInstant, type Instant, minutes, systemClock } from '../platform/time/instant.ts'
import { type EntityOptions, entitiesOption, refuseUnknown } from './entities-option.ts'
import { CommandFailure, print, printNote, table, UsageFailure } from './terminal.ts'
import { withDatabase, withExistingDatabase } from './with-database.ts'

interface CreateOptions extends EntityOptions {
  name: string
  scope: Scope[]
  expires?: string
  qr?: true
  test?: true
}

export function tokenCommand(token: Command) {
  token
    .command('create')
    .description('create an access token; it is printed once and cannot be shown again')
    .requiredOption('--name <name>', 'its purpose')
    .addOption(new Option('--scope <scope...>', 'what the token permits').choices(scopes).makeOptionMandatory())
    .option('--entity <id...>', 'the entities that the token can access')
    .option('--all-entities', 'access to all entities, also future ones')
    .option('--expires <time>', 'lifetime: a number of m(inutes), h, d, w or y, such as 90d')
    .option('--test', 'for tests: it changes only test visits, and sends nothing')
    .option('--qr', 'also print a QR code that signs in a device of the front desk')
    .action(async (options: CreateOptions, command: Command) => {
      const grant: Grant = {
        name: options.name,
        scopes: [...new Set(options.scope)],
        entities: entitiesOption(options),
        test: options.test === true,
        expiresAt: options.expires === undefined ? null : systemClock.now() + duration(options.expires),
      }
      const created = await withDatabase(async (database) => {
        await refuseUnknown(database, grant.entities)
        return createAccessToken(database, systemClock, grant).catch(explain)
      })
      printNote(`Created access token ${created.id}. Store the token below: it is not shown again.`)
      if (options.qr) process.stderr.write(`${await qrCodeForTerminal(created.token)}\n`)
      print(command, created, created.token)
    })

  token
    .command('list')
    .description('list the access tokens, without their secrets')
    .action(async (_options: object, command: Command) => {
      const tokens = await withExistingDatabase((database) => listAccessTokens(database))
      const rows = tokens.map(({ id, name, entities, ...one }) => {
        const state = one.revoked_at !== null ? 'revoked' : expiry(one.expires_at)
        return [
          id,
          one.test ? `${state}, test` : state,
          one.scopes.join(' '),
          entities === 'all' ? 'all entities' : entities.join(' '),
          name,
        ]
      })
      const records = tokens.map((one) => ({
        ...one,
        created_at: formatInstant(one.created_at),
        expires_at: one.expires_at && formatInstant(one.expires_at),
        revoked_at: one.revoked_at && formatInstant(one.revoked_at),
        last_used_at: one.last_used_at && formatInstant(one.last_used_at),
      }))
      print(command, records, table(rows))
    })

  token
    .command('revoke <id>')
    .description('revoke an access token by its id')
    .action(async (id: string, _options: object, command: Command) => {
      const revoked = await withExistingDatabase((database) => revokeAccessToken(database, systemClock, id))
      if (!revoked)
        throw new CommandFailure(`There is no valid access token ${id}. "rollcall token list" shows all tokens.`)
      printNote(`Revoked ${id}.`)
      print(command, { id }, '')
    })
}

/** @throws CommandFailure for a Problem */
function explain(error: unknown): never {
  throw error instanceof Problem ? new CommandFailure(error.details('', '').detail) : error
}

const expiry = (at: Instant | null) =>
  at === null ? 'never expires' : `${at <= systemClock.now() ? 'expired' : 'expires'} ${formatInstant(at).slice(0, 10)}`

function duration(text: string): Instant {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdwy])$/.exec(text) ?? []
  if (!count || !unit) throw new UsageFailure('--expires must be a number and a unit (m, h, d, w, y), such as 90d.')
  return minutes(Number(count) * { m: 1, h: 60, d: 1440, w: 10_080, y: 525_600 }[unit]!)
}
