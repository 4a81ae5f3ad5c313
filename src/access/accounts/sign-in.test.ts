import { describe, expect, test } from 'vitest'
import {
  browserOf,
  cookieOf,
  invite,
  joinWithPasskey,
  joinWithPassword,
  password,
  publicUrl,
  signInWithPassword,
} from '../../../test/accounts.ts'
import { authenticator } from '../../../test/authenticator.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { minutes, seconds } from '../../platform/time/instant.ts'
import { unsuitable } from './unsuitable-password.ts'

const codeOf = (response: { json(): { code?: string } }) => response.json().code

const atDomain = { config: { publicUrl } }

async function signInWithPasskey(
  rollcall: Rollcall,
  key: ReturnType<typeof authenticator>,
  lies: Parameters<typeof key.use>[1] = {},
) {
  const { post } = browserOf(rollcall)
  return post('/sign-in/passkey', key.use((await post('/sign-in/passkey-options')).json(), lies))
}

describe('signing in with a password', () => {
  eachEngine('starts a session in the name of the person, with a cookie of its own', async (rollcall) => {
    const { account, secret } = await invite(rollcall, { email: 'ana@clinica.example', role: 'administrator' })
    const joined = cookieOf(await joinWithPassword(rollcall, secret))
    const planted = browserOf(rollcall, joined)
    const response = await planted.post('/sign-in/password', { name: ' ANA@clinica.example', password })
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-rollcall=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect(cookieOf(response)).not.toBe(joined)
    const browser = browserOf(rollcall, cookieOf(response))
    expect((await browser.get('/v1/session')).json()).toMatchObject({ name: 'Ana Reis', subject: account.id })
    const grant = { name: 'clinic-system', scopes: ['actions:read'], all_entities: true }
    expect((await browser.post('/v1/access-tokens', grant)).json()).toMatchObject({ created_by: 'Ana Reis' })
  })

  eachEngine('tells nobody whether a name has an account', async (rollcall) => {
    const { secret } = await invite(rollcall)
    await joinWithPassword(rollcall, secret)
    await invite(rollcall, { name: 'Invited' })
    const answers = []
    for (const [name, text] of [
      ['Ana Reis', 'not the password of ana'],
      ['Nobody', password],
      ['Invited', password],
      ['', ''],
    ] as const) {
      const response = await signInWithPassword(rollcall, name, text)
      expect(response.headers['set-cookie']).toBeUndefined()
      const { instance: _, request_id: __, ...told } = response.json()
      answers.push([response.statusCode, told])
    }
    expect(answers[0]).toMatchObject([401, { code: 'not-signed-in' }])
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  serviceTest('does the same work for an unknown name', async (rollcall) => {
    const { secret } = await invite(rollcall)
    await joinWithPassword(rollcall, secret)
    const { verifyPassword } = await import('./password.ts')
    const row = await rollcall.database.selectFrom('accounts').select('password_hash').executeTakeFirstOrThrow()
    const cpuOf = async (hash: string | null | undefined) => {
      await verifyPassword(hash, 'first')
      const before = process.cpuUsage()
      for (let time = 0; time < 5; time++) await verifyPassword(hash, 'x')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown] = [await cpuOf(row.password_hash), await cpuOf(undefined)]
    expect(unknown / known).toBeGreaterThan(1 / 3)
    expect(unknown / known).toBeLessThan(3)
  })

  serviceTest('stops guesses at one name, also if nobody has it, and recovers after 15 minutes', async (rollcall) => {
    const { secret } = await invite(rollcall)
    await joinWithPassword(rollcall, secret)
    for (const name of ['Ana Reis', 'Nobody']) {
      for (let time = 0; time < 20; time++)
        expect(codeOf(await signInWithPassword(rollcall, name, `guess ${time}`))).toBe('not-signed-in')
      const refused = await signInWithPassword(rollcall, name.toUpperCase())
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    }
    rollcall.clock.time += minutes(15)
    expect((await signInWithPassword(rollcall, 'Ana Reis')).statusCode).toBe(204)
  })

  serviceTest(
    'stops an address that tries one password at many names',
    async (rollcall) => {
      const { secret } = await invite(rollcall)
      await joinWithPassword(rollcall, secret)
      for (let name = 0; name < 60; name++)
        expect(codeOf(await signInWithPassword(rollcall, `${name}`))).toBe('not-signed-in')
      // Also with the right one: over budget, an answer would tell which it is.
      expect((await signInWithPassword(rollcall, 'Ana Reis')).statusCode).toBe(429)
    },
    { config: { rateLimit: 6_000 } },
  )

  serviceTest('is refused to other sites', async (rollcall) => {
    const { app } = rollcall
    const { secret } = await invite(rollcall)
    await joinWithPassword(rollcall, secret)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://x.example' }, {}]) {
      const payload = { name: 'Ana Reis', password }
      const response = await app.inject({ method: 'POST', url: '/sign-in/password', headers, payload })
      expect([codeOf(response), response.headers['set-cookie']]).toEqual(['cross-site-request', undefined])
    }
  })
})

serviceTest('a page that needs a person leads to the sign-in with accounts, and nowhere else', async ({ app }) => {
  for (const [to, path] of [
    ['/desk', '%2Fdesk'],
    ['https://evil.example', '%2F'],
  ]) {
    const { statusCode, headers } = await app.inject(`/sign-in?prompt=login&to=${encodeURIComponent(to!)}`)
    expect([statusCode, headers.location]).toEqual([303, `./account#to=${path}`])
  }
})

describe('a passkey', () => {
  eachEngine(
    'of an invitation signs in, without a name',
    async (rollcall) => {
      const { account, secret } = await invite(rollcall)
      const { key, response, options } = await joinWithPasskey(rollcall, secret)
      expect(response.statusCode).toBe(204)
      expect(options).toMatchObject({
        rp: { id: 'rollcall.example' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
      })
      const signedIn = await signInWithPasskey(rollcall, key)
      const browser = browserOf(rollcall, cookieOf(signedIn))
      expect((await browser.get('/v1/session')).json()).toMatchObject({ subject: account.id, name: 'Ana Reis' })
      expect((await browser.get('/sign-in/account')).json()).toMatchObject({
        has_password: false,
        passkeys: [{ id: key.id, used_at: '2026-03-30T08:00:00.000000+00:00' }],
      })
      expect(codeOf(await signInWithPasskey(rollcall, authenticator(publicUrl)))).toBe('not-signed-in')
    },
    atDomain,
  )

  serviceTest(
    'is of no use at a look-alike origin, at another domain, or without a verified person',
    async (rollcall) => {
      const { secret } = await invite(rollcall)
      const { key } = await joinWithPasskey(rollcall, secret)
      for (const lies of [{ origin: 'https://rollcall.example.evil' }, { userVerified: false }])
        expect(codeOf(await signInWithPasskey(rollcall, key, lies))).toBe('not-signed-in')
      const { post } = browserOf(rollcall)
      const options = (await post('/sign-in/passkey-options')).json()
      const elsewhere = key.use({ ...options, rpId: 'rollcall.example.evil' })
      expect(codeOf(await post('/sign-in/passkey', elsewhere))).toBe('not-signed-in')
      expect((await signInWithPasskey(rollcall, key)).statusCode).toBe(204)
    },
    atDomain,
  )

  serviceTest(
    'signs only challenges of this service, for this purpose, at most five minutes old',
    async (rollcall) => {
      const { secret } = await invite(rollcall)
      const { secret: other } = await invite(rollcall, { name: 'Rui' })
      const { post } = browserOf(rollcall)
      const key = authenticator(publicUrl)
      const foreign = (await post('/sign-in/invitation/passkey-options', { secret: other })).json()
      expect(codeOf(await post('/sign-in/invitation/passkey', { secret, passkey: key.create(foreign) }))).toBe(
        'not-signed-in',
      )
      await joinWithPasskey(rollcall, secret, key)
      const options = (await post('/sign-in/passkey-options')).json()
      const [until, random, proof] = Buffer.from(options.challenge, 'base64url').toString().split('.')
      for (const challenge of [`${until}0.${random}.${proof}`, `${until}.${random}`, 'x']) {
        const forged = key.use({ ...options, challenge: Buffer.from(challenge).toString('base64url') })
        expect(codeOf(await post('/sign-in/passkey', forged))).toBe('not-signed-in')
      }
      rollcall.clock.time += minutes(5)
      expect(codeOf(await post('/sign-in/passkey', key.use(options)))).toBe('not-signed-in')
    },
    atDomain,
  )

  eachEngine(
    'with a counter that does not grow is a copy, unless it never counts',
    async (rollcall) => {
      const { secret } = await invite(rollcall)
      const { key } = await joinWithPasskey(rollcall, secret)
      for (const [count, status] of [
        [0, 204],
        [0, 204],
        [5, 204],
        [5, 401],
        [4, 401],
        [6, 204],
      ] as const) {
        key.count(count)
        expect([count, (await signInWithPasskey(rollcall, key)).statusCode]).toEqual([count, status])
      }
    },
    atDomain,
  )

  eachEngine(
    'that is lost is replaced by the link of an administrator',
    async (rollcall) => {
      const { account, secret } = await invite(rollcall)
      const { key: lost } = await joinWithPasskey(rollcall, secret)
      const { url } = (await rollcall.post(`/v1/accounts/${account.id}/link`)).json()
      const { key } = await joinWithPasskey(rollcall, url.split('=')[1])
      expect(codeOf(await signInWithPasskey(rollcall, lost))).toBe('not-signed-in')
      expect((await signInWithPasskey(rollcall, key)).statusCode).toBe(204)
    },
    atDomain,
  )
})

describe('the own account', () => {
  eachEngine(
    'takes another password or passkey after a sign-in, and the other sessions end',
    async (rollcall) => {
      const { clock } = rollcall
      const { secret } = await invite(rollcall)
      const elsewhere = browserOf(rollcall, cookieOf(await joinWithPassword(rollcall, secret)))
      const browser = browserOf(rollcall, cookieOf(await signInWithPassword(rollcall, 'Ana Reis')))
      const changed = await browser.put('/sign-in/account/password', { password: 'a second of the passwords' })
      expect(changed.statusCode).toBe(204)
      clock.time += seconds(5)
      expect(codeOf(await elsewhere.get('/v1/session'))).toBe('session-ended')
      const now = browserOf(rollcall, cookieOf(changed))
      const key = authenticator(publicUrl)
      const options = (await now.post('/sign-in/account/passkey-options')).json()
      const added = await now.post('/sign-in/account/passkeys', key.create(options))
      expect(added.statusCode).toBe(204)
      expect((await signInWithPasskey(rollcall, key)).statusCode).toBe(204)
      const last = browserOf(rollcall, cookieOf(added))
      clock.time += minutes(15)
      for (const late of [
        await last.put('/sign-in/account/password', { password: 'a third of the passwords' }),
        await last.post('/sign-in/account/passkey-options'),
        await last.remove(`/sign-in/account/passkeys/${key.id}`),
      ])
        expect(codeOf(late)).toBe('sign-in-again')
    },
    atDomain,
  )

  eachEngine(
    'keeps something to sign in with',
    async (rollcall) => {
      const { secret } = await invite(rollcall)
      const { key, response } = await joinWithPasskey(rollcall, secret)
      const browser = browserOf(rollcall, cookieOf(response))
      const remove = (by = browser) => by.remove(`/sign-in/account/passkeys/${key.id}`)
      expect(codeOf(await remove())).toBe('last-passkey')
      const changed = await browser.put('/sign-in/account/password', { password })
      expect((await remove(browserOf(rollcall, cookieOf(changed)))).statusCode).toBe(204)
      expect(codeOf(await signInWithPasskey(rollcall, key))).toBe('not-signed-in')
    },
    atDomain,
  )

  serviceTest('is that of nobody with an access token', async ({ get }) => {
    expect(codeOf(await get('/sign-in/account'))).toBe('account-not-found')
  })
})

test.for([
  ['eleven chars'.slice(0, 11), 'too-short'],
  ['x'.repeat(129), 'too-long'],
  ['Password2026!', 'common'],
  ['qwerty123456', 'common'],
  ['1qaz2wsx3edc', 'common'],
  ['abcabcabcabc', 'common'],
  ['anaanaanaana', 'common'],
  ['Ana Reis 2026', 'common'],
  ['rollcall2026', 'common'],
  ['839201748362', undefined],
  ['correct horse battery staple', undefined],
  ['uma senha qualquer', undefined],
  ['ماء بارد في الصيف', undefined],
] as const)('the password %s is %s', ([text, expected]) => {
  expect(unsuitable(text, ['Ana Reis', 'ana@clinica.example'])).toBe(expected)
})
