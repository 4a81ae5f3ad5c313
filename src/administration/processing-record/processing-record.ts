import type { Kysely } from 'kysely'
import { destinations } from '../../channels/open-channels.ts'
import { readRetention } from '../../entities/retention.ts'
import type { Config } from '../../platform/config/config.ts'
import { withoutCredentials } from '../../platform/config/database-url.ts'
import type { Schema } from '../../platform/database/schema.ts'
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

type PersonalName = {
  [Name in keyof typeof tableData]: (typeof tableData)[Name] extends { removal: string } ? Name : never
}[keyof typeof tableData]

const inWords: Record<PersonalName, string> = {
  notifications:
    'the contact (name, language, and what the clinic submits, such as birth date and citizen number), the visit, the wish',
  deliveries: 'addresses of messages, their links, and why one was not delivered',
  written_messages: 'texts that staff wrote',
  actions: 'answers, arrivals and changes, with contact and visit',
  checkin_tokens: 'the visit behind a code, with its contact',
  events: 'what happened, with addresses and texts',
  replies: 'texts that contacts sent, and their numbers',
  received_messages: 'numbers of received messages',
  notes: 'notes of staff',
  claims: 'who of the staff works on a visit',
  opt_outs: 'addresses that get no messages',
  contact_opt_outs: 'contacts who get no messages at an address',
  undeliverable_addresses: 'addresses that do not exist, and why',
  acknowledgements: "why the clinic's system could not use an event",
  changes: 'changes of opt-outs, with the address',
  holds: 'whose data must be kept, and why',
}

/** The tables that declare data of contacts, with these columns. */
const categories = () =>
  (Object.keys(inWords) as PersonalName[]).map((name) => {
    const columns = Object.entries<unknown>(tableData[name].columns).filter(
      ([, held]) => held !== 'none' && held !== 'staff',
    )
    const listed = columns.length > 0 ? `: ${columns.map(([column]) => column).join(', ')}` : ''
    return `${inWords[name]} (${name}${listed})`
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
  'Links and codes cannot be guessed, and are stored as hashes. A code ends with its visit.',
  'Data are removed after the periods that each entity sets, and on request.',
]
