import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { sessionsInForce, startSession } from '../sessions/session.ts'
import { removeRule, rightsOf, setRule } from './access-rules.ts'

const path = '/v1/access-rules'
const desk = { group: '/desk', scopes: ['checkin:read', 'checkin:write'], entities: ['clinica-lisboa'] }
const admins = { group: 'admins', scopes: ['admin'], all_entities: true }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const read = async ({ get }: Rollcall) => ({ 'if-match': String((await get(path)).headers.etag) })
const set = async (rollcall: Rollcall, rules: object[], headers: object = {}) =>
  rollcall.put(path, rules, { ...(await read(rollcall)), ...headers })

describe('an administrator', () => {
  eachEngine('sets the rules of groups in order, and sees who changed them', async (rollcall) => {
    const { given, get, database } = rollcall
    await given(entity())
    expect((await get(path)).json()).toEqual([])
    const changed = await set(rollcall, [desk, admins])
    expect([changed.statusCode, changed.json()]).toEqual([200, [desk, admins]])
    expect((await set(rollcall, [desk, admins])).statusCode).toBe(200)
    await setRule(database, { group: 'x', scopes: ['actions:read'], entities: 'all' })
    const last = { group: 'x', scopes: ['actions:read'], all_entities: true }
    const latest = await get(path)
    expect(latest.json()).toEqual([desk, admins, last])
    const moved = await set(rollcall, [last, admins, desk])
    expect((await get(path)).headers.etag).toBe(moved.headers.etag)
    const versions = (await get(`${path}/versions`)).json()
    expect(versions).toMatchObject([
      { version: 3, changed_by: 'test', rules: [last, admins, desk] },
      { version: 2, changed_by: 'command line' },
      { version: 1, changed_by: 'test', changed_at: '2026-03-30T08:00:00.000000+00:00' },
    ])
  })

  eachEngine('does not overwrite the change of another administrator', async (rollcall) => {
    const { given, get, put } = rollcall
    await given(entity())
    const headers = await read(rollcall)
    const both = await Promise.all([put(path, [desk], headers), put(path, [admins], headers)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    expect((await get(path)).json()).toEqual(both.find(({ statusCode }) => statusCode === 200)!.json())
    expect((await put(path, [], headers)).json().code).toBe('changed-meanwhile')
    expect((await put(path, [])).json().code).toBe('precondition-required')
  })

  serviceTest('learns each fault of the rules, and then nothing is changed', async (rollcall) => {
    await rollcall.given(entity())
    const faults = async (...rules: object[]) =>
      (await set(rollcall, rules)).json().errors.map(({ parameter }: { parameter: string }) => parameter)
    const { entities: _, ...neither } = desk
    expect(await faults(desk, desk, { ...neither, group: 'x' })).toEqual(['/1/group', '/2'])
    expect(await faults(admins, { ...desk, entities: ['clinica-lisboa', 'no-such'] })).toEqual(['/1/entities/1'])
    expect(await faults({ ...desk, group: '', scopes: ['root'] })).toEqual(['/0/group', '/0/scopes/0'])
    const many = Array.from({ length: 201 }, (_, index) => ({ ...admins, group: `${index}` }))
    expect(await faults(...many)).toEqual([''])
    expect((await rollcall.get(path)).json()).toEqual([])
  })

  serviceTest(
    'grants only what they hold, also by another order, and may keep and remove the rules of others',
    async (rollcall) => {
      await rollcall.given(entity())
      const all = bearer((await rollcall.tokenFor({ scopes: ['admin', 'checkin:read'] })).token)
      await set(rollcall, [desk])
      const { group } = desk
      for (const rules of [
        [{ ...desk, entities: ['clinica-lisboa'], scopes: ['checkin:write'] }],
        [desk, { ...admins, scopes: ['actions:read'] }],
        [{ ...desk, group: 'x' }],
      ]) {
        const refused = await set(rollcall, rules, all)
        expect([refused.statusCode, refused.json().code]).toEqual([403, 'exceeds-own-rights'])
      }
      // A person in both groups would get the rights of the desk.
      await set(rollcall, [admins, desk])
      for (const rules of [[desk, admins], [desk]])
        expect((await set(rollcall, rules, all)).json().code).toBe('exceeds-own-rights')
      await set(rollcall, [desk])
      expect((await set(rollcall, [admins, desk], all)).statusCode).toBe(200)
      await set(rollcall, [desk])
      expect((await set(rollcall, [{ group, scopes: ['checkin:read'], all_entities: true }], all)).statusCode).toBe(200)
      expect((await set(rollcall, [], all)).statusCode).toBe(200)
      const some = await rollcall.tokenFor({ scopes: ['admin'], entities: ['clinica-lisboa'] })
      expect((await rollcall.get(path, bearer(some.token))).json().code).toBe('all-entities-required')
    },
  )
})

describe('a session', () => {
  eachEngine('ends when the rule that gave its rights is gone or gives less', async (rollcall) => {
    const { given, app } = rollcall
    await given(entity(), entity({ id: 'b' }))
    const codeOf = async ({ headers }: { headers: Record<string, string> }) =>
      (await app.inject({ url: '/v1/session', headers })).json().code
    const two = { ...desk, entities: ['clinica-lisboa', 'b'] }
    const more = { ...two, scopes: [...two.scopes, 'actions:read'] }
    const all = { group: desk.group, scopes: more.scopes, all_entities: true }
    await set(rollcall, [two, admins])
    const other = await signedIn(rollcall, { group: 'admins' })
    for (const lesser of [[], [{ ...all, scopes: ['checkin:read'] }], [desk], [{ ...two, entities: ['b'] }]]) {
      await set(rollcall, [two, admins])
      const person = await signedIn(rollcall, { group: '/desk' })
      for (const rules of [
        [admins, two],
        [more, admins],
        [admins, all],
      ]) {
        expect((await set(rollcall, rules)).statusCode).toBe(200)
        expect(await codeOf(person)).toBeUndefined()
      }
      expect((await set(rollcall, [...lesser, admins])).statusCode).toBe(200)
      expect(await codeOf(person)).toBe('session-ended')
    }
    expect(await codeOf(other)).toBeUndefined()
  })
})

eachEngine('no session begins with a rule that is removed at the same moment', async (rollcall) => {
  const { database, clock } = rollcall
  const person = { issuer: 'https://login.example.org', subject: 'ana', name: 'Ana Reis' }
  for (let attempt = 0; attempt < 20; attempt++) {
    await setRule(database, { group: 'desk', scopes: ['checkin:read'], entities: 'all' })
    const signIn = database.write(async (trx) => {
      const rights = await rightsOf(trx, ['desk'])
      return rights && startSession(trx, clock, person, rights, null)
    })
    await Promise.all([signIn, removeRule(database, 'desk')])
    expect(await sessionsInForce(database, clock.now()).select('session_id').execute()).toEqual([])
  }
})
