import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../src/platform/database/connect.ts'
import { action, checkinToken, entity, notification } from '../history.ts'
import { runRollcall, startRollcall } from '../process.ts'
import { temporaryFolder, writeHistory } from '../rollcall.ts'

const kills = process.env.LONG_DRILLS ? 30 : 6
const clinics = ['a', 'b', 'c']
const perClinic = 4_000

function* lines() {
  for (const id of clinics) yield entity({ id })
  for (let i = 0; i < perClinic; i++) {
    for (const entity_id of clinics) {
      yield notification({ entity_id, id: `n-${i}`, external_id: `x-${i}` })
      const date = Temporal.Instant.fromEpochMilliseconds(1_770_000_000_000 + i * 60_000).toString()
      yield action({ entity_id, id: `a-${i}`, notification_id: `n-${i}`, date })
      yield checkinToken({ entity_id, notification_id: `n-${i}`, token: `token-${i}` })
    }
  }
}

test(`an import killed ${kills} times and then run again imports every action exactly once`, async () => {
  const folder = temporaryFolder()
  const file = writeHistory(folder, [...lines()])
  let databases = 1
  let env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall-1.db')}` }

  const stored: number[] = []
  while (stored.length < kills) {
    const child = startRollcall(['import', file], env)
    const exit = once(child, 'exit')
    // A random moment between the start of the process and the middle of the writes.
    const timer = setTimeout(() => child.kill('SIGKILL'), 200 + Math.random() * 2_500)
    const [code] = await exit
    clearTimeout(timer)
    if (code === null) stored.push(await consistentActions(env.DATABASE_URL))
    // The data is complete: start again, so that the next kill has something to interrupt.
    const isComplete = code === 0 || stored.at(-1) === clinics.length * perClinic
    if (isComplete && stored.length < kills)
      env = { DATABASE_URL: `sqlite:${join(folder, `rollcall-${++databases}.db`)}` }
  }
  console.log(`actions stored after each kill: ${stored.join(' ')}`)
  expect(stored.length).toBeGreaterThan(0)

  expect((await runRollcall(['import', file], env)).code).toBe(0)
  expect(await consistentActions(env.DATABASE_URL)).toBe(clinics.length * perClinic)
  expect((await runRollcall(['check'], env)).code).toBe(0)
  expect((await runRollcall(['import', file], env)).stderr).toContain('Nothing new')
})

/** Returns the number of actions. Expects distinct ids, and sequences without a gap. */
async function consistentActions(url: string): Promise<number> {
  const database = await connect(url)
  try {
    const tables = await database.introspection.getTables()
    if (!tables.some(({ name }) => name === 'actions')) return 0
    const rows = await database.selectFrom('actions').select(['entity_id', 'action_id', 'sequence']).execute()
    const entities = await database.selectFrom('entities').select(['entity_id', 'last_sequence']).execute()
    for (const { entity_id, last_sequence } of entities) {
      const own = rows.filter((row) => row.entity_id === entity_id)
      const sequences = own.map((row) => row.sequence).sort((a, b) => a - b)
      expect(new Set(own.map((row) => row.action_id)).size).toBe(own.length)
      expect(sequences).toEqual(Array.from({ length: last_sequence }, (_, i) => i + 1))
    }
    return rows.length
  } finally {
    await database.destroy()
  }
}
