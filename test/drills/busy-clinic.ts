import { createAccessToken } from '../../src/access/credentials/access-token.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { history } from '../history.ts'
import { multiply } from '../multiply.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'

/** Creates a database in which `clinica-lisboa` has `count` actions on 2026-03-29. Returns a token that can read
 *  them. */
export async function busyClinic(databaseUrl: string, count: number): Promise<string> {
  await busyClinics(databaseUrl, count, ['clinica-lisboa'])
  return readingToken(databaseUrl)
}

/** Creates a database in which each clinic has `count` actions on 2026-03-29. */
export async function busyClinics(databaseUrl: string, count: number, ids: string[]) {
  const database = await connect(databaseUrl)
  await migrate(database)
  for (const id of ids) {
    await importLines(database, temporaryFolder(), historyOf(id))
    await multiply(database, count, id)
  }
  await database.destroy()
}

const historyOf = (id: string) =>
  history().map((line) => {
    if (line.type === 'entity') return { ...line, id }
    return line.type === 'action'
      ? { ...line, entity_id: id, date: '2026-03-29T00:00:00Z' }
      : { ...line, entity_id: id }
  })

/** Creates a token that can read all entities. */
export async function readingToken(databaseUrl: string): Promise<string> {
  const database = await connect(databaseUrl)
  const { token } = await createAccessToken(database, systemClock, {
    name: 'drill',
    scopes: ['actions:read', 'checkin:read'],
    entities: 'all',
    expiresAt: null,
  })
  await database.destroy()
  return token
}
