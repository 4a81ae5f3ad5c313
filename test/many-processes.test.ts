import { describe, expect } from 'vitest'
import { runCommand } from './command.ts'
import { contact, notifications } from './contact.ts'
import { entity, history } from './history.ts'
import { bootRollcall, byDate, eachEngine, type Rollcall } from './rollcall.ts'
import { item, submission } from './submission.ts'

/** Two that serve the same database, each with connections and memory of its own. */
const withOther = async (rollcall: Rollcall, config = {}) =>
  [rollcall, await bootRollcall({ url: rollcall.url, config })] as const

const inTurn = <T>(
  count: number,
  both: readonly [Rollcall, Rollcall],
  ask: (one: Rollcall, index: number) => Promise<T>,
) => Promise.all(Array.from({ length: count }, (_, index) => ask(both[index % 2]!, index)))

describe('processes on one database', () => {
  eachEngine('execute requests with the same Idempotency-Key once', async (rollcall) => {
    await rollcall.given(entity())
    const both = await withOther(rollcall)
    const key = { 'idempotency-key': 'once', authorization: `Bearer ${rollcall.token}` }
    const answers = await inTurn(40, both, (one) => one.post(notifications, submission(), key))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(await rollcall.database.selectFrom('notifications').select('notification_id').execute()).toHaveLength(1)
  })

  eachEngine(
    'leave one notification open of several that are submitted concurrently for one visit',
    async (rollcall) => {
      await rollcall.given(entity())
      const both = await withOther(rollcall)
      let minute = 10
      const start = () => ({ when: `2026-03-30T16:${minute++}:00Z`, doctor: 'Ana Reis' })
      await inTurn(20, both, (one) => one.post(notifications, submission(item({ params: start() }))))
      const rows = await rollcall.database.selectFrom('notifications').select('state').execute()
      expect(rows.map(({ state }) => state).sort()).toEqual(['open', ...Array(19).fill('superseded')])
    },
  )

  eachEngine('record a repeated answer once', async (rollcall) => {
    const { link, nonce, actions } = await contact(rollcall)
    const both = await withOther(rollcall)
    await inTurn(40, both, ({ postForm }) => postForm(`/a/${link}`, { nonce, answer: 'confirm' }))
    expect(await actions()).toHaveLength(1)
  })

  eachEngine('send each due delivery once', async (rollcall) => {
    await rollcall.given(entity(), entity({ id: 'other' }))
    const both = await withOther(rollcall)
    for (const id of ['clinica-lisboa', 'other']) {
      const items = Array.from({ length: 60 }, (_, index) =>
        item({ external_id: `A-${index}`, addresses: [{ channel: 'mobile', uid: `+3519123456${10 + index}` }] }),
      )
      await rollcall.post(`/v1/notifications/${id}`, submission(...items))
    }
    const sent = new Map<string, number>()
    const mobile = {
      send: async ({ id }: { id: string }) => {
        sent.set(id, (sent.get(id) ?? 0) + 1)
        return { outcome: 'accepted' as const }
      },
      close() {},
    }
    await Promise.all(both.map(({ deliver }) => untilNothingIsDue(() => deliver({ mobile }))))
    expect([...sent.values()]).toEqual(Array(120).fill(1))
  })

  eachEngine('wake clients that wait at another process for an action', async (rollcall) => {
    const maria = await contact(rollcall)
    const [, other] = await withOther(rollcall)
    const waiting = other.get('/v1/metrics/notifications/actions/clinica-lisboa/since/0?wait=30')
    const [answer] = await Promise.all([waiting, maria.answer('confirm')])
    expect(answer.json()).toMatchObject([{ action: 'confirm' }])
  })

  eachEngine('refuse a revoked access token in every process', async (rollcall) => {
    await rollcall.given(...history())
    const [, other] = await withOther(rollcall)
    const { id, token } = await rollcall.tokenFor()
    const ask = async () => (await other.get(byDate('2026-03-29'), { authorization: `Bearer ${token}` })).statusCode
    expect(await ask()).toBe(200)
    await runCommand(['token', 'revoke', id], { DATABASE_URL: rollcall.url })
    other.clock.time += 5_000_000
    expect(await ask()).toBe(401)
  })
})

async function untilNothingIsDue(deliver: () => Promise<number>) {
  while ((await deliver()) > 0);
}
