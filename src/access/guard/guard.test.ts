import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { entity, history } from '../../../test/history.ts'
import { bootRollcall, byDate, byToken, serviceTest } from '../../../test/rollcall.ts'
import { hours, minutes, seconds } from '../../platform/time/instant.ts'
import { revokeAccessToken } from '../credentials/access-token.ts'
import { accessTokenKind } from '../credentials/access-token-kind.ts'
import { credentialWatch } from '../credentials/credential-watch.ts'
import { grantLookup } from '../credentials/find-grant.ts'
import { rotateAccessToken } from '../credentials/rotate-access-token.ts'
import { isAccessToken, mintAccessToken } from '../credentials/token-format.ts'

const kind = accessTokenKind(() => {})

describe('an access token', () => {
  test('is rc_, 30 random characters and a checksum that catches typos', () => {
    const token = mintAccessToken()
    expect(token).toMatch(/^rc_[0-9A-Za-z]{36}$/)
    expect(isAccessToken(token)).toBe(true)
    for (let place = 3; place < token.length; place++) {
      const typo = token.slice(0, place) + (token[place] === 'a' ? 'b' : 'a') + token.slice(place + 1)
      expect(isAccessToken(typo)).toBe(false)
    }
  })

  test('for tests is rc_test_, with the same characters and checksum', () => {
    const token = mintAccessToken('rc_test_')
    expect(token).toMatch(/^rc_test_[0-9A-Za-z]{36}$/)
    expect(isAccessToken(token)).toBe(true)
    expect(isAccessToken(token.replace('rc_test_', 'rc_'))).toBe(false)
  })

  serviceTest('is stored only as a hash', async ({ token, database }) => {
    expect(JSON.stringify(await database.selectFrom('access_tokens').selectAll().execute())).not.toContain(token)
  })
})

