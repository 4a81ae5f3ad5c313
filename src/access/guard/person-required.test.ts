import { describe, expect } from 'vitest'
import { history } from '../../../test/history.ts'
import { byToken, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { minutes, seconds } from '../../platform/time/instant.ts'
import type { Scope } from '../credentials/scope.ts'
import { endSessions } from '../sessions/session.ts'

const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const byCode = `${byToken(code)}/arrival`
const byId = '/v1/notifications/clinica-lisboa/n-1/arrival'
const required = { config: { deskPerson: 'required' } } as const

/** The device of a desk, with the history of an appointment. */
async function desk(rollcall: Rollcall, scopes: Scope[] = ['checkin:read', 'checkin:write']) {
  await rollcall.given(...history())
  const { token } = await rollcall.tokenFor({ name: 'front desk', scopes, entities: ['clinica-lisboa'] })
  const device = { authorization: `Bearer ${token}` }
  return {
    device,
    arrive: (headers: Record<string, string> = {}, path = byId) =>
      rollcall.post(path, undefined, { ...device, ...headers }),
    annul: (headers: Record<string, string> = {}, path = byId) =>
      rollcall.post(`${path}/annulment`, { reason: 'Wrong person' }, { ...device, ...headers }),
  }
}

/** Returns who acted, apart from the contact, as the event log says. */
async function actors({ get }: Rollcall): Promise<string[]> {
  const events = (await get('/v1/events/clinica-lisboa/since/0')).json()
  return events.map(({ by }: { by: string }) => by).filter((by: string) => by !== 'contact')
}

describe('a device of a desk, where a person is required,', () => {
  eachEngine(
    'changes arrivals only with the session of a person, whom the events name',
    async (rollcall) => {
      const { arrive, annul } = await desk(rollcall)
      for (const change of [arrive, annul]) {
        for (const path of [byId, byCode]) {
          const refused = await change({}, path)
          expect(refused.json()).toMatchObject({ status: 403, code: 'person-required', reason: 'signed-out' })
        }
      }
      const { headers } = await signedIn(rollcall, { scopes: ['checkin:write'], entities: ['clinica-lisboa'] })
      expect((await arrive(headers)).statusCode).toBe(201)
      expect((await annul(headers)).statusCode).toBe(201)
      expect((await arrive(headers, byCode)).statusCode).toBe(201)
      expect(await actors(rollcall)).toEqual(['Ana Reis', 'Ana Reis', 'Ana Reis'])
      const { arrived_by } = await rollcall.database
        .selectFrom('notifications')
        .select('arrived_by')
        .executeTakeFirstOrThrow()
      expect(arrived_by).toBe('Ana Reis')
    },
    required,
  )

  serviceTest(
    'is refused once the session has ended, or nobody has used it for 30 minutes',
    async (rollcall) => {
      const { arrive, annul } = await desk(rollcall)
      const ended = await signedIn(rollcall)
      expect((await arrive(ended.headers)).statusCode).toBe(201)
      await endSessions(rollcall.database, rollcall.clock, { session_id: ended.id })
      rollcall.clock.time += seconds(2)
      const over = { code: 'person-required', reason: 'session-ended' }
      expect((await annul(ended.headers)).json()).toMatchObject(over)
      const idle = await signedIn(rollcall)
      rollcall.clock.time += minutes(30)
      expect((await annul(idle.headers)).json()).toMatchObject(over)
      expect((await annul({ ...idle.headers, cookie: '__Host-rollcall=x' })).json()).toMatchObject(over)
      expect((await annul((await signedIn(rollcall)).headers)).statusCode).toBe(201)
    },
    required,
  )

  serviceTest(
    'keeps the session of the person in use by what they record',
    async (rollcall) => {
      const { arrive, annul } = await desk(rollcall)
      const { headers, id } = await signedIn(rollcall)
      const usedAt = () =>
        rollcall.database.selectFrom('sessions').select('used_at').where('session_id', '=', id).executeTakeFirst()
      rollcall.clock.time += minutes(29)
      expect((await arrive(headers)).statusCode).toBe(201)
      await expect.poll(usedAt).toEqual({ used_at: rollcall.clock.time })
      rollcall.clock.time += minutes(29)
      expect((await annul(headers)).statusCode).toBe(201)
    },
    required,
  )

  serviceTest(
    'does not count the cookie that another site sends',
    async (rollcall) => {
      const { arrive } = await desk(rollcall)
      const { headers } = await signedIn(rollcall)
      const forged = { ...headers, 'sec-fetch-site': 'cross-site' }
      expect((await arrive(forged)).json()).toMatchObject({ code: 'cross-site-request' })
    },
    required,
  )

  serviceTest(
    'reads the day and the state of arrivals without a person, and learns that it needs one',
    async (rollcall) => {
      const { app } = rollcall
      const { device } = await desk(rollcall)
      const day = '/v1/notifications/clinica-lisboa/byvisit/2026-03-30/2026-03-30'
      for (const url of [day, byId, byCode, byToken(code)])
        expect([url, (await app.inject({ url, headers: device })).statusCode]).toEqual([url, 200])
      const { with_person } = (await app.inject({ url: '/v1/access-token', headers: device })).json()
      expect(with_person).toEqual(['checkin:write'])
      const { headers } = await signedIn(rollcall)
      const person = (await app.inject({ url: '/v1/access-token', headers })).json()
      expect(person).not.toHaveProperty('with_person')
    },
    required,
  )

  serviceTest(
    'records an arrival once if it repeats the request with the session of another person',
    async (rollcall) => {
      const { arrive } = await desk(rollcall)
      const key = { 'idempotency-key': 'scan-1' }
      const ana = await signedIn(rollcall)
      const rui = await signedIn(rollcall, {}, { subject: 'rui', name: 'Rui Costa' })
      const first = await arrive({ ...ana.headers, ...key })
      const again = await arrive({ ...rui.headers, ...key })
      expect([again.statusCode, again.body]).toEqual([201, first.body])
      expect(await actors(rollcall)).toEqual(['Ana Reis'])
    },
    required,
  )
})

describe('without a person', () => {
  serviceTest(
    'a device that also has the scope of desks records none by code, where desks need one',
    async (rollcall) => {
      const { arrive } = await desk(rollcall, ['checkin:code', 'checkin:write'])
      expect((await arrive({}, byCode)).json()).toMatchObject({ code: 'person-required' })
    },
    required,
  )

  serviceTest('a desk records arrivals by its own name, where none is required', async (rollcall) => {
    const { arrive } = await desk(rollcall)
    const { headers } = await signedIn(rollcall)
    expect((await arrive(headers)).statusCode).toBe(201)
    expect(await actors(rollcall)).toEqual(['front desk'])
  })
})
