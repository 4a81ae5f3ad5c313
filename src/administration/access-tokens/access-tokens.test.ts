import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { hours } from '../../platform/time/instant.ts'

const path = '/v1/access-tokens'
const given = { name: 'practice system', scopes: ['actions:read'], entities: ['clinica-lisboa'] }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const create = async ({ post }: Rollcall, over: object = {}) => (await post(path, { ...given, ...over })).json()

const works = async ({ get }: Rollcall, token: string) =>
  (await get('/v1/access-token', bearer(token))).statusCode === 200

describe('an access token', () => {
  eachEngine('is created, shown once and listed', async (rollcall) => {
    await rollcall.given(entity())
    const { token, ...record } = await create(rollcall, { expires_at: '2027-01-01T00:00:00Z' })
    expect(record).toEqual({
      id: expect.any(String),
      ...given,
      created_at: '2026-03-30T08:00:00.000000+00:00',
      created_by: 'test',
      expires_at: '2027-01-01T00:00:00.000000+00:00',
    })
    expect((await rollcall.get('/v1/access-token', bearer(token))).json()).toMatchObject({ name: given.name })
    const listed = await rollcall.get(path)
    expect(listed.json()).toMatchObject([{ name: 'test', all_entities: true }, record])
    expect(listed.body).not.toContain(token)
  })

  serviceTest('has either entities or all of them, a free name and a future expiry', async (rollcall) => {
    await rollcall.given(entity())
    const faults = async (over: object) =>
      (await create(rollcall, over)).errors.map(({ parameter }: { parameter: string }) => parameter)
    expect(await faults({ all_entities: true })).toEqual([''])
    expect(await faults({ entities: undefined })).toEqual([''])
    expect(await faults({ entities: ['no-such'] })).toEqual(['/entities/0'])
    expect(await faults({ name: 'contact', expires_at: '2026-03-30T08:00:00Z' })).toEqual(['/name', '/expires_at'])
    expect(await faults({ scopes: ['root'] })).toEqual(['/scopes/0'])
    expect(await faults({ scopes: [] })).toEqual(['/scopes'])
  })

  serviceTest('is revoked at once', async (rollcall) => {
    await rollcall.given(entity())
    const { id, token } = await create(rollcall)
    expect(await works(rollcall, token)).toBe(true)
    for (let time = 0; time < 2; time++) expect((await rollcall.remove(`${path}/${id}`)).statusCode).toBe(204)
    rollcall.clock.time += hours(1)
    expect(await works(rollcall, token)).toBe(false)
    const [, record] = (await rollcall.get(path)).json()
    expect(record).toMatchObject({ revoked_at: '2026-03-30T08:00:00.000000+00:00', revoked_by: 'test' })
    expect((await rollcall.remove(`${path}/none`)).json().code).toBe('access-token-not-found')
  })

  serviceTest('is replaced, and the old one still works for a while', async (rollcall) => {
    await rollcall.given(entity())
    const old = await create(rollcall, { expires_at: '2026-04-29T08:00:00Z' })
    rollcall.clock.time += hours(24)
    const rotated = (await rollcall.post(`${path}/${old.id}/rotation`, { overlap_hours: 2 })).json()
    expect(rotated).toMatchObject({ ...given, expires_at: '2026-04-30T08:00:00.000000+00:00' })
    for (const token of [old.token, rotated.token]) expect(await works(rollcall, token)).toBe(true)
    // Its lifetime is now that of the overlap.
    expect((await rollcall.post(`${path}/${old.id}/rotation`)).json().code).toBe('access-token-ended')
    rollcall.clock.time += hours(3)
    expect(await works(rollcall, rotated.token)).toBe(true)
    expect(await works(rollcall, old.token)).toBe(false)
    const [, first] = (await rollcall.get(path)).json()
    expect(first).toMatchObject({ replaced_by: rotated.id, expires_at: '2026-03-31T10:00:00.000000+00:00' })
    const ended = await rollcall.post(`${path}/${old.id}/rotation`)
    expect([ended.statusCode, ended.json().code]).toEqual([409, 'access-token-ended'])
  })

  eachEngine(
    'shows its last use, and that it expires soon',
    async (rollcall) => {
      await rollcall.given(entity())
      const { token } = await create(rollcall, { expires_at: '2026-04-20T08:00:00Z' })
      const record = async () => (await rollcall.get(path)).json()[1]
      expect(await record()).not.toHaveProperty('last_used_at')
      rollcall.clock.time += hours(1)
      await works(rollcall, token)
      // No request waits for the write.
      await expect.poll(async () => (await record()).last_used_at).toBe('2026-03-30T09:00:00.000000+00:00')
      expect(await record()).not.toHaveProperty('expires_soon')
      rollcall.clock.time += hours(7 * 24)
      expect(await record()).toMatchObject({ expires_soon: true })
    },
    { config: { rateLimit: 6_000 } },
  )
})

describe('an administrator of some entities', () => {
  const limited = async ({ tokenFor }: Rollcall) =>
    bearer((await tokenFor({ scopes: ['admin', 'actions:read'], entities: ['clinica-lisboa', 'b'] })).token)

  eachEngine('sees and revokes only tokens for these entities', async (rollcall) => {
    const { get, app, given } = rollcall
    await given(entity(), entity({ id: 'b' }), entity({ id: 'c' }))
    const headers = await limited(rollcall)
    const ids = []
    for (const entities of [['b'], ['clinica-lisboa', 'b'], ['b', 'c'], ['c']])
      ids.push((await create(rollcall, { entities })).id)
    const listed = (await get(path, headers)).json().map(({ id }: { id: string }) => id)
    expect(listed.slice(1)).toEqual(ids.slice(0, 2))
    const revoked = ids.map((id) => app.inject({ method: 'DELETE', url: `${path}/${id}`, headers }))
    expect((await Promise.all(revoked)).map(({ statusCode }) => statusCode)).toEqual([204, 204, 404, 404])
  })

  serviceTest('does not rotate a token that has a scope more', async (rollcall) => {
    await rollcall.given(entity())
    const { id } = await create(rollcall, { scopes: ['notifications:write'] })
    const refused = await rollcall.post(`${path}/${id}/rotation`, {}, await limited(rollcall))
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'exceeds-own-rights', reason: 'notifications:write' },
    ])
  })
})
