import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { ResourceChange } from '../../entities/history/change-resource.ts'
import type { TemplateKey, TemplateWords } from '../../messages/compose/find-template.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import type { ListedTemplate, TemplateVersion } from './template.ts'

const maxVersions = 100

/** Other words of a template; undefined: the shipped ones. Each change is a version. The same words again change nothing. */
export const templateChange = (
  key: TemplateKey,
  words: TemplateWords | undefined,
  by: string,
): ResourceChange<TemplateWords | undefined> => ({
  resource: 'template',
  name: partsOf.map((part) => key[part]).join('/'),
  read: async (trx) => wordsOf(await versionsOf(trx, key).limit(1).executeTakeFirst()),
  async write(trx, before, now) {
    if (isDeepStrictEqual(before, words)) return
    const latest = await versionsOf(trx, key).limit(1).executeTakeFirst()
    const { subject = null, text = null } = words ?? {}
    await trx
      .insertInto('templates')
      .values({ ...key, version: (latest?.version ?? 0) + 1, subject, text, changed_at: now, changed_by: by })
      .execute()
  },
})

const partsOf = ['category', 'target', 'language', 'channel', 'kind'] as const

/** A version without a text deleted the template. */
const wordsOf = (row: { subject: string | null; text: string | null } | undefined): TemplateWords | undefined =>
  row && row.text !== null ? { ...(row.subject !== null && { subject: row.subject }), text: row.text } : undefined

/** Returns the latest 100 versions of a template, the newest first. */
export async function listVersions(database: Kysely<Schema>, key: TemplateKey): Promise<TemplateVersion[]> {
  const rows = await versionsOf(database, key).limit(maxVersions).execute()
  return rows.map(({ version, subject, text, changed_at, changed_by }) => ({
    version,
    changed_at: formatInstant(changed_at),
    changed_by,
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
  return wordsOf(row)
}

/** Lists the templates of an entity. */
export async function listTemplates(database: Kysely<Schema>, entityId: string): Promise<ListedTemplate[]> {
  const rows = await database
    .selectFrom('templates')
    .select([...partsOf, 'version', 'changed_at', 'changed_by', 'text'])
    .where('entity_id', '=', entityId)
    .orderBy('version')
    .execute()
  const latest = new Map(rows.map((row) => [partsOf.map((part) => row[part]).join(' '), row]))
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
