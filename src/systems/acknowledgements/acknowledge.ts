import type { Transaction } from 'kysely'
import type { EventKind } from '../../log/events/event.ts'
import { isTestEvent } from '../../log/events/log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type JsonFault, throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { NewAcknowledgement } from './acknowledgement.ts'

/** A clinic's own system, by its access token. */
interface Source {
  id: string
  name: string
  /** Whether it acknowledges only events of test visits. */
  isTest: boolean
  /** The kinds of events that it may read; undefined: all. */
  kinds: readonly EventKind[] | undefined
}

/** Stores what a source says about events. Its latest word on an event replaces the earlier one; repeating it changes nothing.
 *  @throws Problem invalid-body; then nothing is stored */
export async function acknowledge(
  database: Database,
  entityId: string,
  source: Source,
  items: NewAcknowledgement[],
  now: Instant,
) {
  throwIfFaulty(faultsOf(source, items, await readableSequences(database, entityId, source, items)))
  await database.writeFor(entityId, async (trx) => {
    // First: its lock makes other requests of the source wait, which could otherwise deadlock.
    await storeSource(trx, entityId, source, Math.max(...items.map(({ sequence }) => sequence)))
    await storeAcknowledgements(trx, entityId, source, items, now)
  })
}

/** Returns those of the sequences that are events which the source may read. */
async function readableSequences(
  database: Database,
  entityId: string,
  { kinds, isTest }: Source,
  items: NewAcknowledgement[],
): Promise<Set<number>> {
  const sequences = items.map(({ sequence }) => sequence)
  const rows = await database
    .selectFrom('events')
    .select('sequence')
    .where('entity_id', '=', entityId)
    .where('sequence', 'in', sequences)
    .$if(kinds !== undefined, (events) => events.where('kind', 'in', kinds!))
    .$if(isTest, (events) => events.where(isTestEvent))
    .execute()
  return new Set(rows.map(({ sequence }) => sequence))
}

function faultsOf({ isTest }: Source, items: NewAcknowledgement[], readable: Set<number>): JsonFault[] {
  const seen = new Set<number>()
  return items.flatMap(({ sequence }, index) => {
    const faults: JsonFault[] = []
    const fault = (key: string, reason: string) => faults.push({ pointer: `/${index}/${key}`, reason })
    if (!readable.has(sequence))
      fault('sequence', isTest ? 'is not an event of a test visit' : 'is not an event that this access token can read')
    if (seen.has(sequence)) fault('sequence', 'is in the body twice')
    seen.add(sequence)
    return faults
  })
}

const storeSource = (trx: Transaction<Schema>, entity_id: string, { id, name, kinds }: Source, acknowledged: number) =>
  trx
    .insertInto('acknowledging_sources')
    .values({ entity_id, access_token_id: id, name, actions_alone: kinds ? 1 : 0, acknowledged })
    .onConflict((earlier) =>
      earlier.columns(['entity_id', 'access_token_id']).doUpdateSet(({ eb, ref }) => ({
        acknowledged: eb
          .case()
          .when('acknowledging_sources.acknowledged', '<', ref('excluded.acknowledged'))
          .then(ref('excluded.acknowledged'))
          .else(ref('acknowledging_sources.acknowledged'))
          .end(),
      })),
    )
    .execute()

const storeAcknowledgements = (
  trx: Transaction<Schema>,
  entity_id: string,
  { id }: Source,
  items: NewAcknowledgement[],
  now: Instant,
) =>
  trx
    .insertInto('acknowledgements')
    .values(
      items.map(({ sequence, outcome, reason = null }) => ({
        entity_id,
        sequence,
        access_token_id: id,
        outcome,
        reason,
        acknowledged_at: now,
      })),
    )
    .onConflict((earlier) =>
      earlier
        .columns(['entity_id', 'sequence', 'access_token_id'])
        .doUpdateSet(({ ref }) => ({
          outcome: ref('excluded.outcome'),
          reason: ref('excluded.reason'),
          acknowledged_at: ref('excluded.acknowledged_at'),
          resent_at: null,
        }))
        .where(({ or, eb, ref }) =>
          or([
            eb('acknowledgements.outcome', '!=', ref('excluded.outcome')),
            eb('acknowledgements.reason', 'is distinct from', ref('excluded.reason')),
            eb('acknowledgements.resent_at', 'is not', null),
          ]),
        ),
    )
    .execute()
