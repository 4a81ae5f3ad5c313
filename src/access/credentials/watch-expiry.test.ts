import { expect } from 'vitest'
import { eachEngine } from '../../../test/rollcall.ts'
import { hours } from '../../platform/time/instant.ts'
import { revokeAccessToken } from './access-token.ts'
import { rotateAccessToken } from './rotate-access-token.ts'
import { watchExpiry } from './watch-expiry.ts'

const days = (count: number) => hours(24 * count)

eachEngine('the log and the metrics tell which access tokens expire within 14 days', async (rollcall) => {
  const { database, clock, tokenFor, log, metrics, logged } = rollcall
  const tokens = await Promise.all(
    [13, 12, 11, 15, -1].map((count) => tokenFor({ name: `in ${count} days`, expiresAt: clock.time + days(count) })),
  )
  await revokeAccessToken(database, clock, tokens[1]!.id)
  const rotated = await rotateAccessToken(database, clock, { id: tokens[2]!.id, by: 'test', overlapMicros: days(11) })
  const stop = watchExpiry(database, clock, log, metrics)
  await expect.poll(() => logged.filter((line) => line.includes('expire within'))).toHaveLength(1)
  stop()
  // A rotation replaced the token `in 11 days`. Only its successor is listed, with the same lifetime.
  expect(JSON.parse(logged.at(-1)!).tokens).toEqual([
    { id: rotated!.id, name: 'in 11 days', expires_at: '2026-04-10T08:00:00.000000+00:00' },
    { id: tokens[0]!.id, name: 'in 13 days', expires_at: '2026-04-12T08:00:00.000000+00:00' },
  ])
  expect(await metrics.render()).toMatch(/^rollcall_access_tokens_expiring 2$/m)
})
