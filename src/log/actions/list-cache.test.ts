import { describe, expect } from 'vitest'
import { compareLists } from '../../../test/compare-lists.ts'
import { action, actionsAt, entity, notification } from '../../../test/history.ts'
import { byDate, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'

const withCache = { config: { listCacheBytes: 1_000_000 } }
const list = byDate('2026-03-29')

/** Returns a function that returns how many reads of records there were since its last call. */
function countReads({ database: { engine } }: Pick<Rollcall, 'database'>) {
  const { readJoined } = engine
  let reads = 0
  engine.readJoined = (query, separator) => {
    reads++
    return readJoined(query, separator)
  }
  return () => {
    const before = reads
    reads = 0
    return before
  }
}

describe('a list that was asked for twice', () => {
  serviceTest(
    'is not read a third time, in the same representation',
    async (rollcall) => {
      await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z'))
      const reads = countReads(rollcall)
      for (const headers of [{}, { accept: 'text/csv' }, { 'accept-encoding': 'zstd' }]) {
        const first = await rollcall.get(list, headers)
        await rollcall.get(list, headers)
        expect(reads()).toBe(2)
        const third = await rollcall.get(list, headers)
        expect(reads()).toBe(0)
        expect(third.rawPayload).toEqual(first.rawPayload)
        expect(third.headers['content-encoding']).toBe(first.headers['content-encoding'])
      }
    },
    withCache,
  )

  serviceTest(
    'is not read again after actions of other days, although its sequence advances',
    async (rollcall) => {
      await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z'))
      await rollcall.get(list)
      const first = await rollcall.get(list)
      const reads = countReads(rollcall)
      for (const day of ['2026-03-30', '2026-01-01']) {
        await rollcall.given(action({ id: day, date: `${day}T10:00:00Z` }))
        expect((await rollcall.get(list)).body).toBe(first.body)
      }
      expect([reads(), (await rollcall.get(list)).headers['rollcall-sequence']]).toEqual([0, '3'])
    },
    withCache,
  )

  eachEngine(
    'is read again after an action of its days, also an imported one, and in another time zone',
    async (rollcall) => {
      const { given, get, database } = rollcall
      await given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z', '2026-03-28T23:30:00Z'))
      await get(list)
      expect((await get(list)).json()).toHaveLength(1)
      await given(action({ id: 'late', date: '2026-03-29T08:00:00Z' }))
      expect((await get(list)).json()).toHaveLength(2)
      await database.updateTable('entities').set({ time_zone: 'Asia/Kathmandu' }).execute()
      expect((await get(list)).json()).toHaveLength(3)
    },
    withCache,
  )

  eachEngine(
    'is read again after a failover that lost its latest action',
    async (rollcall) => {
      const { given, get, database } = rollcall
      await given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z', '2026-03-29T11:00:00Z'))
      await get(list)
      const lost = await get(list)
      await database.deleteFrom('actions').where('sequence', '=', 2).execute()
      await database.updateTable('entities').set({ last_sequence: 1 }).execute()
      await given(action({ id: 'other', date: '2026-03-29T12:00:00Z' }))
      const other = await get(list)
      expect(other.headers['rollcall-sequence']).toBe(lost.headers['rollcall-sequence'])
      expect(other.json()[1].date).toBe('2026-03-29T12:00:00.000000+00:00')
      await given(action({ id: 'next', date: '2026-03-30T12:00:00Z' }))
      expect((await get(list)).body).toBe(other.body)
    },
    withCache,
  )
})

eachEngine(
  'lists are the same with and without the cache',
  async (rollcall) => compareLists(rollcall, process.env.LONG_DRILLS ? 1_000 : 200, 1),
  withCache,
)

serviceTest(
  'the metrics count the lists that were in the cache',
  async (rollcall) => {
    await rollcall.given(entity(), notification())
    for (let n = 0; n < 5; n++) await rollcall.get(list)
    const metrics = (await rollcall.get('/metrics')).body
    expect(metrics).toContain('rollcall_list_cache_requests_total{result="hit"} 3')
    expect(metrics).toContain('rollcall_list_cache_requests_total{result="miss"} 2')
  },
  withCache,
)
