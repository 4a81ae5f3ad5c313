import { type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import { deliveryStates } from '../../messages/delivery/state.ts'
import { notificationReach } from '../../messages/delivery/stored-reach.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { repeatable } from '../../platform/lists/pages.ts'
import { ExternalId } from '../../visits/notification.ts'
import { searchedWords, searchPatterns, searchTerms, withoutPrefixes } from '../../visits/search-terms.ts'
import { notificationStates, remindedStates } from '../../visits/state.ts'
import { hasDeliveryInState } from '../status/find.ts'
import { reachColumns, visitIsUnreached } from './unreached.ts'

// Each word costs a comparison with each visit of the days.
const maxWords = 8

const ParamText = Type.String({ minLength: 1, maxLength: 1_000 })

/** The params that have a filter of their name. */
const filteredParams = ['doctor', 'place'] as const

/** The opt-in filters. A visit passes if each given filter contains the visit's value. */
export const VisitFilters = Type.Object({
  state: repeatable(Type.Enum(notificationStates), 'Only visits in these states.'),
  category: repeatable(Id, 'Only notifications of these categories.'),
  target: repeatable(Id, 'Only notifications of these targets.'),
  external_id: repeatable(ExternalId, "Only these appointments, by the client's own keys."),
  doctor: repeatable(ParamText, 'Only visits to these doctors, by `params.doctor` exactly.'),
  place: repeatable(ParamText, 'Only visits at these places, by `params.place` exactly.'),
  delivery: repeatable(Type.Enum(deliveryStates), 'Only visits with a delivery in these states.'),
  done: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        'Only visits that staff have marked as done (`true`), or visits without that mark. Combine it with `state=rescheduling` or `state=no-show`.',
    }),
  ),
  reached: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        'Only visits whose contact a message about the visit has reached (`true`): with `state=open`, those without an answer. Or only visits whose contact staff have to call (`false`): no message has reached the contact, none is on its way, and the contact has not answered, or does not know that the clinic withdrew or moved the visit. A visit whose first message is on its way is in neither.',
    }),
  ),
  clock_changed: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        'Only coming visits whose local time other time-zone rules have changed (`true`), until the clinic decides; or only the others (`false`).',
    }),
  ),
  test: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Only visits that test tokens submitted (`true`), or only the others (`false`).',
    }),
  ),
  q: Type.Optional(
    Type.Refine(
      Type.String({
        maxLength: 128,
        description:
          "Only visits with these words in the contact's name or key, or in the appointment's key. The first letters of a word, or of its part after an apostrophe or a hyphen, are sufficient. Accents, case and such punctuation do not matter. A word may also be the contact's birth date (YYYY-MM-DD), or at least 4 digits of a telephone, with or without its country code and with spaces. At most 8 words.",
      }),
      (text) => searchedWords(text).length > 0 && searchedWords(text).length <= maxWords,
      () => `must have 1 to ${maxWords} words`,
    ),
  ),
})
export type VisitFilters = Static<typeof VisitFilters>

/** The columns of `notifications` that the filters read, apart from the notification's id. */
export const filteredColumns = ({
  q,
  delivery,
  done,
  reached,
  clock_changed,
  test,
  doctor,
  place,
  ...filters
}: VisitFilters) =>
  new Set([
    ...(test === undefined ? [] : (['test'] as const)),
    ...(clock_changed === undefined ? [] : (['recorded_time', 'state'] as const)),
    ...((doctor ?? place) ? (['params'] as const) : []),
    ...(Object.keys(filters) as (keyof typeof filters)[]),
    ...(done === undefined ? [] : (['done_at'] as const)),
    ...(q === undefined ? [] : (['search'] as const)),
    ...(reached === 'false' ? reachColumns : []),
  ])

/** An SQL condition: whether a row of `notifications` passes the filters. */
export function visitPasses(
  database: Database,
  entityId: string,
  { q = '', delivery, done, reached, clock_changed, test, ...filters }: VisitFilters,
) {
  const eb = expressionBuilder<Schema, 'notifications'>()
  const { hasMember } = database.engine
  const columns = (['state', 'category', 'target', 'external_id'] as const).filter((column) => filters[column])
  return eb.and([
    ...columns.map((column) => eb(`notifications.${column}`, 'in', filters[column]! as never[])),
    ...(delivery ? [hasDeliveryInState(entityId, delivery)(eb)] : []),
    ...(reached === 'true' ? [isReached(entityId)] : reached === 'false' ? [visitIsUnreached(entityId)] : []),
    ...(clock_changed === 'true' ? [hasChangedClock(eb)] : []),
    ...(clock_changed === 'false' ? [eb.not(hasChangedClock(eb))] : []),
    ...(test ? [eb('notifications.test', '=', test === 'true' ? 1 : 0)] : []),
    ...(done ? [eb('notifications.done_at', done === 'true' ? 'is not' : 'is', null)] : []),
    ...filteredParams.flatMap((name) =>
      filters[name] ? [hasMember('notifications.params', name, filters[name])] : [],
    ),
    ...withoutPrefixes(searchTerms(q)).map((term) => eb.or(searchPatterns(term).map(searchIsLike))),
  ])
}

/** A visit that was cancelled, moved or withdrawn needs no decision. */
const hasChangedClock = (eb: ExpressionBuilder<Schema, 'notifications'>) =>
  eb.and([eb('notifications.recorded_time', 'is not', null), eb('notifications.state', 'in', remindedStates)])

const isReached = (entityId: string) => sql<SqlBool>`${notificationReach(entityId)} = 'reached'`

const searchIsLike = (pattern: string) => sql<SqlBool>`search like ${pattern} escape '\\'`
