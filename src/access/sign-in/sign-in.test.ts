import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { base64url, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { action, entity, notification } from '../../../test/history.ts'
import { type Lies, lyingProvider } from '../../../test/lying-provider.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { visitor } from '../../../test/visitor.ts'
import type { SignIn } from '../../platform/config/sign-in.ts'
import { minutes, seconds } from '../../platform/time/instant.ts'
import { removeRule, setRule } from './access-rules.ts'

/** Boots the service with a provider whose people of `/desk` may check in. */
async function bootWithProvider(signIn: Partial<SignIn> = {}, path = '') {
  const provider = await lyingProvider(path)
  const rollcall = await bootRollcall({ config: { signIn: { ...provider.signIn, ...signIn } } })
  await rollcall.given(entity(), notification(), action())
  const desk = { group: '/desk', scopes: ['checkin:read', 'actions:read'], entities: ['clinica-lisboa'] } as const
  await setRule(rollcall.database, { ...desk, scopes: [...desk.scopes], entities: [...desk.entities] })
  const origin = await rollcall.listen()
  const browser = visitor()
  const isHere = (url: string) => !url.startsWith(origin) || url.startsWith(`${origin}/sign-in`)
  return {
    ...rollcall,
    provider,
    origin,
    browser,
    /** Signs in, up to the redirect to the page. */
    signIn: (query = '', by = browser) => by.open(`${origin}/sign-in${query}`, isHere),
    /** Begins to sign in. Returns the URL of the provider's answer. */
    begin: async (query = '', by = browser) =>
      (await by.open(`${origin}/sign-in${query}`, (url) => !url.includes('/callback'))).visited.at(-1)!,
    /** Returns the session of the browser, or the problem. */
    session: async (by = browser) => (await by.request(`${origin}/v1/session`)).json(),
    sessions: () => rollcall.database.selectFrom('sessions').selectAll().execute(),
  }
}

const keycloak = readFileSync(new URL('./examples/keycloak.json', import.meta.url), 'utf8')

type SignInSetup = Awaited<ReturnType<typeof bootWithProvider>>

/** Expects that nobody is signed in, and that a page says so. */
async function expectRefused({ signIn, sessions, provider }: SignInSetup, lies: Lies, status: number, title: string) {
  Object.assign(provider.lies, lies)
  const shown = await signIn()
  for (const lie of Object.keys(lies)) delete provider.lies[lie as keyof Lies]
  expect([shown.status, shown.page]).toEqual([status, expect.stringContaining(`<h1>${title}</h1>`)])
  expect(await sessions()).toEqual([])
}

const notSignedIn = 'You are not signed in'
const notNow = 'You cannot sign in now'
const over = 'This sign-in is over'

describe('signing in', () => {
  test('starts a session with the rights of the first rule of a group, and opens the page', async () => {
    const { signIn, session, origin, provider, database, browser } = await bootWithProvider()
    await setRule(database, { group: 'admins', scopes: ['admin'], entities: 'all' })
    provider.lies.claims = { groups: ['admins', '/desk'] }
    const { visited } = await signIn('?to=/desk%3Fday=1%23top')
    expect(visited.at(-1)).toBe(`${origin}/desk?day=1#top`)
    expect(await session()).toMatchObject({
      name: 'Ana Reis',
      issuer: provider.issuer,
      subject: 'ana',
      scopes: ['checkin:read', 'actions:read'],
      entities: ['clinica-lisboa'],
    })
    expect([...browser.cookies(origin).keys()]).toEqual(['__Host-rollcall'])
    const authorize = new URL(visited.find((url) => url.includes('/auth?'))!)
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'rollcall',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/sign-in/callback`,
    })
  })

  test('asks the provider to ask who the person is, but only on a shared device', async () => {
    const { signIn } = await bootWithProvider()
    const promptFor = async (query: string) => {
      const { visited } = await signIn(query)
      return new URL(visited.find((url) => url.includes('/auth?'))!).searchParams.get('prompt')
    }
    expect(await promptFor('?prompt=login&to=/desk')).toBe('login')
    for (const query of ['', '?prompt=none', '?prompt=login&prompt=none']) expect(await promptFor(query)).toBeNull()
  })

  test('without a rule for a group shows the id to give to an administrator, in the language of the browser', async () => {
    const { signIn, sessions, provider, browser, origin } = await bootWithProvider()
    for (const groups of [[], undefined, ['desk'], '/Desk', { '/desk': true }, [['/desk']]]) {
      provider.lies.claims = { groups, sub: '<b>1</b>' }
      const { status, page } = await signIn()
      expect(status).toBe(403)
      expect(page).toContain('<h1>You have no access yet</h1>')
      expect(page).toContain(`<code>${provider.issuer}</code>`)
      expect(page).toContain('<code>&lt;b&gt;1&lt;/b&gt;</code>')
    }
    const { page } = await signIn('', visitor('pt-PT'))
    expect(page).toContain('<h1>Ainda não tem acesso</h1>')
    expect(await sessions()).toEqual([])
    expect(browser.cookies(origin).size).toBe(0)
  })

  test('finds groups by a path of claims, and in the user info', async () => {
    const { signIn, session, provider } = await bootWithProvider({ groupsClaim: 'realm_access.roles' })
    provider.lies.claims = { groups: undefined, realm_access: { roles: ['offline_access', '/desk'] } }
    await signIn()
    expect(await session()).toMatchObject({ scopes: ['checkin:read', 'actions:read'] })
    provider.lies.claims = { groups: undefined, name: 'From the token' }
    provider.lies.discovery = { userinfo_endpoint: `${provider.issuer}/userinfo` }
    provider.lies.userinfo = { realm_access: { roles: ['/desk'] }, name: 'From the user info' }
    await signIn()
    expect(await session()).toMatchObject({ name: 'From the token' })
  })

  test('takes no user info of another person', async () => {
    const rollcall = await bootWithProvider()
    const { provider } = rollcall
    const discovery = { userinfo_endpoint: `${provider.issuer}/userinfo` }
    const lies = { claims: { groups: undefined }, discovery, userinfo: { sub: 'rui', groups: ['/desk'] } }
    await expectRefused(rollcall, lies, 502, notSignedIn)
  })

  test('by e-mail address counts only a verified address', async () => {
    const { signIn, sessions, provider, database } = await bootWithProvider({ groupsClaim: 'email' })
    await setRule(database, { group: 'ana@example.org', scopes: ['admin'], entities: 'all' })
    provider.lies.claims = { email: 'ana@example.org' }
    expect((await signIn()).status).toBe(403)
    provider.lies.claims = { email: 'ana@example.org', email_verified: true }
    await signIn()
    expect(await sessions()).toHaveLength(1)
  })

  test('gives nobody the name of contacts', async () => {
    const { signIn, session, provider } = await bootWithProvider()
    for (const name of ['contact', ' Contact\u200e', 'contact\n']) {
      provider.lies.claims = { name }
      await signIn()
      expect(await session()).toMatchObject({ name: 'ana' })
    }
  })

  test('succeeds in two tabs at the same time', async () => {
    const { browser, origin, sessions, begin } = await bootWithProvider()
    const [one, another] = [await begin('?to=/desk'), await begin('?to=/admin')]
    for (const [answer, to] of [
      [one, '/desk'],
      [another, '/admin'],
    ] as const) {
      const response = await browser.request(answer)
      expect([response.status, response.headers.get('location')]).toEqual([303, origin + to])
    }
    expect(await sessions()).toHaveLength(2)
    expect([...browser.cookies(origin).keys()]).toEqual(['__Host-rollcall'])
  })

  test('that nobody completes leaves the cookies of the latest four attempts', async () => {
    const { browser, origin, begin } = await bootWithProvider()
    const answers: string[] = []
    for (let attempt = 0; attempt < 7; attempt++) answers.push(await begin())
    expect(browser.cookies(origin).size).toBe(4)
    expect((await browser.request(answers[2]!)).status).toBe(400)
    for (const answer of answers.slice(3)) expect((await browser.request(answer)).status).toBe(303)
  })

  test('opens no page of another host', async () => {
    const { signIn, origin } = await bootWithProvider()
    const foreign = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
    ]
    const odd = ['javascript:alert(1)', 'desk', '', '/%0d%0aX: y', '\\\\evil.example', '/..//evil.example']
    for (const to of [...foreign, ...odd]) {
      const { visited } = await signIn(`?to=${encodeURIComponent(to)}`)
      expect([to, new URL(visited.at(-1)!).origin]).toEqual([to, origin])
      expect(visited.at(-1)).not.toContain('evil.example')
    }
    expect((await signIn('?to=/a&to=/b')).visited.at(-1)).toBe(`${origin}/`)
  })

  test('carries no access token to the page, however the address writes it', async () => {
    const { signIn, origin } = await bootWithProvider()
    const fragments = ['#token=rc_x&day=1', '#%74oken=rc_x&day=1', '#?token=rc_x&day=1', '#to\tken=rc_x&token=&day=1']
    for (const fragment of fragments) {
      const { visited } = await signIn(`?to=${encodeURIComponent(`/desk${fragment}`)}`)
      expect([fragment, visited.at(-1)]).toEqual([fragment, `${origin}/desk#day=1`])
    }
  })

  test('does not exist without a provider and accounts', async () => {
    const { app } = await bootRollcall({ config: { hasAccounts: false } })
    for (const url of ['/sign-in', '/sign-in/callback']) expect((await app.inject(url)).statusCode).toBe(404)
  })
})

