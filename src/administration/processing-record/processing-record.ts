import type { Kysely } from 'kysely'
import { destinations } from '../../channels/open-channels.ts'
import { readRetention } from '../../entities/retention.ts'
import type { Config } from '../../platform/config/config.ts'
import { withoutCredentials } from '../../platform/config/database-url.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { personalTables } from '../personal-data/personal-tables.ts'
import { tableData } from '../personal-data/tables.ts'

interface Section {
  title: string
  lines: string[]
}

/** Returns the record of processing activities (GDPR, article 30) of this installation, from its configuration. The clinic adds its
 *  name, its contact, and the legal basis. */
export async function processingRecord(database: Kysely<Schema>, config: Config): Promise<Section[]> {
  return [
    { title: 'Controllers', lines: await controllers(database) },
    { title: 'Purposes', lines: purposes },
    { title: 'Categories of people', lines: people },
    { title: 'Categories of personal data', lines: categories() },
    { title: 'Recipients', lines: [...recipients(config), ...(await webhookHosts(database))] },
    { title: 'Where the data are', lines: [withoutCredentials(config.databaseUrl)] },
    { title: 'Periods after the visit', lines: await periods(database) },
    { title: 'Measures', lines: measures },
  ]
}

const purposes = [
  'Tell contacts of their visits, remind them, and tell them of changes.',
  'Record their answers and arrivals, and hand these to the clinic and to its own system.',
  'Prove who read or changed their data (audit).',
]

const people = [
  'Contacts of the clinic: patients, or people who act for them.',
  'Staff: their names, at what they did.',
]

const controllers = async (database: Kysely<Schema>) =>
  (await database.selectFrom('entities').select(['entity_id', 'name']).orderBy('entity_id').execute()).map(
    ({ entity_id, name }) => `${name} (${entity_id})`,
  )

/** The personal columns of each table, as the tables declare them. */
const categories = () =>
  personalTables.map((name) => {
    const columns = Object.entries<unknown>(tableData[name].columns).filter(
      ([, held]) => held !== 'none' && held !== 'staff',
    )
    return `${name}: ${columns.map(([column]) => column).join(', ')}`
  })

function recipients(config: Config): string[] {
  const { links: _, ...channels } = destinations(config)
  return Object.entries(channels).map(([messages, destination]) => `${messages}: ${destination}`)
}

const webhookHosts = async (database: Kysely<Schema>) =>
  (await database.selectFrom('webhooks').select(['entity_id', 'url']).orderBy('entity_id').execute()).map(
    ({ entity_id, url }) => `webhook of ${entity_id}: ${new URL(url).host}`,
  )

const periods = async (database: Kysely<Schema>) =>
  (await database.selectFrom('entities').select(['entity_id', 'retention']).orderBy('entity_id').execute()).map(
    ({ entity_id, retention }) => {
      const { notifications, ...parts } = readRetention(retention)
      const shorter = Object.entries(parts).map(([kind, period]) => `${kind} ${period ?? 'as long'}`)
      return `${entity_id}: notifications ${notifications ?? 'without an end'}; ${shorter.join(', ')}`
    },
  )

const measures = [
  'Access only with a credential, which has scopes, entities and an expiry. Credentials are stored as hashes.',
  'Each read and write of personal data is on record, without names or values.',
  'Connections to mail servers, providers and clients use TLS. Plain text needs an explicit setting.',
  'Database, keys and backups are files that only the service can read.',
  'Links and codes are random, and stored as hashes. They end with the visit.',
  'Data are removed after the periods that each entity sets, and on request.',
]
