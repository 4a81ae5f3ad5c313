import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectForCommand } from '../../src/platform/database/connect.ts'
import { tablesOf } from '../../src/platform/database/tables.ts'
import { countRows } from '../../src/systems/copy/chunk.ts'
import { temporaryDatabase } from '../databases.ts'
import { action, checkinToken, entity, notification } from '../history.ts'
import { runRollcall, startRollcall } from '../process.ts'
import { temporaryFolder, writeHistory } from '../rollcall.ts'

const kills = process.env.LONG_DRILLS ? 30 : 6
const clinics = ['a', 'b', 'c']
const perClinic = 3_000
// Each action is an event, too.
const rowsInAll = clinics.length * (1 + 4 * perClinic)

function* lines() {
  for (const entity_id of clinics) {
    yield entity({ id: entity_id })
    for (let i = 0; i < perClinic; i++) {
      yield notification({ entity_id, id: `n-${i}`, external_id: `x-${i}` })
      const date = Temporal.Instant.fromEpochMilliseconds(1_770_000_000_000 + i * 60_000).toString()
      yield action({ entity_id, id: `a-${i}`, notification_id: `n-${i}`, date })
      yield checkinToken({ entity_id, notification_id: `n-${i}`, token: `token-${i}` })
    }
  }
}

test(`a copy killed ${kills} times and then run again copies every row exactly once`, async () => {
  const folder = temporaryFolder()
  const from = `sqlite:${join(folder, 'rollcall.db')}`
  expect((await runRollcall(['import', writeHistory(folder, [...lines()])], { DATABASE_URL: from })).code).toBe(0)
  let to = await temporaryDatabase()

  const stored: number[] = []
  while (stored.length < kills) {
    const child = startRollcall(['copy', '--from', from, '--to', to])
    let words = ''
    child.stderr!.on('data', (data) => (words += data))
    const exit = once(child, 'exit')
    // A random moment between the start of the process and the middle of the comparison.
    const timer = setTimeout(() => child.kill('SIGKILL'), 200 + Math.random() * 2_500)
    const [code] = await exit
    clearTimeout(timer)
    expect([code, words]).toEqual([code === null ? null : 0, words])
    if (code === null) stored.push(await countAll(to))
    // The data is complete: start again, so that the next kill has something to interrupt.
    const isComplete = code === 0 || stored.at(-1) === rowsInAll
    if (isComplete && stored.length < kills) to = await temporaryDatabase()
  }
  console.log(`rows stored after each kill: ${stored.join(' ')}`)

  const { code, stdout } = await runRollcall(['copy', '--from', from, '--to', to, '--json'])
  expect(code).toBe(0)
  const { tables } = JSON.parse(stdout) as { tables: { rows: number }[] }
  expect(tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(rowsInAll)
  expect((await runRollcall(['check'], { DATABASE_URL: to })).code).toBe(0)
  expect((await runRollcall(['copy', '--from', from, '--to', to])).stderr).toContain('Nothing new')
})

async function countAll(url: string): Promise<number> {
  const database = await connectForCommand(url)
  try {
    let count = 0
    for (const table of await tablesOf(database)) count += await countRows(database, table)
    return count
  } finally {
    await database.destroy()
  }
}
