import { describe, expect } from 'vitest'
import { browserOf, cookieOf, invite, joinWithPassword, secretOf, signInWithPassword } from '../../../test/accounts.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { hours, seconds } from '../../platform/time/instant.ts'

const path = '/v1/accounts'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const change = async ({ get, put }: Rollcall, id: string, over: object) => {
  const read = await get(`${path}/${id}`)
  const { name, email, role, entities, all_entities } = read.json()
  const tag = { 'if-match': String(read.headers.etag) }
  return put(`${path}/${id}`, { name, email, role, entities, all_entities, ...over }, tag)
}

const codeOf = (response: { json(): { code?: string } }) => response.json().code

describe('an administrator', () => {
  eachEngine('invites a person, changes the role, and sees who did what', async (rollcall) => {
    await rollcall.given(entity())
    const email = 'Ana@Clinica.example'
    const { account, secret } = await invite(rollcall, { email, entities: ['clinica-lisboa'] })
    expect(account).toEqual({
      id: expect.any(String),
      name: 'Ana Reis',
      email,
      sign_in_name: email,
      role: 'reception',
      entities: ['clinica-lisboa'],
      state: 'invited',
      created_at: '2026-03-30T08:00:00.000000+00:00',
      created_by: 'test',
      link_expires_at: '2026-04-06T08:00:00.000000+00:00',
    })
    const shown = await browserOf(rollcall).post('/sign-in/invitation', { secret })
    expect(shown.json()).toEqual({
      name: 'Ana Reis',
      sign_in_name: email,
      role: 'reception',
      by: 'test',
      is_new: true,
      clinics: ['Clínica Lisboa'],
    })
    const listed = await rollcall.get(path)
    expect(listed.json()).toEqual([account])
    expect(listed.body).not.toContain(secret)
    expect((await joinWithPassword(rollcall, secret)).statusCode).toBe(204)
    expect((await change(rollcall, account.id, { role: 'manager' })).json()).toMatchObject({
      role: 'manager',
      state: 'active',
      signed_in_at: '2026-03-30T08:00:00.000000+00:00',
    })
    expect((await rollcall.remove(`${path}/${account.id}`)).statusCode).toBe(204)
    expect((await rollcall.get(path)).json()).toEqual([])
    const history = (await rollcall.get('/v1/account-changes')).json()
    expect(history.map(({ what, by }: { what: string; by: string }) => [what, by])).toEqual([
      ['removed', 'test'],
      ['changed', 'test'],
      ['joined', 'Ana Reis'],
      ['invited', 'test'],
    ])
    expect(history[1]).toMatchObject({ before: { role: 'reception' }, after: { role: 'manager' } })
  })

  eachEngine('does not overwrite the change of another administrator', async (rollcall) => {
    const { account } = await invite(rollcall)
    const tag = { 'if-match': String((await rollcall.get(`${path}/${account.id}`)).headers.etag) }
    const put = (role: string, headers = tag) =>
      rollcall.put(`${path}/${account.id}`, { name: 'Ana Reis', role, all_entities: true }, headers)
    const both = await Promise.all([put('manager'), put('administrator')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    expect(codeOf(await put('manager', {} as never))).toBe('precondition-required')
  })

  eachEngine('grants only what they hold, and sees only accounts of their entities', async (rollcall) => {
    const { given, tokenFor, post, get, app } = rollcall
    await given(entity(), entity({ id: 'b' }))
    const scopes = ['admin', 'actions:read', 'actions:write', 'checkin:read', 'checkin:write', 'notifications:read']
    const headers = bearer((await tokenFor({ scopes: scopes as never, entities: ['b'] })).token)
    const { account: foreign } = await invite(rollcall)
    const { account: superior } = await invite(rollcall, { name: 'Rita', role: 'administrator', entities: ['b'] })
    const person = { name: 'Rui', role: 'reception', entities: ['b'] }
    for (const over of [
      { role: 'manager' },
      { entities: ['clinica-lisboa'] },
      { entities: undefined, all_entities: true },
    ])
      expect(codeOf(await post(path, { ...person, ...over }, headers))).toBe('exceeds-own-rights')
    expect((await post(path, person, headers)).statusCode).toBe(201)
    const names = (await get(path, headers)).json().map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Rita', 'Rui'])
    // With a link, they would become the other person.
    expect(codeOf(await post(`${path}/${superior.id}/link`, undefined, headers))).toBe('exceeds-own-rights')
    for (const method of ['GET', 'DELETE'] as const)
      expect(codeOf(await app.inject({ method, url: `${path}/${foreign.id}`, headers }))).toBe('account-not-found')
    expect(codeOf(await post(`${path}/${foreign.id}/link`, undefined, headers))).toBe('account-not-found')
    expect(codeOf(await get('/v1/account-changes', headers))).toBe('all-entities-required')
  })

  serviceTest('learns the faults of an invitation', async (rollcall) => {
    await invite(rollcall, { email: 'ana@clinica.example' })
    const faults = async (over: object) =>
      (await rollcall.post(path, { name: 'Rui', role: 'reception', all_entities: true, ...over })).json()
    expect((await faults({ email: 'ANA@clinica.example' })).code).toBe('account-exists')
    const { errors } = await faults({ email: 'x', role: 'root' })
    expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['/email', '/role'])
    expect((await faults({ name: 'Contact' })).errors[0].parameter).toBe('/name')
    expect((await faults({ entities: ['none'], all_entities: undefined })).errors[0].parameter).toBe('/entities/0')
    expect((await faults({ all_entities: undefined })).errors[0].parameter).toBe('')
    // Nobody can be two people.
    const { account } = await invite(rollcall, { name: 'Rui' })
    expect(codeOf(await change(rollcall, account.id, { email: 'ana@clinica.example' }))).toBe('account-exists')
  })
})

describe('the rights of a session', () => {
  eachEngine('follow a changed role within five seconds, and end with the account', async (rollcall) => {
    const { given, clock } = rollcall
    await given(entity())
    const { account, secret } = await invite(rollcall)
    const browser = browserOf(rollcall, cookieOf(await joinWithPassword(rollcall, secret)))
    const elsewhere = browserOf(rollcall, cookieOf(await signInWithPassword(rollcall, 'Ana Reis')))
    const submit = () => browser.post('/v1/notifications/clinica-lisboa', {})
    const read = () => browser.get('/v1/webhooks/clinica-lisboa')
    expect([codeOf(await submit()), codeOf(await read())]).toEqual(['insufficient-scope', 'insufficient-scope'])
    await change(rollcall, account.id, { role: 'administrator', name: 'Ana Reis Melo' })
    clock.time += seconds(5)
    expect([(await read()).statusCode, (await browser.get('/v1/session')).json().name]).toEqual([200, 'Ana Reis Melo'])
    await change(rollcall, account.id, { role: 'reception', name: 'Ana Reis' })
    clock.time += seconds(5)
    expect(codeOf(await read())).toBe('insufficient-scope')
    await change(rollcall, account.id, { suspended: true })
    clock.time += seconds(5)
    for (const one of [browser, elsewhere]) expect(codeOf(await one.get('/v1/session'))).toBe('session-ended')
    expect(codeOf(await signInWithPassword(rollcall, 'Ana Reis'))).toBe('not-signed-in')
    await change(rollcall, account.id, { suspended: false })
    const again = browserOf(rollcall, cookieOf(await signInWithPassword(rollcall, 'Ana Reis')))
    expect((await again.get('/v1/session')).json()).toMatchObject({ issuer: 'account', subject: account.id })
    await rollcall.remove(`${path}/${account.id}`)
    clock.time += seconds(5)
    expect(codeOf(await again.get('/v1/session'))).toBe('session-ended')
  })

  eachEngine('never begin with an account that is removed at the same moment', async (rollcall) => {
    const { database } = rollcall
    for (let attempt = 0; attempt < 5; attempt++) {
      const { account, secret } = await invite(rollcall)
      await joinWithPassword(rollcall, secret)
      await Promise.all([signInWithPassword(rollcall, 'Ana Reis'), rollcall.remove(`${path}/${account.id}`)])
      const open = await database.selectFrom('sessions').select('session_id').where('ended_at', 'is', null).execute()
      expect(open).toEqual([])
    }
  })
})

describe('the link of an invitation', () => {
  eachEngine('works once: a second use is refused', async (rollcall) => {
    const { secret } = await invite(rollcall)
    const both = await Promise.all([joinWithPassword(rollcall, secret), joinWithPassword(rollcall, secret)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect(codeOf(await browserOf(rollcall).post('/sign-in/invitation', { secret }))).toBe('invitation-over')
    const [row] = await rollcall.database.selectFrom('accounts').selectAll().execute()
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const stored = JSON.stringify(row)
    expect(stored).not.toContain(secret)
  })

  serviceTest('works for less than seven days, and not for a suspended account', async (rollcall) => {
    const { account, secret } = await invite(rollcall)
    await change(rollcall, account.id, { suspended: true })
    expect(codeOf(await joinWithPassword(rollcall, secret))).toBe('invitation-over')
    await change(rollcall, account.id, { suspended: false })
    rollcall.clock.time += hours(7 * 24)
    expect(codeOf(await joinWithPassword(rollcall, secret))).toBe('invitation-over')
  })

  eachEngine('from a reset replaces the password and ends the sessions, when it is used', async (rollcall) => {
    const { clock } = rollcall
    const { account, secret } = await invite(rollcall)
    const browser = browserOf(rollcall, cookieOf(await joinWithPassword(rollcall, secret)))
    const links = [await rollcall.post(`${path}/${account.id}/link`), await rollcall.post(`${path}/${account.id}/link`)]
    const [first, second] = links.map((response) => secretOf(response.json().url))
    expect((await browser.get('/v1/session')).statusCode).toBe(200)
    expect((await signInWithPassword(rollcall, 'Ana Reis')).statusCode).toBe(204)
    expect(codeOf(await joinWithPassword(rollcall, first!))).toBe('invitation-over')
    expect((await joinWithPassword(rollcall, second!, 'another of the horses')).statusCode).toBe(204)
    clock.time += seconds(5)
    expect(codeOf(await browser.get('/v1/session'))).toBe('session-ended')
    expect(codeOf(await signInWithPassword(rollcall, 'Ana Reis'))).toBe('not-signed-in')
    expect((await signInWithPassword(rollcall, 'Ana Reis', 'another of the horses')).statusCode).toBe(204)
  })
})

serviceTest(
  'accounts can be switched off',
  async (rollcall) => {
    const { secret } = await invite(rollcall)
    expect((await joinWithPassword(rollcall, secret)).statusCode).toBe(404)
    expect((await signInWithPassword(rollcall, 'Ana Reis')).statusCode).toBe(404)
    expect((await rollcall.get('/sign-in/account')).statusCode).toBe(404)
  },
  { config: { hasAccounts: false } },
)
