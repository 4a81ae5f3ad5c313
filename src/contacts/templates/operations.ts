import { findChannel } from '../../channels/registry.ts'
import { type Entity, findEntity } from '../../entities/entity.ts'
import { type Author, change } from '../../entities/history/change-resource.ts'
import { findTemplate, type TemplateKey, type TemplateWords } from '../../messages/compose/find-template.ts'
import { placeholdersOf, rulesOf } from '../../messages/compose/template-kinds.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { findPlugin } from '../../visits/plugins/registry.ts'
import { templateFaults } from './faults.ts'
import { measureOf, type RenderContext } from './render.ts'
import { shippedWords } from './shipped-words.ts'
import { templateChange, wordsOfVersion } from './stored.ts'
import type { Draft, Template } from './template.ts'

/** @throws Problem template-not-found if the channel has no such message, or the pair no plugin */
export function requireMessage({ category, target, channel, kind }: TemplateKey) {
  const { template } = findChannel(channel)
  if (!findPlugin(category, target) || !rulesOf(kind).forms.includes(template.form))
    throw new Problem('template-not-found')
}

/** Returns the template that applies, or the shipped words. */
export async function readTemplate(context: RenderContext, key: TemplateKey): Promise<Template> {
  const { database, servers } = context
  const { entity_id, ...keys } = key
  const { template } = findChannel(key.channel)
  const placeholders = placeholdersOf(key.kind, findPlugin(key.category, key.target)!, template.form)
  const changeable = template.form === 'chat' ? { placeholders: [], fixed: template.fault } : { placeholders }
  const stored = await findTemplate(database, key)
  if (!stored) {
    const entity: Entity = (await findEntity(database, entity_id))!
    const words = await shippedWords(entity, key, servers)
    return { ...keys, default: true, ...words, ...changeable, ...(await measureOf(context, key, words)) }
  }
  const { language, version, changed_at, changed_by, ...words } = stored
  const change = { version, changed_at: formatInstant(changed_at), changed_by }
  return {
    ...keys,
    language,
    default: false,
    ...words,
    ...changeable,
    ...(await measureOf(context, key, words)),
    ...change,
  }
}

/** Returns the draft if it has no faults. A draft without a text has that of the template, and a draft without anything is
 *  undefined.
 *  @throws Problem invalid-body that lists all faults */
export async function checkedDraft(
  context: RenderContext,
  key: TemplateKey,
  { subject, text }: Partial<Draft>,
): Promise<TemplateWords | undefined> {
  if (subject === undefined && text === undefined) return undefined
  const words = {
    ...(subject !== undefined && { subject }),
    text: text === undefined ? (await readTemplate(context, key)).text : normal(text),
  }
  throwIfFaulty(await templateFaults(context, key, words))
  return words
}

/** Sets a template. The same words again change nothing.
 *  @throws Problem changed-meanwhile, or invalid-body that lists all faults */
export async function setTemplate(
  context: RenderContext,
  key: TemplateKey,
  draft: Draft,
  author: Author,
): Promise<Template> {
  await setWords(context, key, await checkedDraft(context, key, draft), author)
  return readTemplate(context, key)
}

/** Returns to the shipped words.
 *  @throws Problem changed-meanwhile */
export const deleteTemplate = (context: RenderContext, key: TemplateKey, author: Author) =>
  setWords(context, key, undefined, author)

/** Makes the words of an earlier version apply again, as a new version.
 *  @throws Problem template-not-found, changed-meanwhile, or invalid-body if the words have faults by today's rules */
export async function restoreVersion(
  context: RenderContext,
  key: TemplateKey,
  version: number,
  author: Author,
): Promise<Template> {
  const words = await wordsOfVersion(context.database, key, version)
  if (words) throwIfFaulty(await templateFaults(context, key, words))
  await setWords(context, key, words, author)
  return readTemplate(context, key)
}

function setWords(
  { database, clock }: RenderContext,
  key: TemplateKey,
  words: TemplateWords | undefined,
  author: Author,
) {
  const entityId = key.entity_id
  const changing = templateChange(key, words, author.by)
  return database.writeFor(entityId, (trx) => change(trx, { entityId, ...author }, changing, clock.now()))
}

/** The words that the entity has set for this very message: not the shipped ones, nor those of another language. */
export const ownWords = ({ default: isShipped, language, subject, text }: Template, key: TemplateKey) =>
  isShipped || language !== key.language ? undefined : { ...(subject !== undefined && { subject }), text }

/** One form for each text, so that the same words are the same version. */
const normal = (text: string) => text.replaceAll('\r\n', '\n').trim()
