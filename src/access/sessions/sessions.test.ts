import { describe, expect } from 'vitest'
import { action, entity, history, notification } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { notify } from '../../../test/submission.ts'
import { hours, minutes, seconds } from '../../platform/time/instant.ts'
import { sessionCookie } from './session-cookie.ts'

type RequestHeaders = Record<string, string>

const open = async ({ app }: Pick<Rollcall, 'app'>, headers: RequestHeaders, url = '/v1/session') =>
  (await app.inject({ url, headers })).statusCode
const remove = ({ app }: Pick<Rollcall, 'app'>, url: string, headers: RequestHeaders) =>
  app.inject({ method: 'DELETE', url, headers })

describe('a session', () => {
  serviceTest('returns the name, the rights and the expiry of the current session', async (rollcall) => {
    const { app, given } = rollcall
    await given(entity())
    const { id, headers } = await signedIn(rollcall, { scopes: ['checkin:read'], entities: ['clinica-lisboa'] })
    expect((await app.inject({ url: '/v1/session', headers })).json()).toEqual({
      id,
      name: 'Ana Reis',
      issuer: 'https://login.example.org',
      subject: 'ana',
      scopes: ['checkin:read'],
      entities: ['clinica-lisboa'],
      created_at: '2026-03-30T08:00:00.000000+00:00',
      used_at: '2026-03-30T08:00:00.000000+00:00',
      expires_at: '2026-03-30T08:30:00.000000+00:00',
      is_current: true,
    })
    expect((await app.inject({ url: '/v1/entities', headers })).json()).toMatchObject([{ id: 'clinica-lisboa' }])
  })

  serviceTest('has its secret stored only as a hash', async (rollcall) => {
    const { secret } = await signedIn(rollcall)
    const rows = await rollcall.database.selectFrom('sessions').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  serviceTest(
    'gives no access to an entity that is not its own, that is unknown, or that was removed',
    async (rollcall) => {
      const { app, given } = rollcall
      await given(entity({ id: 'own' }), entity({ id: 'foreign' }))
      const { headers } = await signedIn(rollcall, { entities: ['own', 'removed'] })
      const codes = ['own', 'foreign', 'no-such', 'removed'].map(async (id) => {
        const answer = await app.inject({ url: `/v1/entities/${id}`, headers })
        return answer.json().code ?? answer.statusCode
      })
      expect(await Promise.all(codes)).toEqual([200, ...Array(3).fill('entity-not-found')])
    },
  )

  serviceTest('ends when nobody has used it for 30 minutes', async (rollcall) => {
    const { clock } = rollcall
    const { headers } = await signedIn(rollcall)
    for (let use = 0; use < 3; use++) {
      clock.time += minutes(29)
      expect(await open(rollcall, headers)).toBe(200)
      await noted(rollcall)
    }
    clock.time += minutes(30)
    const answer = await rollcall.app.inject({ url: '/v1/session', headers })
    expect(answer.json()).toMatchObject({ status: 401, code: 'session-ended', reason: 'expired' })
  })

  serviceTest(
    'notes its use at most once a minute, and not that of a page that waits or that nobody attends',
    async (rollcall) => {
      const { clock, database } = rollcall
      await rollcall.given(entity(), notification(), action())
      const { headers } = await signedIn(rollcall)
      const usedAt = async () =>
        (await database.selectFrom('sessions').select('used_at').executeTakeFirstOrThrow()).used_at
      const started = await usedAt()
      clock.time += seconds(59)
      expect(await open(rollcall, headers)).toBe(200)
      clock.time += minutes(10)
      expect(await open(rollcall, headers, '/v1/events/clinica-lisboa/since/0?wait=1')).toBe(200)
      expect(await open(rollcall, { ...headers, 'rollcall-unattended': 'true' })).toBe(200)
      expect(await usedAt()).toBe(started)
      expect(await open(rollcall, headers)).toBe(200)
      await noted(rollcall)
      expect(await usedAt()).toBe(clock.now())
    },
  )

  serviceTest(
    'ends 30 minutes after the last act of a person, however often a page reads by itself',
    async (rollcall) => {
      const { clock } = rollcall
      await rollcall.given(entity(), notification(), action())
      const { headers } = await signedIn(rollcall)
      const byItself = { ...headers, 'rollcall-unattended': 'true' }
      for (let reads = 0; reads < 2; reads++) {
        clock.time += minutes(14)
        expect(await open(rollcall, byItself)).toBe(200)
      }
      clock.time += minutes(2)
      expect(await open(rollcall, byItself)).toBe(401)
    },
  )

  serviceTest('ends after 12 hours, however much it is used', async (rollcall) => {
    const { clock } = rollcall
    const { headers } = await signedIn(rollcall)
    const started = clock.now()
    while (clock.now() + minutes(29) < started + hours(12)) {
      clock.time += minutes(29)
      expect(await open(rollcall, headers)).toBe(200)
      await noted(rollcall)
    }
    clock.time = started + hours(12)
    expect(await open(rollcall, headers)).toBe(401)
  })

  serviceTest('is deleted when somebody signs in after its end', async (rollcall) => {
    await signedIn(rollcall)
    rollcall.clock.time += hours(12)
    const { id } = await signedIn(rollcall)
    expect(await rollcall.database.selectFrom('sessions').select('session_id').execute()).toEqual([{ session_id: id }])
  })

  serviceTest('names its person in the changes that they make', async (rollcall) => {
    const { app, given, get } = rollcall
    await given(entity())
    const { id } = await notify(rollcall)
    const { headers } = await signedIn(rollcall)
    const url = `/v1/notifications/clinica-lisboa/${id}`
    const answer = await app.inject({ method: 'POST', url: `${url}/answer`, headers, payload: { action: 'confirm' } })
    expect(answer.statusCode).toBe(200)
    const events = (await get('/v1/events/clinica-lisboa/since/1')).json()
    expect(events).toMatchObject([{ by: 'Ana Reis', record: { action: 'confirm', channel: 'desk' } }])
  })
})

describe('the cookie of a session', () => {
  serviceTest(
    'changes data only in requests of this origin',
    async (rollcall) => {
      const origin = 'https://rollcall.example.org'
      const { headers } = await signedIn(rollcall)
      const { cookie } = headers
      const status = async (sent: RequestHeaders) => {
        const answer = await remove(rollcall, '/v1/sessions/none', { cookie: cookie!, ...sent })
        return answer.json().code
      }
      for (const forged of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site', origin },
        { origin: 'https://rollcall.example.org.evil.example' },
        { origin: 'http://rollcall.example.org' },
        { origin: 'null' },
        {},
      ])
        expect([forged, await status(forged)]).toEqual([forged, 'cross-site-request'])
      for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin }])
        expect([own, await status(own)]).toEqual([own, 'session-not-found'])
    },
    { config: { publicUrl: 'https://rollcall.example.org/base' } },
  )

  serviceTest('counts only without an Authorization header', async (rollcall) => {
    const { headers } = await signedIn(rollcall)
    const { token } = await rollcall.tokenFor({ name: 'a token' })
    const ask = (authorization: string) =>
      rollcall.app.inject({ url: '/v1/access-token', headers: { ...headers, authorization } })
    expect((await ask(`Bearer ${token}`)).json()).toMatchObject({ name: 'a token' })
    expect((await ask('Bearer x')).json()).toMatchObject({ code: 'invalid-token' })
    expect((await ask('Basic eDp5')).json()).toMatchObject({ code: 'missing-credential' })
  })

  serviceTest('is refused if its secret is unknown, empty, or an access token', async (rollcall) => {
    const { secret } = await signedIn(rollcall)
    for (const value of ['', 'x', `${secret}x`, `"${secret}"`, rollcall.token]) {
      const answer = await rollcall.app.inject({ url: '/v1/session', headers: { cookie: `${sessionCookie}=${value}` } })
      expect([value, answer.json()]).toMatchObject([value, { code: 'session-ended', reason: 'unknown' }])
    }
    const names = ['rollcall', '__host-rollcall', '__Host-rollcall2']
    for (const name of names) expect(await open(rollcall, { cookie: `${name}=${secret}` })).toBe(401)
    expect(await open(rollcall, { authorization: `Bearer ${secret}` })).toBe(401)
  })
})

