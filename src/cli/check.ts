import type { Command } from 'commander'
import { sql } from 'kysely'
import { refusalInWords } from '../administration/pages/refusal-in-words.ts'
import { channelNames } from '../channels/channel-names.ts'
import { environmentWarnings } from '../channels/configuration.ts'
import { destinations, serverFaults, unsentChannels } from '../channels/open-channels.ts'
import { entitiesWithoutEnd } from '../entities/retention.ts'
import { refusedInARow } from '../messages/delivery/refused-in-a-row.ts'
import { type Config, keyFault } from '../platform/config/config.ts'
import { withoutCredentials } from '../platform/config/database-url.ts'
import { isSecure } from '../platform/config/sign-in.ts'
import { connectForCommand, connectLater, poolerFaults } from '../platform/database/connect.ts'
import type { Database } from '../platform/database/database.ts'
import { hasPendingMigrations, migrationHistory, pendingMigrations } from '../platform/database/migrate.ts'
import { keyFileFault, keyPath } from '../platform/keys/secret.ts'
import { wordsOf } from '../platform/languages/words.ts'
import { systemClock } from '../platform/time/instant.ts'
import { faultsOfRules, nameOfRules, remedyOfRules } from '../platform/time/zones/release.ts'
import { zoneRulesInUse } from '../platform/time/zones/zones.ts'
import { readStoredConfig } from './stored-channels.ts'
import { CommandFailure, print, printNote } from './terminal.ts'
import { unreadVariables } from './unread-variables.ts'
import { requireDatabase } from './with-database.ts'

export function checkCommand(command: Command) {
  command.action(async (_options: object, command: Command) => {
    const { config, storedFaults } = await readStoredConfig()
    const { databaseUrl, replicaUrl } = config
    printNote(`database → ${withoutCredentials(databaseUrl)}`)
    if (replicaUrl) printNote(`whole lists ← ${withoutCredentials(replicaUrl)}`)
    for (const [what, where] of Object.entries(destinations(config))) printNote(`${what} → ${where}`)
    printNote(`time-zone rules: ${nameOfRules(zoneRulesInUse)}`)
    for (const fault of faultsOfRules(systemClock.now())) printNote(`Warning: ${remedyOfRules(fault)}`)
    const unsafe = keyFault(config)
    if (unsafe) printNote(unsafe)
    if (linksAreReadable(config)) printNote(readableLinks)
    const settings = [...unreadVariables(command), ...environmentWarnings(process.env)]
    // If the settings have faults, a missing database counts as another one: DATABASE_URL may be misspelt.
    if (settings.length === 0) requireDatabase(databaseUrl)
    const faults = [
      ...settings,
      ...keyFaults(config),
      ...storedFaults,
      ...(await findFaults(databaseUrl, replicaUrl)),
      ...(await serverFaults(config)),
      ...(await signInFaults(config)),
    ]
    print(command, { faults }, faults.join('\n'))
    if (faults.length > 0)
      throw new CommandFailure(
        `${faults.length === 1 ? '1 problem' : `${faults.length} problems`} found. The first one: ${faults[0]!.replace(/\.$/, '')}.
Correct the settings. If the database is damaged, restore a backup, or ask for help with this list.`,
      )
    printNote('The configuration and the database are in order.')
    if (unsentChannels(config, 'no-server')?.channels.length === channelNames.length)
      printNote('No messages are sent: set SMTP_URL, SMS_URL or WHATSAPP_URL, or set up a channel at /admin.')
  })
}

const readableLinks =
  'Warning: PUBLIC_URL is an http: address, so anybody on the way can read the links in messages and answer for a contact. Put a reverse proxy with TLS in front, and set PUBLIC_URL to its https: address.'

const linksAreReadable = ({ publicUrl, servers }: Config) =>
  publicUrl !== undefined && !isSecure(publicUrl) && Object.keys(servers).length > 0

const keyFaults = (config: Config) => listed(config.secretKey === undefined ? keyFileFault(keyPath(config)) : undefined)

const listed = (fault: string | undefined) => (fault === undefined ? [] : [fault])

async function signInFaults({ signIn }: Config): Promise<string[]> {
  if (!signIn) return []
  const { providerFault } = await import('../access/sign-in/provider.ts')
  return listed(await providerFault(signIn))
}

