import { expect, onTestFinished } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { connectForCommand } from './connect.ts'
import { announce } from './database.ts'
import { Notifier } from './notifier.ts'

const clinics = Array.from({ length: 1_000 }, (_, index) => `clinica-${index}`)

/** A notifier that counts its statements. */
function countingNotifier({ database }: Rollcall) {
  const counted = { statements: 0 }
  const notifier = new Notifier(database.engine.processNotifier, (entityIds) => {
    counted.statements++
    return database
      .selectFrom('entities')
      .where(database.engine.isAmong('entity_id', entityIds))
      .select(['entity_id', 'last_sequence'])
      .execute()
  })
  return { notifier, counted }
}

/** As another process does, without a notification. */
async function setSequenceElsewhere({ url }: Rollcall, id: string, last_sequence: number) {
  const other = await connectForCommand(url)
  await other.updateTable('entities').set({ last_sequence }).where('entity_id', '=', id).execute()
  await other.destroy()
}

const setSequence = ({ database }: Pick<Rollcall, 'database'>, id: string, last_sequence: number) =>
  database.updateTable('entities').set({ last_sequence }).where('entity_id', '=', id).execute()

eachEngine('checks all waiting requests in one statement, also after a lost notification', async (rollcall) => {
  await rollcall.given(...clinics.map((id) => entity({ id })))
  const { notifier, counted } = countingNotifier(rollcall)
  const ending = new AbortController()
  const woken: string[] = []
  const waits = clinics.map(async (id) => {
    if ((await notifier.wait(id, 0, ending.signal)) !== undefined) woken.push(id)
  })
  await setSequenceElsewhere(rollcall, 'clinica-7', 1)
  await expect.poll(() => woken).toEqual(['clinica-7'])
  expect(counted.statements).toBeLessThan(clinics.length / 10)
  ending.abort()
  await Promise.all(waits)
  expect(woken).toEqual(['clinica-7'])
})

eachEngine('wakes a request only when the sequence of its entity has changed, or at its end', async (rollcall) => {
  await rollcall.given(entity({ id: 'a' }), entity({ id: 'b' }))
  await setSequence(rollcall, 'b', 5)
  const { notifier } = countingNotifier(rollcall)
  const ending = new AbortController()
  expect(await notifier.wait('b', 4, ending.signal)).toBe(5)
  expect(await notifier.wait('b', 6, ending.signal)).toBe(5)
  const current = notifier.wait('b', 5, ending.signal)
  notifier.notify('b')
  await setSequence(rollcall, 'a', 1)
  notifier.notify('a')
  expect(await notifier.wait('a', 0, ending.signal)).toBe(1)
  ending.abort()
  expect(await current).toBeUndefined()
  expect(await notifier.wait('a', 0, ending.signal)).toBeUndefined()
})

eachEngine('wakes a request for a commit of another process', async (rollcall) => {
  await rollcall.given(entity({ id: 'a' }))
  const other = await connectForCommand(rollcall.url)
  onTestFinished(() => other.destroy())
  const waiting = rollcall.database.notifier.wait('a', 0, AbortSignal.timeout(30_000))
  await other.write(async (trx) => {
    await trx.updateTable('entities').set({ last_sequence: 1 }).where('entity_id', '=', 'a').execute()
    announce(trx, 'a')
  })
  expect(await waiting).toBe(1)
})

eachEngine('knows the last sequence while requests wait and until the client sends the next one', async (rollcall) => {
  await rollcall.given(entity({ id: 'a' }), entity({ id: 'b' }))
  await setSequence(rollcall, 'a', 1)
  const { notifier, counted } = countingNotifier(rollcall)
  const first = new AbortController()
  const waiting = notifier.wait('a', 1, first.signal)
  await expect.poll(() => notifier.lastSequence('a')).toBe(1)
  first.abort()
  await waiting
  expect([notifier.lastSequence('a'), notifier.lastSequence('b')]).toEqual([1, undefined])
  await setSequenceElsewhere(rollcall, 'a', 2)
  await expect.poll(() => notifier.lastSequence('a')).toBe(2)
  const { statements } = counted
  const second = new AbortController()
  const next = notifier.wait('a', 2, second.signal)
  expect(counted.statements).toBe(statements)
  second.abort()
  await next
})

serviceTest('forgets a sequence that it could not read again', async (rollcall) => {
  await rollcall.given(entity({ id: 'a' }))
  let isAvailable = true
  const notifier = new Notifier(rollcall.database.engine.processNotifier, async () => {
    if (!isAvailable) throw new Error('unavailable')
    return [{ entity_id: 'a', last_sequence: 1 }]
  })
  const ending = new AbortController()
  const waiting = notifier.wait('a', 1, ending.signal)
  await expect.poll(() => notifier.lastSequence('a')).toBe(1)
  isAvailable = false
  notifier.notify('a')
  await expect.poll(() => notifier.lastSequence('a')).toBeUndefined()
  isAvailable = true
  await expect.poll(() => notifier.lastSequence('a')).toBe(1)
  ending.abort()
  await waiting
})
