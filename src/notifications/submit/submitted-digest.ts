import { hash } from 'node:crypto'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Database } from '../../database/database.ts'
import { type Item, maxItems, type Submission } from './submission.ts'

// A release can change the rules for items, and time zone data can change the completed params.
const rules = `${packageJson.version} ${process.versions.tz}`
const keysAtOnce = 500
// With values of the maximum length, an item then has at most 2 MB. A larger one would block the event loop in
// JSON.stringify.
const maxValues = 256

/** Returns the digest of an item as the client submitted it, without `send_at` and `version`, and of the rules that
 *  complete it. Null for an item with more than `maxValues`. */
export function submittedDigest(item: Item, timeZone: string): string | null {
  if (valuesLeft(item, maxValues) < 0) return null
  const { send_at, version, ...content } = item
  return hash('sha256', `${rules} ${timeZone} ${JSON.stringify(content)}`, 'base64url')
}

/** Returns `max` less the number of values inside `value`. Stops below 0. */
function valuesLeft(value: object, max: number): number {
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let left = max - members.length
  for (const member of members) {
    if (left < 0) break
    if (typeof member === 'object' && member !== null) left = valuesLeft(member, left)
  }
  return left
}

/** Returns the digests of the stored visits that a body submits again, by their keys. The body can be invalid, but its
 *  texts must be storable. Leaves out keys with several notifications, which only history has. */
export async function storedDigests(database: Database, entityId: string, body: unknown): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  const { category, target, notifications } = (body ?? {}) as Partial<Submission>
  if (typeof category !== 'string' || typeof target !== 'string') return digests
  if (!Array.isArray(notifications) || notifications.length > maxItems) return digests
  const keys = notifications.map((item) => item?.external_id).filter((key) => typeof key === 'string')
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const rows = await database
      .selectFrom('notifications')
      .select(({ fn }) => ['external_id', fn.min('submitted').as('submitted')])
      .where('entity_id', '=', entityId)
      .where('external_id', 'in', keys.slice(from, from + keysAtOnce))
      .where('category', '=', category)
      .where('target', '=', target)
      .where('state', 'not in', ['superseded', 'withdrawn'])
      .groupBy('external_id')
      .having(({ fn }) => fn.countAll(), '=', 1)
      .execute()
    for (const { external_id, submitted } of rows) if (submitted !== null) digests.set(external_id, submitted)
  }
  return digests
}
