import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { hashContact } from '../../visits/erasures/erased-contacts.ts'
import type { NewErasure } from './erasure.ts'

interface Author {
  entityId: string
  /** The name of the credential. */
  by: string
}

/** Begins the erasure of a contact. From its commit on, submissions refuse the contact. Returns its id. */
export async function requestErasure(
  trx: Transaction<Schema>,
  secret: Secret,
  { entityId, by }: Author,
  { contact_external_id, reason }: NewErasure,
  now: Instant,
): Promise<string> {
  await noteErasures(trx, entityId)
  const erasure_id = newId()
  await trx
    .insertInto('erasures')
    .values({
      entity_id: entityId,
      erasure_id,
      contact_external_id,
      contact_hash: hashContact(secret, entityId, contact_external_id),
      reason: reason === undefined ? null : cleanText(reason).trim(),
      created_at: now,
      created_by: by,
    })
    .execute()
  return erasure_id
}

/** Makes the submissions of an entity look for erased contacts. It waits for the current submission. */
const noteErasures = (trx: Transaction<Schema>, entityId: string) =>
  trx
    .insertInto('task_counters')
    .values({ entity_id: entityId, tasks: 0, has_erasures: 1 })
    .onConflict((conflict) => conflict.column('entity_id').doUpdateSet({ has_erasures: 1 }))
    .execute()

/** Allows new data of an erased contact. Repeating it changes nothing.
 *  @throws Problem erasure-not-found */
export async function liftErasure(trx: Transaction<Schema>, { entityId, by }: Author, id: string, now: Instant) {
  const { contact_hash } = await findErasure(trx, entityId, id)
  if (contact_hash === null) return
  await trx
    .updateTable('erasures')
    .set({ contact_hash: null, lifted_at: now, lifted_by: by })
    .where('entity_id', '=', entityId)
    .where('contact_hash', '=', contact_hash)
    .execute()
}

/** @throws Problem erasure-not-found */
export async function findErasure(database: Database | Transaction<Schema>, entityId: string, id: string) {
  const row = await database
    .selectFrom('erasures')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('erasure_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('erasure-not-found')
  return row
}

/** Lists the erasures of an entity, the latest first.
 *  @throws Problem invalid-parameter */
export async function listErasures(database: Database, entityId: string, { limit, after }: Page) {
  const before = after === undefined ? undefined : readCursor(after, 'erasures', 'string')[0]
  const rows = await database
    .selectFrom('erasures')
    .selectAll()
    .where('entity_id', '=', entityId)
    .$if(before !== undefined, (erasures) => erasures.where('erasure_id', '<', before!))
    .orderBy('erasure_id', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
  return cutPage('erasures', rows, limit, ({ erasure_id }) => [erasure_id])
}
