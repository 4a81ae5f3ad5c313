import { type Selectable, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { accessTokensInForce } from '../../access/credentials/access-token.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Clock, formatInstant } from '../../platform/time/instant.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** How far a source is behind the log, and what it could not apply. */
export const SourceLag = Type.Object(
  {
    source: Type.String({ description: 'The id of the access token.' }),
    name: Type.String({ description: 'The name of the access token.' }),
    last_sequence: count(
      'The sequence of the last event in the log that the source can read. If the source reads only actions, the service searches the last 10,000 events; without an action there, this is `acknowledged`.',
    ),
    acknowledged: count('The highest sequence that the source has acknowledged.'),
    behind: count('The number of later events that the source can read.'),
    oldest: Type.Optional(Type.String({ description: 'When the first of them happened, in UTC.' })),
    failed: count('The number of events that the source could not apply.'),
    resent: count('The number of these that staff had sent again, and that the source has not acknowledged since.'),
    ended: Type.Optional(Type.Literal(true, { description: 'The access token was revoked, or has expired.' })),
  },
  {
    $id: 'SourceLag',
    description: 'How far a source is behind the log, and what it could not apply.',
    examples: [
      {
        source: '019d3960-11aa-7b02-8c55-52a1c0ffee01',
        name: 'Practice system',
        last_sequence: 30,
        acknowledged: 18,
        behind: 12,
        oldest: '2026-03-29T14:05:00.000000+00:00',
        failed: 2,
        resent: 1,
      },
    ],
  },
)
export type SourceLag = Static<typeof SourceLag>

type SourceRow = Selectable<Schema['acknowledging_sources']>

/** Returns the lag of each source that has acknowledged events of the entity. A person who did so with a session is no source: the
 *  session ends, and nothing catches up. Reads a few rows for each source, however long the log is: its numbers have no gaps. */
export async function lagOfSources(database: Database, clock: Clock, entityId: string): Promise<SourceLag[]> {
  const sources = await database
    .selectFrom('acknowledging_sources as source')
    .innerJoin('access_tokens', 'access_tokens.access_token_id', 'source.access_token_id')
    .selectAll('source')
    .where('source.entity_id', '=', entityId)
    .orderBy('source.name')
    .orderBy('source.access_token_id')
    .execute()
  if (sources.length === 0) return []
  const ids = sources.map(({ access_token_id }) => access_token_id)
  const [inForce, failures] = await Promise.all([
    accessTokensInForce(database, clock, ids),
    countFailures(database, entityId),
  ])
  return Promise.all(
    sources.map(async (source) => ({
      source: source.access_token_id,
      name: source.name,
      ...(await (source.actions_alone ? positionInActions : positionInLog)(database, source)),
      ...(failures.get(source.access_token_id) ?? { failed: 0, resent: 0 }),
      ...(!inForce.has(source.access_token_id) && { ended: true as const }),
    })),
  )
}

type Position = Pick<SourceLag, 'last_sequence' | 'acknowledged' | 'behind' | 'oldest'>

async function positionInLog(database: Database, { entity_id, acknowledged }: SourceRow): Promise<Position> {
  const [{ last_event }, next] = await Promise.all([
    countersOf(database, entity_id),
    eventsOf(database, entity_id)
      .select('at')
      .where('sequence', '=', acknowledged + 1)
      .executeTakeFirst(),
  ])
  // A failover or a restore may have lost acknowledged events.
  const behind = Math.max(0, last_event - acknowledged)
  return { last_sequence: last_event, acknowledged, behind, ...(next && { oldest: formatInstant(next.at) }) }
}

/** Counts by the numbers of the actions, which have no gaps either. */
async function positionInActions(database: Database, { entity_id, acknowledged }: SourceRow): Promise<Position> {
  const [{ last_event, last_sequence }, own] = await Promise.all([
    countersOf(database, entity_id),
    eventsOf(database, entity_id).select('action_sequence').where('sequence', '=', acknowledged).executeTakeFirst(),
  ])
  const known = own?.action_sequence ?? last_sequence
  const behind = last_sequence - known
  if (behind === 0) return { last_sequence: acknowledged, acknowledged, behind }
  const [latest, next] = await Promise.all([
    eventsOf(database, entity_id)
      .select('sequence')
      .where('kind', '=', 'action')
      .where('sequence', '>', Math.max(acknowledged, last_event - maxCounted))
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1))
      .executeTakeFirst(),
    database
      .selectFrom('actions')
      .select('at')
      .where('entity_id', '=', entity_id)
      .where('sequence', '=', known + 1)
      .executeTakeFirst(),
  ])
  return {
    last_sequence: latest?.sequence ?? acknowledged,
    acknowledged,
    behind,
    ...(next && { oldest: formatInstant(next.at) }),
  }
}

const eventsOf = (database: Database, entityId: string) =>
  database.selectFrom('events').where('entity_id', '=', entityId)

const countersOf = (database: Database, entityId: string) =>
  database
    .selectFrom('entities')
    .select(['last_event', 'last_sequence'])
    .where('entity_id', '=', entityId)
    .executeTakeFirstOrThrow()

/** The list of failures is not counted beyond, and the last action not searched in more events. */
export const maxCounted = 10_000

async function countFailures(database: Database, entityId: string) {
  const rows = await database
    .selectFrom((failures) =>
      failures
        .selectFrom('acknowledgements')
        .select(['access_token_id', 'resent_at'])
        .where('entity_id', '=', entityId)
        .where('outcome', '=', sql.lit('failed'))
        .orderBy('sequence')
        .limit(sql.lit(maxCounted))
        .as('some'),
    )
    .select(['access_token_id', ({ fn }) => fn.countAll<number>().as('failed')])
    .select(({ fn }) => fn.count<number>('resent_at').as('resent'))
    .groupBy('access_token_id')
    .execute()
  return new Map(rows.map(({ access_token_id, ...counts }) => [access_token_id, counts]))
}