describe('nobody is signed in by', () => {
  test('an answer with another state, or without one; an ID token with another nonce, issuer or audience, or without one', async () => {
    const rollcall = await bootWithProvider()
    for (const state of ['other', '']) await expectRefused(rollcall, { answer: { state } }, 400, over)
    for (const claim of ['nonce', 'iss', 'aud']) {
      await expectRefused(rollcall, { claims: { [claim]: 'https://other.example' } }, 502, notSignedIn)
      await expectRefused(rollcall, { claims: { [claim]: undefined } }, 502, notSignedIn)
    }
    await expectRefused(rollcall, { claims: { aud: ['rollcall', 'other'], azp: 'other' } }, 502, notSignedIn)
  })

  test('an ID token that has expired or is not yet valid: the page mentions the clocks', async () => {
    const rollcall = await bootWithProvider()
    const now = Math.floor(Date.now() / 1_000)
    for (const claims of [{ exp: now - 60 }, { nbf: now + 60 }]) await expectRefused(rollcall, { claims }, 502, notNow)
    rollcall.provider.lies.claims = { exp: now - 60 }
    expect((await rollcall.signIn()).page).toContain('The clock of Rollcall')
    await expectRefused(rollcall, { claims: { exp: undefined } }, 502, notSignedIn)
  })

  test('an ID token without a signature, with one of another key, or signed with the secret of the client', async () => {
    const rollcall = await bootWithProvider()
    const other = await lyingProvider()
    const part = (value: object) => base64url.encode(JSON.stringify(value))
    const unsigned = (claims: JWTPayload) => `${part({ alg: 'none' })}.${part(claims)}.`
    const bySecret = (claims: JWTPayload) => {
      const signed = `${part({ alg: 'HS256' })}.${part(claims)}`
      return `${signed}.${createHmac('sha256', 's').update(signed).digest('base64url')}`
    }
    const changed = async (claims: JWTPayload) => {
      const [header, , signature] = (await rollcall.provider.sign(claims)).split('.')
      return [header, part({ ...claims, sub: 'admin' }), signature].join('.')
    }
    for (const idToken of [unsigned, bySecret, changed, (claims: JWTPayload) => other.sign(claims), () => 'x']) {
      await expectRefused(rollcall, { idToken }, 502, notSignedIn)
    }
  })

  test('an answer of another issuer (RFC 9207), or one without its issuer from a provider that names it', async () => {
    const rollcall = await bootWithProvider()
    await expectRefused(rollcall, { answer: { iss: 'https://other.example' } }, 502, notSignedIn)
    const discovery = { authorization_response_iss_parameter_supported: true }
    await expectRefused(rollcall, { answer: {}, discovery }, 502, notSignedIn)
  })

  test('a discovery document of another issuer, or a provider that refuses the person', async () => {
    const rollcall = await bootWithProvider()
    await expectRefused(rollcall, { discovery: { issuer: 'https://other.example' } }, 502, notSignedIn)
    await expectRefused(rollcall, { answer: { code: '', error: 'access_denied' } }, 403, notSignedIn)
  })

  test('an answer that comes twice, in this browser or another, with or without its cookie', async () => {
    const { browser, origin, signIn, sessions, provider, begin } = await bootWithProvider()
    const answer = await begin()
    const cookies = [...browser.cookies(origin)].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await visitor().request(answer)).status).toBe(400)
    expect((await browser.request(answer)).status).toBe(303)
    expect(await sessions()).toHaveLength(1)
    expect((await browser.request(answer)).status).toBe(400)
    const replayed = await fetch(answer, { headers: { cookie: cookies }, redirect: 'manual' })
    expect([replayed.status, await replayed.text()]).toEqual([400, expect.stringContaining(over)])
    expect(replayed.headers.getSetCookie().join()).not.toContain('__Host-rollcall=')
    expect(await sessions()).toHaveLength(1)
    expect(provider.requests.filter((path) => path === '/token')).toHaveLength(2)
    await signIn()
  })

  test('the code of another sign-in, which lacks the verifier and the state', async () => {
    const { browser, origin, sessions, begin } = await bootWithProvider()
    const stolen = await begin('', visitor())
    await begin()
    expect((await browser.request(stolen)).status).toBe(400)
    // The browser presents its own cookie under the name of the other sign-in's cookie.
    const [[, own]] = [...browser.cookies(origin)] as [[string, string]]
    const other = new URL(stolen).searchParams.get('state')!
    browser.cookies(origin).set(`__Host-rollcall-sign-in-${other.slice(0, 16)}`, own)
    expect((await browser.request(stolen)).status).toBe(502)
    expect(await sessions()).toEqual([])
  })

  test('a cookie of the sign-in that is forged, or older than ten minutes', async () => {
    const { browser, origin, clock, sessions, begin } = await bootWithProvider()
    const answer = await begin()
    const [[name, cookie]] = [...browser.cookies(origin)] as [[string, string]]
    const forged = cookie.slice(0, -4) + (cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA')
    browser.cookies(origin).set(name, forged)
    expect((await browser.request(answer)).status).toBe(400)
    const late = await begin()
    clock.time += minutes(10)
    expect((await browser.request(late)).status).toBe(400)
    expect(await sessions()).toEqual([])
  })

  test('a provider that is down, slow, or answers with something else', async () => {
    const rollcall = await bootWithProvider({ timeoutSeconds: 0.2 })
    const faults: ((response: ServerResponse) => unknown)[] = [
      () => {},
      (response) => response.destroy(),
      (response) => response.writeHead(500).end('x'),
      (response) => response.end('<html>'),
    ]
    for (const path of ['/.well-known/openid-configuration', '/token', '/certs']) {
      for (const respond of faults) {
        const instead: Lies['respond'] = (asked, response) => asked === path && respond(response) !== false
        await expectRefused(rollcall, { respond: instead }, 503, notNow)
      }
    }
    expect(rollcall.logged.join()).not.toMatch(/eyJ|code-\d/)
  })

  test('a service whose database fails', async () => {
    const rollcall = await bootWithProvider()
    await rollcall.database.schema.dropTable('access_rules').execute()
    await expectRefused(rollcall, {}, 500, notNow)
  })

  test('a provider that does not know this client', async () => {
    const rollcall = await bootWithProvider()
    const respond: Lies['respond'] = (path, response) => {
      if (path !== '/token') return false
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}')
      return true
    }
    await expectRefused(rollcall, { respond }, 502, notSignedIn)
    expect(rollcall.logged.join()).toContain('invalid_client')
  })
})

