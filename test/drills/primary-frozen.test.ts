import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createCredential } from '../../src/access/credentials/credential.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { history } from '../history.ts'
import { createDatabase, startPostgres, startReplica } from '../postgres-server.ts'
import { serveRollcall } from '../process.ts'
import { byToken, byVisit, importLines, temporaryFolder } from '../rollcall.ts'
import { type Load, steadyLoad } from './steady-load.ts'

const frozenForMs = process.env.LONG_DRILLS ? 60_000 : 8_000
const perSecond = 200

test(`a primary that is frozen for ${frozenForMs / 1_000} s fails no lookup on a warm process, and 1 % at most on a cold one`, async () => {
  const primary = await startPostgres()
  onTestFinished(primary.stop)
  const replica = await startReplica(primary)
  onTestFinished(replica.stop)
  const url = await createDatabase(primary.url, 'drill')
  const database = await connect(url)
  onTestFinished(() => database.destroy())
  await migrate(database)
  await importLines(database, temporaryFolder(), history())
  const grant = { name: 'drill', scopes: ['checkin:read' as const, 'notifications:read' as const], expiresAt: null }
  const { token } = await createCredential(database, systemClock, { ...grant, entities: ['clinica-lisboa'] })
  const env = {
    ...{ DATABASE_URL: url, DATABASE_REPLICA_URL: replica.urlOf('drill'), READ_FROM: 'replica' },
    ...{ SECRET_KEY: 'k'.repeat(32), RATE_LIMIT: '1000000' },
  }
  const folder = temporaryFolder()
  const warm = await serveRollcall(env, [], folder)
  await expect.poll(warm.log).toContain('The service reads from this replica.')
  const stopping = new AbortController()
  const lookUp = (address: string) => steadyLoad(perSecond, urlsAt(address), token, stopping.signal)
  const loads = [lookUp(warm.address)]
  await delay(2_000)

  primary.freeze()
  onTestFinished(primary.thaw)
  const since = performance.now()
  const cold = await serveRollcall(env, [], folder)
  const startedMs = Math.round(performance.now() - since)
  loads.push(lookUp(cold.address))
  await delay(frozenForMs - startedMs)
  primary.thaw()
  const thawed = performance.now()
  const health = async () => (await (await fetch(`${warm.address}/readyz`)).json()) as object
  await expect.poll(health, { timeout: 60_000, interval: 20 }).toEqual({ status: 'ok' })
  const recoveredMs = Math.round(performance.now() - thawed)
  stopping.abort()
  const [onWarm, onCold] = (await Promise.all(loads)) as [Load, Load]
  console.log({ onWarm, onCold, coldStartMs: startedMs, recoveredMs })
  expect(onWarm.failed).toBe(0)
  expect(onCold.failed / onCold.sent).toBeLessThanOrEqual(0.01)
}, 180_000)

const urlsAt = (address: string) =>
  [
    byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'),
    byVisit('2026-03-30'),
    '/v1/entities/clinica-lisboa',
    byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'),
    '/v1/access-token',
  ].map((path) => `${address}${path}`)
