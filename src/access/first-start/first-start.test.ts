import { describe, expect } from 'vitest'
import { browserOf, cookieOf, joinWithPassword, secretOf } from '../../../test/accounts.ts'
import { bootRollcall, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { minutes } from '../../platform/time/instant.ts'
import { inviteAccount } from '../accounts/manage-accounts.ts'
import { revokeAccessToken } from '../credentials/access-token.ts'
import { scopes } from '../credentials/scope.ts'
import { removeRule, setRule } from '../sign-in/access-rules.ts'
import { createLink, isFirstStart } from './link.ts'

const rita = { name: 'Rita', role: 'administrator' as const, all_entities: true }
const page = '/first-start'
const action = '/first-start/session'
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** Takes away the access token of the tests, and all accounts. */
async function asInstalled({ database }: Rollcall) {
  await database.deleteFrom('accounts').execute()
  await database.deleteFrom('access_tokens').execute()
}

/** Returns the secret of a new link. */
const newSecret = async ({ database, clock }: Rollcall) => (await createLink(database, clock)).split('#')[1]!

const begin = ({ postForm }: Rollcall, secret: string, headers: Record<string, string> = sameOrigin) =>
  postForm(action, { secret, name: 'Rita Melo' }, headers)

/** The secret of the invitation to which a response leads. */
const invitationIn = (response: { headers: Record<string, unknown> }) => {
  const location = String(response.headers.location)
  expect(location).toMatch(/^\.\.\/account#invitation=[\w-]{43}$/)
  return secretOf(location)
}

const accounts = ({ database }: Rollcall) => database.selectFrom('accounts').selectAll().execute()

const links = ({ database }: Rollcall) => database.selectFrom('first_starts').selectAll().execute()

async function expectOver(rollcall: Rollcall, secret: string) {
  const response = await begin(rollcall, secret)
  expect(response.statusCode).toBe(404)
  expect(response.body).toContain('<h1>This link no longer works</h1>')
  expect(response.headers['set-cookie']).toBeUndefined()
}

describe('the link of the first start', () => {
  eachEngine('invites one administrator, who then administers everything in their own name', async (rollcall) => {
    const { database, logged } = rollcall
    await asInstalled(rollcall)
    const secret = await newSecret(rollcall)
    const response = await begin(rollcall, secret)
    expect(response.statusCode).toBe(303)
    expect(response.headers['set-cookie']).toBeUndefined()
    const joined = await joinWithPassword(rollcall, invitationIn(response))
    const browser = browserOf(rollcall, cookieOf(joined))
    expect((await browser.get('/v1/session')).json()).toMatchObject({
      name: 'Rita Melo',
      issuer: 'account',
      scopes,
      all_entities: true,
    })
    const payload = { name: 'clinic-system', scopes: ['actions:read'], all_entities: true }
    expect((await browser.post('/v1/access-tokens', payload)).statusCode).toBe(201)
    const tokens = await database.selectFrom('access_tokens').select('created_by').execute()
    expect(tokens).toEqual([{ created_by: 'Rita Melo' }])
    await expectOver(rollcall, secret)
    expect(await accounts(rollcall)).toHaveLength(1)
    expect(logged.join()).toContain('it invited the first administrator')
    expect(logged.join()).not.toContain(secret)
  })

  eachEngine(
    'invites one person for ten browsers at two processes that use it at the same moment',
    async (rollcall) => {
      const both = [rollcall, await bootRollcall({ url: rollcall.url })]
      await asInstalled(rollcall)
      const secret = await newSecret(rollcall)
      const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => begin(both[index % 2]!, secret)))
      const statuses = responses.map(({ statusCode }) => statusCode)
      expect(statuses.sort()).toEqual([303, ...Array(9).fill(404)])
      expect(await accounts(rollcall)).toHaveLength(1)
    },
  )

  serviceTest('is valid for less than 15 minutes', async (rollcall) => {
    const { clock } = rollcall
    await asInstalled(rollcall)
    const secret = await newSecret(rollcall)
    clock.time += minutes(15)
    await expectOver(rollcall, secret)
    const other = await newSecret(rollcall)
    clock.time += minutes(15) - 1
    expect((await begin(rollcall, other)).statusCode).toBe(303)
  })

  serviceTest('is replaced by the next start, which withdraws the invitation of the one before', async (rollcall) => {
    await asInstalled(rollcall)
    const first = await newSecret(rollcall)
    const second = await newSecret(rollcall)
    await expectOver(rollcall, first)
    const found = invitationIn(await begin(rollcall, second))
    const third = await newSecret(rollcall)
    expect(await links(rollcall)).toHaveLength(1)
    expect(JSON.stringify(await links(rollcall))).not.toContain(third)
    const own = invitationIn(await begin(rollcall, third))
    expect(await accounts(rollcall)).toHaveLength(1)
    expect((await joinWithPassword(rollcall, found)).statusCode).toBe(404)
    expect((await joinWithPassword(rollcall, own)).statusCode).toBe(204)
  })

  serviceTest('names an administrator who types no name', async (rollcall) => {
    await asInstalled(rollcall)
    for (const name of ['', '\u200b', 'Contact'])
      expect(
        (await rollcall.postForm(action, { secret: await newSecret(rollcall), name }, sameOrigin)).statusCode,
      ).toBe(303)
    expect(await accounts(rollcall)).toMatchObject([{ name: 'Administrator' }])
  })

  serviceTest(
    'is not needed once there is an access token, also a revoked one, an account or a rule',
    async (rollcall) => {
      const { database, clock, tokenFor } = rollcall
      await asInstalled(rollcall)
      const lost = async () => {
        await revokeAccessToken(database, clock, (await tokenFor()).id)
      }
      const rule = () => setRule(database, { group: 'admins', scopes: ['admin'], entities: 'all' })
      const account = async () => {
        await joinWithPassword(rollcall, (await inviteAccount(database, clock, rita, 'test')).link.path.split('=')[1]!)
      }
      for (const giveAccess of [tokenFor, lost, account, rule]) {
        expect(await isFirstStart(database)).toBe(true)
        const secret = await newSecret(rollcall)
        await giveAccess()
        expect(await isFirstStart(database)).toBe(false)
        const response = await begin(rollcall, secret)
        expect([response.statusCode, response.headers['set-cookie']]).toEqual([410, undefined])
        expect(response.body).toContain('<h1>Rollcall is set up already</h1>')
        await asInstalled(rollcall)
        await removeRule(database, 'admins')
        await expectOver(rollcall, secret)
      }
      expect(await accounts(rollcall)).toEqual([])
    },
  )

  eachEngine('works again after a failure, which leaves neither an invitation nor a used link', async (rollcall) => {
    await asInstalled(rollcall)
    const secret = await newSecret(rollcall)
    const { schema } = rollcall.database
    await schema.alterTable('account_changes').renameTo('changes_away').execute()
    const failed = await begin(rollcall, secret)
    await schema.alterTable('changes_away').renameTo('account_changes').execute()
    expect([failed.statusCode, failed.headers['set-cookie']]).toEqual([500, undefined])
    expect(failed.body).toContain('<h1>That did not work</h1>')
    expect((await begin(rollcall, secret)).statusCode).toBe(303)
  })

  serviceTest('is refused without a secret, or with something that is no form', async (rollcall) => {
    const { app, post, postForm } = rollcall
    await asInstalled(rollcall)
    const secret = await newSecret(rollcall)
    expect((await postForm(action, {}, sameOrigin)).statusCode).toBe(404)
    expect((await post(action, { secret }, sameOrigin)).statusCode).toBe(404)
    expect((await postForm(`${action}?secret=${secret}`, {}, sameOrigin)).statusCode).toBe(404)
    expect((await app.inject({ method: 'GET', url: action })).statusCode).toBe(405)
    expect((await begin(rollcall, secret)).statusCode).toBe(303)
  })
})

