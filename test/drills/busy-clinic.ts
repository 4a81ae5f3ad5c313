import { createCredential } from '../../src/access/credentials/credential.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { history } from '../history.ts'
import { multiply } from '../multiply.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'

/** Creates a database in which `clinica-lisboa` has `count` actions on 2026-03-29. Returns a token that can read
 *  them. */
export async function busyClinic(databaseUrl: string, count: number): Promise<string> {
  const database = await connect(databaseUrl)
  await migrate(database)
  const lines = history().map((line) => (line.type === 'action' ? { ...line, date: '2026-03-29T00:00:00Z' } : line))
  await importLines(database, temporaryFolder(), lines)
  await multiply(database, count)
  await database.destroy()
  return readingToken(databaseUrl)
}

/** Creates a token that can read all entities. */
export async function readingToken(databaseUrl: string): Promise<string> {
  const database = await connect(databaseUrl)
  const { token } = await createCredential(database, systemClock, {
    name: 'drill',
    scopes: ['actions:read', 'checkin:read'],
    entities: 'all',
    expiresAt: null,
  })
  await database.destroy()
  return token
}