describe('signing out', () => {
  serviceTest('ends the session at once elsewhere, and deletes its cookie', async (rollcall) => {
    const [one, other] = [await signedIn(rollcall), await signedIn(rollcall)]
    const answer = await remove(rollcall, '/v1/session', one.headers)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toBe('__Host-rollcall=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0')
    rollcall.clock.time += seconds(2)
    expect([await open(rollcall, one.headers), await open(rollcall, other.headers)]).toEqual([401, 200])
  })

  serviceTest('everywhere ends all sessions of the person, and no sessions of other people', async (rollcall) => {
    const [one, other] = [await signedIn(rollcall), await signedIn(rollcall)]
    const sameId = await signedIn(rollcall, {}, { issuer: 'https://other.example.org' })
    expect((await remove(rollcall, '/v1/sessions', one.headers)).statusCode).toBe(204)
    rollcall.clock.time += seconds(2)
    const states = [one, other, sameId].map(({ headers }) => open(rollcall, headers))
    expect(await Promise.all(states)).toEqual([401, 401, 200])
  })

  serviceTest('ends a long poll within seconds', async (rollcall) => {
    await rollcall.given(entity(), notification(), action())
    const { headers } = await signedIn(rollcall)
    const url = '/v1/metrics/notifications/actions/clinica-lisboa/since/1?wait=30'
    const waiting = rollcall.app.inject({ url, headers })
    await rollcall.app.inject({ url: '/v1/session', headers })
    await remove(rollcall, '/v1/session', headers)
    rollcall.clock.time += seconds(3)
    const started = performance.now()
    expect((await waiting).json()).toMatchObject({ code: 'session-ended' })
    expect(performance.now() - started).toBeLessThan(25_000)
  })

  serviceTest('needs a session', async (rollcall) => {
    for (const url of ['/v1/session', '/v1/sessions']) {
      expect((await rollcall.remove(url)).json()).toMatchObject({ code: 'session-not-found' })
    }
    expect((await rollcall.get('/v1/session')).json()).toMatchObject({ code: 'session-not-found' })
  })
})

