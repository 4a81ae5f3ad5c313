import { hash } from 'node:crypto'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Database } from '../../database/database.ts'
import { endedStates } from '../../visits/state.ts'
import type { Item, Submission } from './submission.ts'

// A release can change the rules for items, and time zone data can change the completed params.
const rules = `${packageJson.version} ${process.versions.tz}`
const keysAtOnce = 500

/** Returns the digest of an item as the client submitted it, without `send_at` and `version`, and of the rules that
 *  complete it. */
export function submittedDigest({ send_at, version, ...content }: Item, timeZone: string): string {
  return hash('sha256', `${rules} ${timeZone} ${JSON.stringify(content)}`, 'base64url')
}

/** Returns the digests of the stored visits that a submission contains again, by their keys. Leaves out keys with several
 *  notifications, which only history has. */
export async function storedDigests(
  database: Database,
  entityId: string,
  { category, target, notifications }: Submission,
): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  const keys = notifications.map(({ external_id }) => external_id)
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const rows = await database
      .selectFrom('notifications')
      .select(({ fn }) => ['external_id', fn.min('latest_submission').as('latest_submission')])
      .where('entity_id', '=', entityId)
      .where('external_id', 'in', keys.slice(from, from + keysAtOnce))
      .where('category', '=', category)
      .where('target', '=', target)
      .where('state', 'not in', endedStates)
      .groupBy('external_id')
      .having(({ fn }) => fn.countAll(), '=', 1)
      .execute()
    for (const { external_id, latest_submission } of rows)
      if (latest_submission !== null) digests.set(external_id, latest_submission)
  }
  return digests
}
