import { expect, test } from 'vitest'
import { bootRollcall } from '../../../test/rollcall.ts'
import { latestActions } from './actions.ts'

test('SQLite reads the actions of a moved visit by the notification index', async () => {
  const { database } = await bootRollcall()
  const { sql, parameters } = latestActions(database, 'clinica-lisboa', ['n-1', 'n-2']).compile()
  const rows = await database.engine.read({ sql: `explain query plan ${sql}`, parameters })
  expect((rows as { detail: string }[])[0]!.detail).toMatch(/^SEARCH actions USING INDEX actions_notification_index/)
})