test('Keycloak signs a person in, by the groups or the roles of a realm, and out again', async () => {
  for (const groupsClaim of ['groups', 'realm_access.roles']) {
    const { signIn, session, provider, origin, database } = await bootWithProvider({ groupsClaim }, '/realms/clinic')
    for (const group of ['/clinica-norte/desk', 'desk']) {
      await setRule(database, { group, scopes: ['checkin:write'], entities: ['clinica-lisboa'] })
    }
    const { discovery, claims, logout } = JSON.parse(keycloak.replaceAll('ISSUER', provider.issuer))
    Object.assign(provider.lies, { discovery, claims, answer: { iss: provider.issuer, session_state: claims.sid } })
    await signIn()
    expect(await session()).toMatchObject({ name: 'Ana Reis', subject: claims.sub, scopes: ['checkin:write'] })
    const body = new URLSearchParams({ logout_token: await provider.logoutToken(logout) })
    expect((await fetch(`${origin}/sign-in/logout`, { method: 'POST', body })).status).toBe(200)
    const ended = await database.selectFrom('sessions').select('ended_at').execute()
    expect(ended).toEqual([{ ended_at: expect.any(Number) }])
  }
})

test('a provider may change its keys between two sign-ins', async () => {
  const { signIn, sessions, provider } = await bootWithProvider()
  await signIn()
  await provider.rotateKey()
  await signIn()
  expect(await sessions()).toHaveLength(2)
})

