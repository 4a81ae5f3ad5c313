import { expect } from 'vitest'
import { history } from '../../../test/history.ts'
import { byDate, eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { hours, minutes, seconds } from '../../platform/time/instant.ts'

const poll = async ({ get }: Pick<Rollcall, 'get'>, token: string) =>
  (await get(byDate('2026-03-29'), { authorization: `Bearer ${token}` })).statusCode

const budgetOf = ({ database }: Rollcall) => database.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()

eachEngine(
  'a client that polls every 30 seconds writes its budget once an hour',
  async (rollcall) => {
    await rollcall.given(...history())
    const { token } = await rollcall.tokenFor()
    expect(await poll(rollcall, token)).toBe(200)
    const first = await budgetOf(rollcall)
    for (let count = 0; count < 30; count++) {
      rollcall.clock.time += seconds(30)
      expect(await poll(rollcall, token)).toBe(200)
    }
    expect(await budgetOf(rollcall)).toEqual(first)
    rollcall.clock.time += hours(1)
    expect(await poll(rollcall, token)).toBe(200)
    expect((await budgetOf(rollcall)).ends_at).toBe(rollcall.clock.now() + minutes(1))
  },
  { config: { rateLimit: 6_000 } },
)

eachEngine(
  'a reservation counts the requests that the process admitted without a write',
  async (rollcall) => {
    await rollcall.given(...history())
    const { token } = await rollcall.tokenFor()
    expect(await poll(rollcall, token)).toBe(200)
    rollcall.clock.time += minutes(1)
    const statuses: number[] = []
    for (let count = 0; count < 210; count++) statuses.push(await poll(rollcall, token))
    expect(statuses.indexOf(429)).toBe(200)
    expect(new Set(statuses.slice(200))).toEqual(new Set([429]))
  },
  { config: { rateLimit: 200 } },
)
