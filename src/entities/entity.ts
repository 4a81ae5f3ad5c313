import type { Kysely, Selectable, Updateable } from 'kysely'
import { type Static, Type } from 'typebox'
import { acrossEntities } from '../platform/database/across-entities.ts'
import type { Database } from '../platform/database/database.ts'
import { preparedStatement } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'
import { Problem } from '../platform/errors/errors.ts'
import { languageOf, languages } from '../platform/languages/languages.ts'
import { Name } from '../platform/text/text-schemas.ts'
import { formatInstant } from '../platform/time/instant.ts'
import { defaultArrivalWindow } from './default-arrival-window.ts'
import {
  Colour,
  Country,
  entityProperties,
  LanguageTag,
  OpeningDays,
  Phone,
  PostalAddress,
  SentenceChanges,
  TimeZone,
} from './entity-properties.ts'
import { defaultOpeningDays, type Weekday } from './weekdays.ts'

const exampleEntity = {
  id: 'clinica-lisboa',
  name: 'Clínica Lisboa',
  time_zone: 'Europe/Lisbon',
  language: 'pt-PT',
  phone: '+351 213 000 000',
  address: 'Rua do Ouro 12, 1100-061 Lisboa',
  names: 'first',
  colour: '#0b62ab',
  country: 'PT',
  sentences: { pt: 'Traga o seu cartão de utente.' },
  ...defaultArrivalWindow,
  opening_days: defaultOpeningDays,
}

/** A clinic, doctor's office or hospital. */
export const Entity = Type.Object(
  {
    ...entityProperties,
    opening_days: Type.Optional(OpeningDays),
    retired_at: Type.Optional(
      Type.String({
        description: 'Since when the entity is retired, in UTC: it sends nothing. It is absent otherwise.',
      }),
    ),
  },
  {
    $id: 'Entity',
    description: "A clinic, doctor's office or hospital.",
    additionalProperties: false,
    examples: [exampleEntity],
  },
)
export type Entity = Static<typeof Entity>

const { language: _, ...withoutLanguage } = entityProperties

/** Pages and messages have this language. */
const SupportedLanguage = Type.Refine(
  LanguageTag,
  (tag) => languageOf(tag) !== undefined,
  () => `must be one of the languages ${languages.join(', ')}, or a dialect of one`,
)

/** An entity to add. */
export const NewEntity = Type.Object(
  {
    ...withoutLanguage,
    language: Type.Optional(SupportedLanguage),
    opening_days: Type.Optional(OpeningDays),
  },
  { $id: 'NewEntity', description: 'An entity to add.', additionalProperties: false, examples: [exampleEntity] },
)
export type NewEntity = Static<typeof NewEntity>

/** Changes to an entity (RFC 7396). */
export const EntityChanges = Type.Object(
  {
    name: Type.Optional(Name),
    time_zone: Type.Optional(TimeZone),
    language: Type.Optional(SupportedLanguage),
    phone: Type.Optional(Type.Union([Phone, Type.Null()])),
    address: Type.Optional(Type.Union([PostalAddress, Type.Null()])),
    names: entityProperties.names,
    colour: Type.Optional(Type.Union([Colour, Type.Null()])),
    country: Type.Optional(Type.Union([Country, Type.Null()])),
    sentences: Type.Optional(SentenceChanges),
    arrive_early: entityProperties.arrive_early,
    arrive_late: entityProperties.arrive_late,
    opening_days: Type.Optional(OpeningDays),
  },
  {
    $id: 'EntityChanges',
    description: 'The properties that change. `null` removes a property, or a sentence.',
    additionalProperties: false,
    examples: [{ name: 'Clínica do Chiado', phone: null }],
  },
)
export type EntityChanges = Static<typeof EntityChanges>

/** The path parameter `entity_id` of every route of an entity. */
export const EntityIdParam = Type.String({
  description: "The id of the entity: a clinic, doctor's office or hospital.",
})

/** The columns that `readEntity` reads. */
export const entityColumns = [
  ...(['entity_id', 'name', 'time_zone', 'language', 'phone', 'address', 'names'] as const),
  ...(['colour', 'country', 'sentences'] as const),
  ...(['arrive_early', 'arrive_late', 'opening_days', 'retired_at'] as const),
] as const

