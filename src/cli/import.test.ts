import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { history } from '../../test/history.ts'
import { bootRollcall, writeHistory } from '../../test/rollcall.ts'

test('import says so if the database already contains every line', async () => {
  const { url, folder, given } = await bootRollcall()
  await given(...history())
  const again = await runCommand(['import', writeHistory(folder, history())], { DATABASE_URL: url })
  expect(again).toMatchObject({ code: 0, stderr: 'Nothing new: the database already contains every line.\n' })
})

test('import reports faults with their lines, and imports nothing', async () => {
  const { url, folder, database } = await bootRollcall()
  const file = writeHistory(folder, [...history(), '{"type":"x"}'])
  const { code, stderr } = await runCommand(['import', file], { DATABASE_URL: url })
  expect([code, stderr]).toEqual([
    1,
    'line 5: type must be one of entity, notification, action, checkin_token\nNothing was imported.\n',
  ])
  expect(await database.selectFrom('entities').selectAll().execute()).toEqual([])
})