describe('the list of sessions', () => {
  eachEngine('has own sessions and, for an administrator, those of their entities', async (rollcall) => {
    const { app, given } = rollcall
    await given(...history(), entity({ id: 'b' }))
    const b = { entities: ['b'] }
    const own = await signedIn(rollcall, { scopes: ['checkin:read'], ...b })
    const ended = await signedIn(rollcall, b)
    await remove(rollcall, '/v1/session', ended.headers)
    const person = { subject: 'rui', name: 'Rui Sá' }
    const rui = await signedIn(rollcall, b, person)
    const everywhere = await signedIn(rollcall, {}, person)
    const elsewhere = await signedIn(rollcall, { entities: ['b', 'clinica-lisboa'] }, person)
    const nowhere = await signedIn(rollcall, { entities: [] }, person)
    const listed = async (headers: RequestHeaders) =>
      (await app.inject({ url: '/v1/sessions', headers })).json().map(({ id }: { id: string }) => id)
    const admin = await signedIn(rollcall, b, { subject: 'admin', name: 'Administrator' })
    expect(await listed(own.headers)).toEqual([own.id])
    expect(await listed(admin.headers)).toEqual([admin.id, rui.id, own.id])
    expect(await listed({ authorization: `Bearer ${rollcall.token}` })).toHaveLength(6)
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read'] })
    expect(await listed({ authorization: `Bearer ${token}` })).toEqual([])

    const end = async (headers: RequestHeaders, id: string) =>
      (await remove(rollcall, `/v1/sessions/${id}`, headers)).statusCode
    for (const { id } of [everywhere, elsewhere, nowhere, ended]) expect(await end(admin.headers, id)).toBe(404)
    expect(await end(own.headers, rui.id)).toBe(404)
    expect(await end(admin.headers, rui.id)).toBe(204)
    rollcall.clock.time += seconds(2)
    expect(await open(rollcall, rui.headers)).toBe(401)
  })
})

/** Waits until the latest use is stored, which no request waits for. */
async function noted({ database, clock }: Pick<Rollcall, 'database' | 'clock'>) {
  await expect
    .poll(async () => (await database.selectFrom('sessions').select('used_at').executeTakeFirstOrThrow()).used_at)
    .toBe(clock.now())
}
