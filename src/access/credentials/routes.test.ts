import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { hours } from '../../platform/time/instant.ts'
import { scopes } from './scope.ts'

describe('GET /v1/access-token', () => {
  serviceTest(
    'returns the scopes, the entities and the expiry, but not the token',
    async ({ get, tokenFor, clock }) => {
      const scope = { scopes: [scopes[0]], entities: [] }
      const { token } = await tokenFor({ name: 'desk 1', ...scope, expiresAt: clock.now() + hours(1) })
      const answer = await get('/v1/access-token', { authorization: `Bearer ${token}` })
      expect(answer.json()).toEqual({
        name: 'desk 1',
        scopes: [scopes[0]],
        expires_at: '2026-03-30T09:00:00.000000+00:00',
      })
      expect((await get('/v1/access-token')).json()).toEqual({ name: 'test', scopes: [...scopes], all_entities: true })
    },
  )
})

describe('GET /v1/entities', () => {
  const lisbon = {
    id: 'clinica-lisboa',
    name: 'Clínica Lisboa',
    time_zone: 'Europe/Lisbon',
    language: 'pt-PT',
    names: 'first',
    arrive_early: 120,
    arrive_late: 60,
    opening_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  }

  serviceTest('lists the granted entities and returns 404 for others', async ({ given, get, tokenFor }) => {
    const contact = { phone: '+351 213 000 000', address: 'Rua do Ouro 12, 1100-061 Lisboa' }
    await given(entity(contact), entity({ id: 'b' }), entity({ id: 'c' }))
    const { token } = await tokenFor({ entities: ['clinica-lisboa', 'b'], scopes: ['checkin:read'] })
    const ask = (path: string) => get(path, { authorization: `Bearer ${token}` })
    expect((await ask('/v1/entities')).json().map(({ id }: { id: string }) => id)).toEqual(['b', 'clinica-lisboa'])
    expect((await ask('/v1/entities/clinica-lisboa')).json()).toEqual({ ...lisbon, ...contact })
    for (const id of ['c', 'no-such']) {
      expect((await ask(`/v1/entities/${id}`)).json()).toMatchObject({ status: 404, code: 'entity-not-found' })
    }
  })

  eachEngine('lists all entities page by page for a token with access to all', async ({ given, get }) => {
    const ids = Array.from({ length: 7 }, (_, i) => `e-${i}`)
    await given(...ids.map((id) => entity({ id })))
    const read: string[] = []
    for (let url: string | undefined = '/v1/entities?limit=3'; url; ) {
      const answer = await get(url)
      read.push(...answer.json().map(({ id }: { id: string }) => id))
      url = /<(.+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(read).toEqual(ids)
  })
})
