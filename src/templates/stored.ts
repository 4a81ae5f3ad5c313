import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { TemplateKey, TemplateWords } from '../messages/find-template.ts'
import type { ListedTemplate, TemplateVersion } from './template.ts'

const maxVersions = 100

/** Who changes a template, and when. */
export interface Change {
  by: string
  at: Instant
}

/** Stores the words of a template; undefined: the shipped ones. The same words again change nothing. */
export async function changeTemplate(
  trx: Transaction<Schema>,
  key: TemplateKey,
  words: TemplateWords | undefined,
  { by, at }: Change,
) {
  // Locks the entity: versions are numbered one after another.
  await trx
    .updateTable('entities')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('entity_id', '=', key.entity_id)
    .execute()
  const latest = await versionsOf(trx, key).limit(1).executeTakeFirst()
  const { subject = null, text = null } = words ?? {}
  if ((latest?.subject ?? null) === subject && (latest?.text ?? null) === text) return
  const version = (latest?.version ?? 0) + 1
  await trx
    .insertInto('templates')
    .values({ ...key, version, subject, text, changed_at: at, changed_by: by })
    .execute()
}

/** Returns the latest 100 versions of a template, the newest first. */
export async function listVersions(database: Kysely<Schema>, key: TemplateKey): Promise<TemplateVersion[]> {
  const rows = await versionsOf(database, key).limit(maxVersions).execute()
  return rows.map(({ version, subject, text, changed_at, changed_by }) => ({
    ...{ version, changed_at: formatInstant(changed_at), changed_by },
    ...(subject !== null && { subject }),
    ...(text !== null && { text }),
  }))
}

/** Returns the words of a version; undefined if it deleted the template.
 *  @throws Problem template-not-found */
export async function wordsOfVersion(
  database: Kysely<Schema>,
  key: TemplateKey,
  version: number,
): Promise<TemplateWords | undefined> {
  const row = await versionsOf(database, key).where('version', '=', version).executeTakeFirst()
  if (!row) throw new Problem('template-not-found')
  const { subject, text } = row
  return text === null ? undefined : { ...(subject !== null && { subject }), text }
}

/** Lists the templates of an entity. */
export async function listTemplates(database: Kysely<Schema>, entityId: string): Promise<ListedTemplate[]> {
  const keys = ['category', 'target', 'language', 'channel', 'kind'] as const
  const rows = await database
    .selectFrom('templates')
    .select([...keys, 'version', 'changed_at', 'changed_by', 'text'])
    .where('entity_id', '=', entityId)
    .orderBy('version')
    .execute()
  const latest = new Map(rows.map((row) => [keys.map((key) => row[key]).join(' '), row]))
  return [...latest]
    .filter(([, { text }]) => text !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { text: _, changed_at, ...row }]) => ({ ...row, changed_at: formatInstant(changed_at) }))
}

const versionsOf = (database: Kysely<Schema>, key: TemplateKey) =>
  database
    .selectFrom('templates')
    .select(['version', 'subject', 'text', 'changed_at', 'changed_by'])
    .where(({ and }) => and(key))
    .orderBy('version', 'desc')
