import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwrite, pageOf } from '../../../../test/damaged-pages.ts'
import { action, entity, notification } from '../../../../test/history.ts'
import { bootRollcall, byDate, importLines, temporaryFolder } from '../../../../test/rollcall.ts'
import { item, submission } from '../../../../test/submission.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'

const clinics = ['clinic-1', 'clinic-2', 'clinic-3']
const damaged = 'clinic-2'
const numbers = Array.from({ length: 100 }, (_, index) => index)

/** Creates a database of three clinics. Overwrites one page of the second clinic's actions and one of its notifications. */
async function damagedDatabase() {
  const folder = temporaryFolder()
  const file = join(folder, 'rollcall.db')
  const url = `sqlite:${file}`
  const database = await connect(url)
  await migrate(database)
  const lines = clinics.flatMap((entity_id) => [
    entity({ id: entity_id }),
    ...numbers.map((n) => notification({ entity_id, id: `n-${n}`, external_id: `A-${n}` })),
    ...numbers.map((n) => action({ entity_id, id: `a-${n}`, notification_id: `n-${n}` })),
  ])
  await importLines(database, folder, lines)
  await database.destroy()
  const others = clinics.filter((id) => id !== damaged)
  for (const table of ['actions', 'notifications']) overwrite(file, pageOf(file, table, damaged, others))
  return url
}

test('a damaged page fails only the reads that need it', async () => {
  const { get } = await bootRollcall({ url: await damagedDatabase() })
  for (let round = 0; round < 3; round++) {
    const lists = await Promise.all(clinics.map((id) => get(byDate('2026-03-29', undefined, '', id))))
    expect(lists.map((list) => list.statusCode)).toEqual([200, 503, 200])
    expect(lists[1]!.json().code).toBe('database-unavailable')
    expect(lists[2]!.json()).toHaveLength(numbers.length)
  }
})

test('a damaged page fails only the writes that need it, after the first write has met it', async () => {
  const { post } = await bootRollcall({ url: await damagedDatabase() })
  // A newer notice of each appointment reads and supersedes the previous one.
  const notices = submission(...numbers.map((n) => item({ external_id: `A-${n}` })))
  const submit = (id: string) => post(`/v1/notifications/${id}`, notices).then(({ statusCode }) => statusCode)
  expect(await submit(damaged)).toBe(503)
  for (let round = 0; round < 3; round++) expect(await Promise.all(clinics.map(submit))).toEqual([202, 503, 202])
})