const findFaults = (databaseUrl: string, replicaUrl: string | undefined) =>
  orFault('the database cannot be opened', async () => {
    requireDatabase(databaseUrl)
    await using database = await connectForCommand(databaseUrl)
    // With a wrong pooler, each other statement may fail, too.
    const pooler = await orFault('the pooler cannot be checked', () => poolerFaults(databaseUrl))
    if (pooler.length > 0) return pooler
    const pending = await orFault('the list of migrations cannot be read', () => pendingMigrationFaults(database))
    if (pending.length > 0) return [...pending, ...(await database.engine.faults())]
    // Throws if a newer Rollcall wrote the database.
    await hasPendingMigrations(database)
    return [
      ...(await database.engine.faults()),
      ...(await orFault('the time-zone rules of the entities cannot be read', () => noteOtherRules(database))),
      ...(await orFault('the periods of data cannot be read', () => noteKept(database))),
      ...(await orFault('the latest messages cannot be read', () => noteRefusals(database))),
      ...(await orFault('the counters of entities cannot be checked', () => countersBehind(database))),
      ...(await orFault('DATABASE_REPLICA_URL cannot be used', () => replicaFaults(database, replicaUrl))),
    ]
  })

/** Warns of channels whose latest messages the servers refused because of the sender. */
async function noteRefusals(database: Database): Promise<string[]> {
  const { console: words } = wordsOf('console', 'en')
  for (const channel of channelNames) {
    const refused = await refusedInARow(database, channel, systemClock.now())
    if (refused) printNote(`Warning: ${words.channels[channel]}: ${refusalInWords(refused, 'en')}.`)
  }
  return []
}

/** Warns if the service began with other time-zone rules than this machine has now. */
async function noteOtherRules(database: Database): Promise<string[]> {
  const { fn } = database
  const select = database.selectFrom('entities').select(fn.max('zone_rules').as('rules'))
  const { rules } = await select.executeTakeFirstOrThrow()
  const own = nameOfRules(zoneRulesInUse)
  if (rules !== null && rules < zoneRulesInUse.version)
    printNote(`Warning: the service last started with the time-zone rules ${rules}. To use ${own}, restart it.`)
  if (rules !== null && rules > zoneRulesInUse.version)
    printNote(
      `Warning: a process of the service has the time-zone rules ${rules}, but this machine has ${own}. Update tzdata.`,
    )
  return []
}

/** Names the entities whose visits are never deleted, which is the default. */
async function noteKept(database: Database): Promise<string[]> {
  const kept = await entitiesWithoutEnd(database)
  const names = kept.slice(0, 5)
  const others = kept.length > 5 ? ` and ${kept.length - 5} more` : ''
  if (kept.length > 0)
    printNote(
      `The data of visits are never deleted: ${names.join(', ')}${others}. "rollcall retention set" changes that.`,
    )
  return []
}

async function replicaFaults(database: Database, replicaUrl: string | undefined): Promise<string[]> {
  if (replicaUrl === undefined) return []
  await using replica = await connectLater(replicaUrl, () => {})
  const [own, other] = await Promise.all([migrationHistory(database), migrationHistory(replica)])
  const isReplica = JSON.stringify(own) === JSON.stringify(other)
  return isReplica
    ? []
    : ['DATABASE_REPLICA_URL is not a replica of DATABASE_URL, or it lags since before the last upgrade']
}

/** The faults from `look`, or one fault if `look` throws. */
const orFault = (what: string, look: () => Promise<string[]>) =>
  look().catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    return [`${what}: ${message.replace(/\.$/, '')}${remedyOf(message)}`]
  })

const remedyOf = (message: string) =>
  message.includes('unsupported startup parameter')
    ? '. Set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options in PgBouncer'
    : ''

async function pendingMigrationFaults(database: Database): Promise<string[]> {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return []
  return [`the database lacks ${pending.join(', ')}. Run "rollcall migrate"`]
}

/** Each row of these tables raises a counter of its entity. */
const counted = [
  { counter: 'last_sequence', table: 'actions', row: 'action' },
  { counter: 'last_event', table: 'events', row: 'event' },
] as const

async function countersBehind(database: Database): Promise<string[]> {
  const faults = counted.map(async ({ counter, table, row }) => {
    const { rows } = await sql<{ entity_id: string }>`
      select distinct entities.entity_id from entities
      join ${sql.table(table)} as counted on counted.entity_id = entities.entity_id
      where counted.sequence > ${sql.ref(`entities.${counter}`)}`.execute(database)
    return rows.map(
      ({ entity_id }) => `entity ${entity_id}: ${counter} is lower than the sequence of its latest ${row}`,
    )
  })
  return (await Promise.all(faults)).flat()
}
