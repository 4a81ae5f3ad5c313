import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Secret } from '../../platform/keys/secret.ts'

/** Why a source may not store data of a contact. */
export const erased = 'erased'

// 130 bits, as for a check-in token.
const hashCharacters = 26

/** Returns the hash by which an erased contact is recognised. Without the secret, it does not tell the key. */
export const hashContact = (secret: Secret, entityId: string, contactExternalId: string) =>
  secret.derive(hashCharacters, 'erased contact', entityId, contactExternalId)

/** Returns those of the contacts' keys that an erasure forbids. */
export async function erasedAmong(
  database: Kysely<Schema>,
  secret: Secret,
  entityId: string,
  contactExternalIds: Iterable<string>,
): Promise<Set<string>> {
  const keyOf = new Map([...contactExternalIds].map((key) => [hashContact(secret, entityId, key), key]))
  if (keyOf.size === 0) return new Set()
  const rows = await database
    .selectFrom('erasures')
    .select('contact_hash')
    .where('entity_id', '=', entityId)
    .where('contact_hash', 'in', [...keyOf.keys()])
    .execute()
  return new Set(rows.map(({ contact_hash }) => keyOf.get(contact_hash!)!))
}