describe('signing out', () => {
  test('ends the session, and leads on to the provider', async () => {
    const { signIn, browser, origin, provider, session } = await bootWithProvider()
    provider.lies.discovery = { end_session_endpoint: `${provider.issuer}/end` }
    await signIn()
    const cookie = `__Host-rollcall=${browser.cookies(origin).get('__Host-rollcall')}`
    const signOut = (headers: Record<string, string>) =>
      browser.request(`${origin}/sign-out`, { method: 'POST', headers, body: new URLSearchParams() })
    expect((await signOut({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await session()).toMatchObject({ name: 'Ana Reis' })
    const answer = await signOut({ origin })
    const to = new URL(((await answer.json()) as { url: string }).url)
    expect([answer.status, to.origin + to.pathname]).toEqual([200, `${provider.issuer}/end`])
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/sign-in/signed-out`)
    expect(browser.cookies(origin).size).toBe(0)
    const ended = await fetch(`${origin}/v1/session`, { headers: { cookie } })
    expect(await ended.json()).toMatchObject({ code: 'session-ended' })
    expect((await browser.open(to.searchParams.get('post_logout_redirect_uri')!)).page).toContain('You have signed out')
  })

  test('ends the session even if the provider is down', async () => {
    const { signIn, browser, origin, provider, session } = await bootWithProvider()
    await signIn()
    provider.lies.respond = (_path, response) => Boolean(response.destroy())
    const answer = await browser.request(`${origin}/sign-out`, { method: 'POST', headers: { origin } })
    expect(await answer.json()).toEqual({ url: `${origin}/sign-in/signed-out` })
    expect(await session()).toMatchObject({ code: 'missing-credential' })
  })
})

describe('a logout at the provider', () => {
  const post = (origin: string, token: string) =>
    fetch(`${origin}/sign-in/logout`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })

  test('ends its sessions and no others, and a long poll before its wait ends', async () => {
    const { signIn, browser, origin, provider, clock, session } = await bootWithProvider()
    await signIn()
    const other = visitor()
    provider.lies.claims = { sid: 'sid-2' }
    await signIn('', other)
    const waiting = browser.request(`${origin}/v1/metrics/notifications/actions/clinica-lisboa/since/1?wait=30`)
    await session()
    expect((await post(origin, await provider.logoutToken())).status).toBe(200)
    clock.time += seconds(3)
    const started = performance.now()
    expect(await (await waiting).json()).toMatchObject({ code: 'session-ended' })
    expect(performance.now() - started).toBeLessThan(25_000)
    expect(await session()).toMatchObject({ code: 'session-ended' })
    expect(await session(other)).toMatchObject({ name: 'Ana Reis' })
  })

  test('that names only the person ends all of their sessions', async () => {
    const { signIn, origin, provider, sessions } = await bootWithProvider()
    for (const sub of ['ana', 'ana', 'rui']) {
      provider.lies.claims = { sub }
      await signIn('', visitor())
    }
    expect((await post(origin, await provider.logoutToken({ sid: undefined, sub: 'ana' }))).status).toBe(200)
    const inForce = (await sessions()).filter(({ ended_at }) => ended_at === null)
    expect(inForce.map(({ subject }) => subject)).toEqual(['rui'])
  })

  test('needs a logout token of the provider', async () => {
    const { signIn, origin, provider, sessions } = await bootWithProvider()
    await signIn()
    const stranger = await lyingProvider()
    const past = Math.floor(Date.now() / 1_000) - 300
    for (const token of [
      '',
      'x',
      await stranger.logoutToken(),
      await stranger.logoutToken({ iss: provider.issuer }),
      await provider.logoutToken({ iss: 'https://other.example' }),
      await provider.logoutToken({ aud: 'other' }),
      await provider.logoutToken({ exp: past }),
      await provider.logoutToken({ exp: undefined }),
      await provider.logoutToken({ nonce: 'n' }),
      await provider.logoutToken({ events: {} }),
      await provider.logoutToken({ events: undefined }),
      await provider.logoutToken({ sid: undefined }),
      `${(await provider.logoutToken()).split('.').slice(0, 2).join('.')}.`,
    ])
      expect([token, (await post(origin, token)).status]).toEqual([token, 400])
    expect((await fetch(`${origin}/sign-in/logout`, { method: 'POST' })).status).toBe(400)
    provider.lies.respond = (_path, response) => Boolean(response.destroy())
    expect((await post(origin, await provider.logoutToken())).status).toBe(503)
    expect(await sessions()).toMatchObject([{ ended_at: null }])
  })
})

test('a rule that gives more counts from the next sign-in on, and one that gives less at once', async () => {
  const { signIn, session, database } = await bootWithProvider()
  await signIn()
  await setRule(database, {
    group: '/desk',
    scopes: ['checkin:read', 'actions:read', 'checkin:write'],
    entities: 'all',
  })
  expect(await session()).toMatchObject({ scopes: ['checkin:read', 'actions:read'] })
  await signIn()
  expect(await session()).toMatchObject({ scopes: ['checkin:read', 'actions:read', 'checkin:write'] })
  await setRule(database, { group: '/desk', scopes: ['checkin:write'], entities: 'all' })
  expect(await session()).toMatchObject({ code: 'session-ended' })
  await signIn()
  expect(await session()).toMatchObject({ scopes: ['checkin:write'] })
  expect(await removeRule(database, '/desk')).toBe(true)
  expect(await session()).toMatchObject({ code: 'session-ended' })
})