/** Reads an entity from its columns. Omits what is not set. */
export const readEntity = ({
  entity_id,
  name,
  time_zone,
  language,
  phone,
  address,
  names,
  colour,
  country,
  sentences,
  opening_days,
  retired_at,
  ...window
}: Pick<Selectable<Schema['entities']>, (typeof entityColumns)[number]>): Entity => ({
  id: entity_id,
  name,
  time_zone,
  language,
  ...(phone !== null && { phone }),
  ...(address !== null && { address }),
  names: names ?? 'first',
  ...(colour !== null && { colour }),
  ...(country !== null && { country }),
  ...(sentences !== null && { sentences: JSON.parse(sentences) }),
  arrive_early: window.arrive_early,
  arrive_late: window.arrive_late,
  opening_days: opening_days === null ? defaultOpeningDays : JSON.parse(opening_days),
  ...(retired_at !== null && { retired_at: formatInstant(retired_at) }),
})

/** Returns properties of an entity as columns. */
export const columnsOf = <Properties extends { sentences?: object; opening_days?: Weekday[] }>({
  sentences,
  opening_days,
  ...columns
}: Properties) => ({
  ...columns,
  ...(sentences && { sentences: Object.keys(sentences).length > 0 ? JSON.stringify(sentences) : null }),
  ...(opening_days && { opening_days: JSON.stringify(opening_days) }),
})

export async function listEntities(database: Database): Promise<Entity[]> {
  const rows = await database.selectFrom('entities').select(entityColumns).orderBy('entity_id').execute()
  return rows.map(readEntity)
}

/** Returns those of the entities: at most `limit`, ordered by id, after the id `after`. Omits those on a lost node. */
export async function grantedEntities(database: Database, granted: string[] | 'all', after: string, limit: number) {
  const all = database.selectFrom('entities').select(entityColumns).where('entity_id', '>', after)
  const entities = granted === 'all' ? all : all.where(database.engine.isAmong('entity_id', granted))
  const rows = await acrossEntities(database, entities, { orderBy: ['entity_id'], limit })
  return rows.map(readEntity)
}

export async function findEntity(database: Kysely<Schema>, id: string): Promise<Entity | undefined> {
  const [row] = await selectEntity(database, { id })
  return row && readEntity(row)
}

const selectEntity = preparedStatement((database, { id }: { id: string }) =>
  database.selectFrom('entities').select(entityColumns).where('entity_id', '=', id),
)

/** Returns those of the ids that are entities. */
export async function existingAmong(database: Database, ids: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('entities')
    .select('entity_id')
    .where(database.engine.isAmong('entity_id', ids))
    .execute()
  return new Set(rows.map(({ entity_id }) => entity_id))
}

/** Returns those of the ids that belonged to entities which were removed. */
export async function removedAmong(database: Kysely<Schema>, ids: string[]): Promise<Set<string>> {
  const rows = await database.selectFrom('removed_entities').select('entity_id').where('entity_id', 'in', ids).execute()
  return new Set(rows.map(({ entity_id }) => entity_id))
}

/** For operators. */
export const idNotUsedAgain = 'An id is not used again after its entity was removed.'

/** Adds the entity. Returns false when the id exists, or belonged to an entity that was removed: sessions, access rules, links
 *  and other systems may still name it. */
export async function addEntity(
  database: Kysely<Schema>,
  { id, ...entity }: Omit<Entity, 'retired_at'>,
): Promise<boolean> {
  if ((await removedAmong(database, [id])).size > 0) return false
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('entities')
    .values({ entity_id: id, ...columnsOf(entity) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @throws Problem entity-retired */
export function requireActive({ retired_at }: Entity) {
  if (retired_at !== undefined) throw new Problem('entity-retired')
}

/** Sets the given columns. Returns false when the entity does not exist. */
export async function setEntity(
  database: Kysely<Schema>,
  id: string,
  changes: Updateable<Omit<Schema['entities'], 'entity_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('entities')
    .set(changes)
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
