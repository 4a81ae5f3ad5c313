import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connectForCommand } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { temporaryDatabase } from '../databases.ts'
import { laterMigrations } from '../later-migration.ts'
import { fillTables, writeUntil } from './concurrent-writers.ts'

// Ten million take a quarter of an hour and 14 GB.
const rows = process.env.LONG_DRILLS ? 10_000_000 : 300_000
const connections = 4

test(`a migration of ${rows} notifications and actions refuses no write, and no write takes a second`, async () => {
  const url = await temporaryDatabase()
  const database = await connectForCommand(url)
  onTestFinished(() => database.destroy())
  await migrate(database)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fillTables(client, rows)
  await client.end()

  const started = performance.now()
  const migrating = migrate(database, laterMigrations)
  const { transactions, refused, longestMs } = await writeUntil(url, connections, migrating)
  const seconds = (performance.now() - started) / 1_000
  console.log(
    `${seconds.toFixed(1)} s, ${transactions} transactions, ${refused.length} refused, the longest ${longestMs.toFixed(0)} ms`,
  )
  expect(await migrating).toEqual(['0002-later'])
  expect(transactions).toBeGreaterThan(100)
  expect(refused).toEqual([])
  expect(longestMs).toBeLessThan(1_000)
})
