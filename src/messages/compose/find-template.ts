import type { Kysely } from 'kysely'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Dialect, languageOf } from '../../platform/languages/languages.ts'

/** Identifies the template of a message. */
export type TemplateKey = Pick<
  Schema['templates'],
  'entity_id' | 'category' | 'target' | 'channel' | 'kind' | 'language'
>

/** The words of a template. Without a subject, the shipped one stays. */
export interface TemplateWords {
  subject?: string
  text: string
}

type TemplateChange = Pick<Schema['templates'], 'language' | 'version' | 'changed_at' | 'changed_by'>

/** A template, and its last change. */
export interface StoredTemplate extends TemplateWords, TemplateChange {}

/** Returns the template that applies to a message: the one of the dialect, or else of its language. */
export async function findTemplate(database: Kysely<Schema>, key: TemplateKey): Promise<StoredTemplate | undefined> {
  const rows = await selectLatest(database, { ...key, fallback: languageOf(key.language)! })
  const set = rows.filter(({ text }) => text !== null)
  const row = set.find(({ language }) => language === key.language) ?? set[0]
  if (!row) return undefined
  const { subject, text, ...change } = row
  return { ...(subject !== null && { subject }), text: text!, ...change }
}

/** Selects the latest version in each of two languages. Reads the primary key only where the entity has a template. */
const selectLatest = preparedStatement(
  (database, { entity_id, category, target, channel, kind, language, fallback }: TemplateKey & { fallback: Dialect }) =>
    database
      .selectFrom('templates')
      .select(['language', 'subject', 'text', 'version', 'changed_at', 'changed_by'])
      .where('entity_id', '=', entity_id)
      .where('category', '=', category)
      .where('target', '=', target)
      .where('channel', '=', channel)
      .where('kind', '=', kind)
      .where((eb) => eb.or([eb('language', '=', language), eb('language', '=', fallback)]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('templates as later')
              .select('later.version')
              .where('later.entity_id', '=', entity_id)
              .whereRef('later.category', '=', 'templates.category')
              .whereRef('later.target', '=', 'templates.target')
              .whereRef('later.channel', '=', 'templates.channel')
              .whereRef('later.kind', '=', 'templates.kind')
              .whereRef('later.language', '=', 'templates.language')
              .whereRef('later.version', '>', 'templates.version'),
          ),
        ),
      ),
)
