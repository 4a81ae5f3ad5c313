import { sql } from 'kysely'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { hashContact } from '../../visits/erasures/erased-contacts.ts'

const entitiesAtOnce = 100
const contactsAtOnce = 1_000

/** Begins the erasure of contacts again who have returned otherwise than through a source: with a restored backup. */
export async function eraseReturned(database: Database, secret: Secret, signal: AbortSignal) {
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const entities: { entity_id: string }[] = await acrossEntities(
      database,
      database
        .selectFrom('erasures')
        .select('entity_id')
        .where('contact_hash', 'is not', null)
        .where('entity_id', '>', after)
        .groupBy('entity_id'),
      { orderBy: ['entity_id'], limit: entitiesAtOnce },
    )
    for (const { entity_id } of entities) await eraseReturnedTo(database, secret, entity_id, signal)
    after = entities[entitiesAtOnce - 1]?.entity_id
  }
}

async function eraseReturnedTo(database: Database, secret: Secret, entityId: string, signal: AbortSignal) {
  const rows = await database
    .selectFrom('erasures')
    .select(({ fn }) => ['contact_hash', fn.max('erasure_id').as('erasure_id')])
    .where('entity_id', '=', entityId)
    .where('contact_hash', 'is not', null)
    .groupBy('contact_hash')
    .execute()
  const latest = new Map(rows.map(({ contact_hash, erasure_id }) => [contact_hash, erasure_id]))
  for await (const contacts of contactsOf(database, entityId)) {
    if (signal.aborted) return
    for (const contact of contacts) {
      const erasureId = latest.get(hashContact(secret, entityId, contact))
      if (erasureId !== undefined) await beginAgain(database, entityId, erasureId, contact)
    }
  }
}

async function* contactsOf(database: Database, entityId: string) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: { contact_external_id: string }[] = await database
      .selectFrom('notifications')
      .select('contact_external_id')
      .distinct()
      .where('entity_id', '=', entityId)
      .where('contact_external_id', '>', after)
      .orderBy('contact_external_id')
      .limit(sql.lit(contactsAtOnce))
      .execute()
    yield rows.map(({ contact_external_id }) => contact_external_id)
    after = rows[contactsAtOnce - 1]?.contact_external_id
  }
}

const beginAgain = (database: Database, entityId: string, erasureId: string, contact: string) =>
  database.writeFor(entityId, (trx) =>
    trx
      .updateTable('erasures')
      .set({ contact_external_id: contact, erased_at: null, finished_at: null })
      .where('entity_id', '=', entityId)
      .where('erasure_id', '=', erasureId)
      .where('erased_at', 'is not', null)
      .execute(),
  )
