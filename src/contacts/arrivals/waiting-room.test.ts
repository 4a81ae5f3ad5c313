import { describe, expect } from 'vitest'
import { checkinToken, history } from '../../../test/history.ts'
import { byToken, type Rollcall, serviceTest } from '../../../test/rollcall.ts'

const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const arrival = `${byToken(code)}/arrival`

/** The requests of a tablet that contacts touch. */
async function tablet({ get, post, tokenFor }: Rollcall) {
  const { token } = await tokenFor({ scopes: ['checkin:code'], entities: ['clinica-lisboa'] })
  const headers = { authorization: `Bearer ${token}` }
  return { get: (url: string) => get(url, headers), post: (url: string, body?: object) => post(url, body, headers) }
}

describe('the scope checkin:code', () => {
  serviceTest('shows the appointment of a code and marks its arrival', async (rollcall) => {
    await rollcall.given(...history())
    const { get, post } = await tablet(rollcall)
    expect((await get(byToken(code))).json()).toMatchObject({ contact: { name: 'João Silva' } })
    expect((await get(arrival)).json()).toMatchObject({ state: 'possible' })
    expect((await post(arrival)).statusCode).toBe(201)
    expect((await post(arrival)).json()).toMatchObject({ code: 'already-arrived' })
  })

  serviceTest('neither forces nor reverses an arrival', async (rollcall) => {
    await rollcall.given(...history())
    const { post } = await tablet(rollcall)
    const reason = 'A contact typed this'
    const forced = await post(arrival, { force: true, reason })
    expect(forced.json()).toMatchObject({ status: 403, code: 'insufficient-scope', scope: 'checkin:write' })
    expect(forced.headers['www-authenticate']).toContain('error="insufficient_scope", scope="checkin:write"')
    await post(arrival)
    expect((await post(`${arrival}/annulment`, { reason })).statusCode).toBe(403)
  })

  serviceTest('does not name the visit of a code that is no longer valid', async (rollcall) => {
    await rollcall.given(...history(), checkinToken({ token: 'old', revoked: 'cancelled' }))
    const { get, post } = await tablet(rollcall)
    for (const answer of [
      await get(byToken('old')),
      await get(`${byToken('old')}/arrival`),
      await post(`${byToken('old')}/arrival`),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'checkin-revoked', reason: 'cancelled' })
      expect(answer.json()).not.toHaveProperty('notification_id')
    }
  })

  serviceTest(
    'has a budget of codes that do not exist',
    async (rollcall) => {
      await rollcall.given(...history())
      const { get } = await tablet(rollcall)
      const guesses = await Promise.all(Array.from({ length: 31 }, (_, index) => get(byToken(`guess-${index}`))))
      expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    },
    { config: { rateLimit: 6000 } },
  )
})
