import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { EventKind } from '../../log/events/event.ts'
import { renderEvent, storedEventColumns } from '../../log/events/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { Outcome } from './acknowledgement.ts'

export const AcknowledgementFilters = Type.Object({
  outcome: Type.Optional(Outcome),
  resent: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Only failures after which staff had the event sent again (`true`), or did not (`false`).',
    }),
  ),
  source: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Only acknowledgements of this source: the id of its access token, or `self` for the one of the request.',
    }),
  ),
})
export type AcknowledgementFilters = Static<typeof AcknowledgementFilters>

/** Lists what sources say about events, in the order of the log: at most `limit` after the cursor `after`.
 *  @param kinds the kinds of events; undefined: all
 *  @returns JSON
 *  @throws Problem invalid-parameter */
export async function listAcknowledgements(
  database: Database,
  entityId: string,
  kinds: readonly EventKind[] | undefined,
  { limit, after, outcome, resent, source }: Page & AcknowledgementFilters,
) {
  const position = after === undefined ? undefined : readCursor(after, 'acknowledgements', 'number', 'string')
  const rows = await selectWithEvents(database, entityId)
    .$if(kinds !== undefined, (some) => some.where('events.kind', 'in', kinds!))
    // A literal, so that every plan uses the partial index of failures.
    .$if(outcome !== undefined, (some) => some.where('own.outcome', '=', sql.lit(outcome!)))
    .$if(resent !== undefined, (some) =>
      some
        .where('own.outcome', '=', sql.lit('failed'))
        .where('own.resent_at', resent === 'true' ? 'is not' : 'is', null),
    )
    .$if(source !== undefined, (some) => some.where('own.access_token_id', '=', source!))
    .$if(position !== undefined, (some) =>
      some.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('own.sequence', 'own.access_token_id'), '>', tuple(...position!)),
      ),
    )
    .orderBy('own.sequence')
    .orderBy('own.access_token_id')
    .limit(sql.lit(limit + 1))
    .execute()
  const { shown, next } = cutPage('acknowledgements', rows, limit, (last) => [last.sequence, last.access_token_id])
  return { body: `[${shown.map(render).join(',')}]`, notifications: shown.map((row) => row.notification_id), next }
}

const selectWithEvents = (database: Database, entityId: string) =>
  database
    .selectFrom('acknowledgements as own')
    .innerJoin('acknowledging_sources as source', (join) =>
      join.onRef('source.entity_id', '=', 'own.entity_id').onRef('source.access_token_id', '=', 'own.access_token_id'),
    )
    .innerJoin('events', (join) =>
      join.onRef('events.entity_id', '=', 'own.entity_id').onRef('events.sequence', '=', 'own.sequence'),
    )
    .leftJoin('actions', (join) =>
      join.onRef('actions.entity_id', '=', 'events.entity_id').onRef('actions.sequence', '=', 'events.action_sequence'),
    )
    .select(['own.access_token_id', 'own.outcome', 'own.acknowledged_at', 'own.resent_at', 'source.name'])
    .select('own.reason as why')
    .select(storedEventColumns)
    .where('own.entity_id', '=', entityId)

type Row = Awaited<ReturnType<ReturnType<typeof selectWithEvents>['execute']>>[number]

function render({ access_token_id: id, name, outcome, why, acknowledged_at, resent_at, ...event }: Row): string {
  const members = JSON.stringify({
    sequence: event.sequence,
    source: { id, name },
    outcome,
    ...(why !== null && { reason: why }),
    at: formatInstant(acknowledged_at),
    ...(resent_at !== null && { resent_at: formatInstant(resent_at) }),
  })
  return `${members.slice(0, -1)},"event":${renderEvent(event)}}`
}