describe('the page of the first start', () => {
  serviceTest('changes nothing when scanners open it', async (rollcall) => {
    const { app } = rollcall
    await asInstalled(rollcall)
    const secret = await newSecret(rollcall)
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [page, `${page}?secret=${secret}`, `${page}/form.js`]) {
        const response = await app.inject({ method, url })
        expect([method, url, response.statusCode]).toEqual([method, url, 200])
        expect(response.headers['set-cookie']).toBeUndefined()
        if (method === 'HEAD') expect(response.body).toBe('')
      }
    }
    expect((await begin(rollcall, secret)).statusCode).toBe(303)
  })

  serviceTest(
    'permits only its own script and form, and does not reveal its address to other sites',
    async ({ app }) => {
      const { headers } = await app.inject(page)
      const policy = String(headers['content-security-policy'])
      for (const part of ["default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"])
        expect(policy.split('; ')).toContain(part)
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
    },
  )

  serviceTest('takes no form from another site', async (rollcall) => {
    await asInstalled(rollcall)
    const secret = await newSecret(rollcall)
    const forged = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://x.example' },
    ]
    for (const headers of [...forged, {}] as Record<string, string>[]) {
      const response = await begin(rollcall, secret, headers)
      expect([headers, response.statusCode]).toEqual([headers, 403])
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect((await begin(rollcall, secret)).statusCode).toBe(303)
  })

  serviceTest('answers in the language of the browser', async (rollcall) => {
    const { app } = rollcall
    const german = { 'accept-language': 'de-AT,de;q=0.9' }
    expect((await app.inject({ url: page, headers: german })).body).toContain('<h1>Rollcall einrichten</h1>')
    const failed = await begin(rollcall, 'unknown', { ...sameOrigin, ...german })
    expect(failed.body).toContain('Starten Sie Rollcall neu (npm start)')
  })

  serviceTest(
    'limits wrong links of an address; a right one still works',
    async (rollcall) => {
      await asInstalled(rollcall)
      const secret = await newSecret(rollcall)
      for (let miss = 0; miss < 60; miss++) expect((await begin(rollcall, `wrong-${miss}`)).statusCode).toBe(404)
      const refused = await begin(rollcall, 'wrong')
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
      expect((await begin(rollcall, secret)).statusCode).toBe(303)
    },
    { config: { rateLimit: 6_000 } },
  )
})
