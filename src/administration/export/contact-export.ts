import { type Kysely, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { type ContactKey, notificationsOfContact } from '../../visits/notifications-of-contact.ts'
import { lonelyAddresses } from '../personal-data/lonely-addresses.ts'
import { type ContactData, type PersonalTable, personalTables, rowsOf } from '../personal-data/personal-tables.ts'
import { tableData } from '../personal-data/tables.ts'

/** A row of a table, by column. */
const ExportedRow = Type.Record(Type.String(), Type.Unknown())
export type ExportedRow = Static<typeof ExportedRow>

/** A copy of the personal data of a contact. */
export const ContactExport = Type.Object(
  {
    entity_id: Type.String({ description: 'The entity.' }),
    contact_external_id: Type.String({ description: "The contact's key in the client's own database." }),
    exported_at: Type.String({ description: 'When the copy was made, in UTC.' }),
    data: Type.Record(Type.String(), Type.Array(ExportedRow), {
      description:
        'The rows of each table that holds data of the contact, without the names of staff. Instants are in UTC.',
    }),
  },
  {
    $id: 'ContactExport',
    description: 'A copy of the personal data of a contact.',
    examples: [
      {
        entity_id: 'clinica-lisboa',
        contact_external_id: 'P-77',
        exported_at: '2026-03-30T10:00:00.000000+00:00',
        data: {
          notes: [{ notification_id: 'n-1', written_at: '2026-03-29T09:00:00.000000+00:00', text: 'Calls back' }],
        },
      },
    ],
  },
)
export type ContactExport = Static<typeof ContactExport>

// PostgreSQL and SQLite accept many more parameters in a statement.
const idsPerRead = 200

/** Reads all that the tables declare as personal data of a contact, with what belongs to it. Data of an address that the contact
 *  shares with others are theirs, too: the copy lacks them.
 *  @throws Problem contact-not-found */
export async function exportContact(
  database: Kysely<Schema>,
  { entityId, externalId }: ContactKey,
  now: Instant,
): Promise<ContactExport> {
  const ids = await notificationsOfContact(database, { entityId, externalId })
  if (ids.length === 0) throw new Problem('contact-not-found')
  const addresses = await lonelyAddresses(database, entityId, ids)
  const data: ContactExport['data'] = {}
  for (const name of personalTables) {
    const rows: ExportedRow[] = []
    for (let from = 0; from < ids.length; from += idsPerRead) {
      // The rows of an address come once.
      const some = { entityId, ids: ids.slice(from, from + idsPerRead), addresses: from === 0 ? addresses : [] }
      rows.push(...(await readRows(database, name, some)))
    }
    if (rows.length > 0) data[name] = rows
  }
  return { entity_id: entityId, contact_external_id: externalId, exported_at: formatInstant(now), data }
}

async function readRows(database: Kysely<Schema>, name: keyof Schema, some: ContactData) {
  const data = tableData[name] as PersonalTable
  const columns = Object.entries(data.columns as TableData<never>['columns'])
    .filter(([column, held]) => held !== 'staff' && column !== 'entity_id')
    .map(([column]) => sql.ref(column))
  const found: ExportedRow[] = []
  for (const where of rowsOf(engineOf(database), data, some)) {
    const selected = sql<ExportedRow>`select ${sql.join(columns)} from ${sql.table(name)} where ${where}`
    found.push(...(await selected.execute(database)).rows.map(readableRow))
  }
  return found
}

const readableRow = (row: ExportedRow): ExportedRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([column, value]) => [column, readable(column, value)]),
  )

/** Instants as RFC 3339, JSON as an object. */
function readable(column: string, value: unknown): unknown {
  if (/(^|_)(at|until|since|on)$/.test(column) && Number.isSafeInteger(Number(value)))
    return formatInstant(Number(value))
  return typeof value === 'string' && /^[{[]/.test(value) ? parsed(value) : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A contact's own text may begin with a bracket.
    return text
  }
}