describe('a request', () => {
  const challenge = (error: string) => `Bearer realm="rollcall"${error}`

  serviceTest('without a valid token is rejected with a challenge', async ({ get, given, token }) => {
    await given(...history())
    expect((await get(byDate('2026-03-29'), { authorization: `bEARER ${token}` })).statusCode).toBe(200)
    for (const [authorization, status, code, header] of [
      ['', 401, 'missing-credential', challenge('')],
      ['Basic eDp5', 401, 'missing-credential', challenge('')],
      ['rc_000000000000000000000000000000000000', 401, 'missing-credential', challenge('')],
      ['Bearer', 400, 'invalid-request', undefined],
      ['Bearer a b', 400, 'invalid-request', undefined],
      ['Bearer ä', 400, 'invalid-request', undefined],
      ['Bearer x', 401, 'invalid-token', challenge(', error="invalid_token"')],
      [`Bearer ${mintAccessToken()}`, 401, 'invalid-token', challenge(', error="invalid_token"')],
    ] as const) {
      const answer = await get(byDate('2026-03-29'), { authorization })
      expect([authorization, answer.json()]).toMatchObject([authorization, { status, code }])
      expect(answer.headers['www-authenticate']).toBe(header)
    }
  })

  serviceTest('gets 400 with two Authorization headers', async ({ given, token, listen }) => {
    await given(...history())
    const { port } = new URL(await listen())
    const header = `Authorization: Bearer ${token}\r\n`
    const head = `GET ${byDate('2026-03-29')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
      socket.on('data', (data) => (text += data)).on('end', () => resolve(text))
    })
    expect(answer).toContain('HTTP/1.1 400 ')
    expect(answer).toContain('"code":"invalid-request"')
  })
})

describe('a credential', () => {
  serviceTest('is refused once it expires', async ({ get, given, tokenFor, clock }) => {
    await given(...history())
    const { token } = await tokenFor({ expiresAt: clock.now() + minutes(60) })
    const status = async () => (await get(byDate('2026-03-29'), { authorization: `Bearer ${token}` })).statusCode
    expect(await status()).toBe(200)
    clock.time += minutes(60)
    expect(await status()).toBe(401)
  })

  serviceTest('learns why its token is refused', async ({ get, token, tokenFor, clock, database }) => {
    const expired = await tokenFor({ expiresAt: clock.now() })
    const wrongEnd = token.endsWith('0') ? '1' : '0'
    const revoked = await tokenFor()
    await revokeAccessToken(database, clock, revoked.id)
    const tokens = [`${token.slice(0, -1)}${wrongEnd}`, mintAccessToken(), expired.token, revoked.token]
    const reasons = tokens.map(async (one) => {
      const { code, reason } = (await get('/v1/access-token', { authorization: `Bearer ${one}` })).json()
      return [code, reason]
    })
    expect(await Promise.all(reasons)).toEqual([
      ['invalid-token', 'mistyped'],
      ['invalid-token', 'unknown'],
      ['invalid-token', 'expired'],
      ['invalid-token', 'revoked'],
    ])
  })

  serviceTest(
    'is refused within seconds of its revocation, although the wall clock goes back an hour',
    async ({ get, given, tokenFor, clock, database }) => {
      await given(...history())
      const { token, id } = await tokenFor()
      const status = async () => (await get(byDate('2026-03-29'), { authorization: `Bearer ${token}` })).statusCode
      expect(await status()).toBe(200)
      await revokeAccessToken(database, clock, id)
      clock.jump(-hours(1))
      clock.time += seconds(5)
      expect(await status()).toBe(401)
    },
  )

  serviceTest(
    'is refused within seconds of its revocation, although its lookup was in progress then',
    async ({ given, tokenFor, clock, database }) => {
      await given(entity())
      const { token, id } = await tokenFor()
      const { find } = grantLookup(kind, database, clock)
      const lookup = find(token, 'clinica-lisboa')
      clock.time += seconds(3)
      expect(await lookup).toMatchObject({ revoked: false })
      await revokeAccessToken(database, clock, id)
      expect(await find(token, 'clinica-lisboa')).toMatchObject({ revoked: true })
    },
  )

  serviceTest(
    'ends its waiting requests after the overlap of its rotation',
    async ({ given, tokenFor, clock, database }) => {
      await given(entity())
      const { id } = await tokenFor()
      const waiting = credentialWatch(database, clock, kind)
      onTestFinished(() => waiting.close())
      const ended = new Promise<boolean>((resolve) => waiting.watch(id, () => resolve(true)))
      await rotateAccessToken(database, clock, { id, by: 'x', overlapMicros: seconds(60) })
      clock.time += seconds(61)
      expect(await ended).toBe(true)
    },
  )

  serviceTest(
    'is not authenticated by a query, a cookie, or a path that contains the token of an earlier request',
    async ({ app, get, given, tokenFor }) => {
      await given(...history())
      const { token } = await tokenFor()
      expect((await get(byDate('2026-03-29'), { authorization: `Bearer ${token}` })).statusCode).toBe(200)
      const url = `${byDate('2026-03-29')}?access_token=${token}&token=${token}`
      expect((await app.inject({ url, headers: { cookie: `token=${token}` } })).statusCode).toBe(401)
      const inPath = byDate('2026-03-29', '2026-03-29', '', `${token}%20clinica-lisboa`)
      const answer = await get(inPath, { authorization: 'Bearer' })
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid-request' })
    },
  )

  serviceTest(
    'gets the same response for an entity that is not granted and for an unknown one',
    async ({ get, given, tokenFor }) => {
      await given(...history(), entity({ id: 'own' }))
      const { token } = await tokenFor({ entities: ['own'] })
      const answers = await Promise.all(
        ['clinica-lisboa', 'no-such', 'not%20an%2Fid', '%00'].map((id) =>
          get(`/v1/checkin/bytoken/${id}/x`, { authorization: `Bearer ${token}` }),
        ),
      )
      const seen = answers.map(({ statusCode, body, headers }) => {
        const { date: _date, 'request-id': id, ...rest } = headers
        return JSON.stringify([statusCode, body.replace(String(id), ''), rest])
      })
      expect(new Set(seen).size).toBe(1)
    },
  )

  serviceTest(
    'costs the same statements for an entity that is not granted as for an unknown one',
    async ({ get, given, tokenFor, database }) => {
      await given(...history(), entity({ id: 'own' }))
      const { token } = await tokenFor({ entities: ['own'] })
      const statementsFor = async (entityId: string) => {
        const statements: string[] = []
        const { read } = database.engine
        database.engine.read = (query) => {
          statements.push(query.sql)
          return read(query)
        }
        await get(`/v1/checkin/bytoken/${entityId}/x`, { authorization: `Bearer ${token}` })
        database.engine.read = read
        return statements
      }
      expect(await statementsFor('clinica-lisboa')).toHaveLength(2)
      expect(await statementsFor('clinica-lisboa')).toEqual(await statementsFor('no-such'))
    },
  )

  serviceTest(
    'has a budget of requests per minute for all routes together',
    async ({ get, given, tokenFor }) => {
      await given(...history())
      const { token } = await tokenFor({ scopes: ['actions:read'] })
      const ask = (path: string) => get(path, { authorization: `Bearer ${token}` })
      expect((await ask(byDate('2026-03-29'))).statusCode).toBe(200)
      expect((await ask(byToken('x'))).statusCode).toBe(403)
      expect((await ask(byDate('2026-03-29', '2026-03-29', '', 'no-such'))).statusCode).toBe(404)
      const beyond = await ask(byDate('2026-03-29'))
      expect(beyond.json()).toMatchObject({ status: 429, code: 'rate-limited' })
      expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0)
      expect((await get(byDate('2026-03-29'))).statusCode).toBe(200)
    },
    { config: { rateLimit: 3 } },
  )
})

describe('checks come in this order:', () => {
  const url = '/v1/metrics/notifications/actions/no-such/bydate/2026-99-99/x?y'
  serviceTest('credential, scope, entity, syntax', async ({ get, given, tokenFor, token }) => {
    await given(...history())
    const { token: narrow } = await tokenFor({ scopes: ['checkin:read'] })
    const code = async (path: string, bearer: string) =>
      (await get(path, { authorization: `Bearer ${bearer}` })).json().code
    expect(await code(url, 'rc_x')).toBe('invalid-token')
    expect(await code(url, narrow)).toBe('insufficient-scope')
    expect(await code(url, token)).toBe('entity-not-found')
    expect(await code(url.replace('no-such', 'clinica-lisboa'), token)).toBe('invalid-date')
  })
})

describe('at startup', () => {
  test('refuses a route that declares neither a scope nor that it is public', async () => {
    const { app } = await bootRollcall()
    app.get('/v1/open/:entity_id', () => 'open')
    await expect(app.ready()).rejects.toThrow('declares neither a scope nor that it is public')
  })

  test('refuses a route that does not declare whose personal data it uses', async () => {
    const { app } = await bootRollcall()
    app.get('/v1/open/:entity_id', { config: { scope: 'actions:read' } }, () => 'open')
    await expect(app.ready()).rejects.toThrow('whose personal data')
  })

  test('refuses a route that has a scope and names no entity', async () => {
    const { app } = await bootRollcall()
    app.get('/v1/open', { config: { scope: 'actions:read' } }, () => 'open')
    await expect(app.ready()).rejects.toThrow('names no entity')
  })
})
