import { expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { steadyClock } from '../../platform/scheduling/steady-clock.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { auditDeletion } from './delete-old.ts'

const days = (count: number) => hours(24 * count)

const entryAt = (entity_id: string, at: Instant, index: number) => ({
  entity_id,
  at,
  entry_id: String(index),
  ...({ who: 'worker', operation: 'webhooks', notification_ids: '[]', contacts: 0, outcome: 'accepted' } as const),
})

/** Runs the worker until nothing is due. */
async function runWorker({ database, config, clock }: Rollcall) {
  const work = auditDeletion({ database, config, steadyClock: steadyClock(clock) })
  const { signal } = new AbortController()
  const slots = { free: 1, start() {}, pause() {}, signal, abortSignal: signal }
  while ((await work.startDue(slots)) > 0);
}

eachEngine(
  'entries older than AUDIT_DAYS are deleted in batches, for each entity',
  async (rollcall) => {
    const { database, clock, given } = rollcall
    await given(entity(), entity({ id: 'clinica-porto' }))
    const limit = clock.now() - days(30)
    const old = Array.from({ length: 1_200 }, (_, index) => entryAt('clinica-lisboa', limit - 1 - index, index))
    const kept = [entryAt('clinica-lisboa', limit, 1), entryAt('unknown', clock.now(), 2)]
    const rows = [...old, ...kept, entryAt('clinica-porto', limit - 1, 3), entryAt('unknown', 0, 4)]
    for (let from = 0; from < rows.length; from += 500)
      await database
        .insertInto('audit_entries')
        .values(rows.slice(from, from + 500))
        .execute()
    await runWorker(rollcall)
    const left = await database.selectFrom('audit_entries').select(['entity_id', 'at']).orderBy('entity_id').execute()
    expect(left).toEqual(kept.map(({ entity_id, at }) => ({ entity_id, at })))
  },
  { config: { auditMicros: days(30) } },
)
