import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../test/command.ts'
import { entity } from '../../../test/history.ts'
import { bootRollcall, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { hours } from '../../platform/time/instant.ts'
import { maxAccessTokens } from './max-access-tokens.ts'

const path = '/v1/access-tokens'

async function clinics(rollcall: Rollcall) {
  await rollcall.given(entity(), entity({ id: 'other' }))
  const create = (over: object = { entities: ['clinica-lisboa'] }) =>
    rollcall.post(path, { name: 'desk', scopes: ['checkin:read'], ...over })
  const fill = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index++) ids.push((await rollcall.tokenFor({ entities: ['clinica-lisboa'] })).id)
    return ids
  }
  return { create, fill, rotate: (id: string) => rollcall.post(`${path}/${id}/rotation`, { overlap_hours: 1 }) }
}

describe('an entity', () => {
  eachEngine(
    'has at most 100 access tokens, of which those that are revoked or expired do not count',
    async (rollcall) => {
      const { create, fill } = await clinics(rollcall)
      const [first] = await fill(maxAccessTokens - 1)
      expect((await create({ entities: ['clinica-lisboa'], expires_at: '2026-03-30T09:00:00Z' })).statusCode).toBe(201)
      const refused = await create({ entities: ['other', 'clinica-lisboa'] })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'too-many-access-tokens'])
      expect(refused.json().detail).toContain('Revoke those that nobody uses')
      for (const over of [{ entities: ['other'] }, { all_entities: true }])
        expect((await create(over)).statusCode).toBe(201)

      rollcall.clock.time += hours(1)
      expect([(await create()).statusCode, (await create()).statusCode]).toEqual([201, 409])
      await rollcall.remove(`${path}/${first}`)
      expect([(await create()).statusCode, (await create()).statusCode]).toEqual([201, 409])
    },
  )

  serviceTest('with 100 access tokens can replace each of them once before the old ones end', async (rollcall) => {
    const { create, fill, rotate } = await clinics(rollcall)
    const successors: string[] = []
    for (const id of await fill(maxAccessTokens)) successors.push((await rotate(id)).json().id)
    const refused = await rotate(successors[0]!)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too-many-access-tokens'])
    expect((await create()).statusCode).toBe(409)
    rollcall.clock.time += hours(1)
    expect((await rotate(successors[0]!)).statusCode).toBe(201)
    expect((await create()).statusCode).toBe(409)
  })
})

test('the access tokens for all entities have a limit of their own, which the command explains', async () => {
  const rollcall = await bootRollcall()
  const { create, fill } = await clinics(rollcall)
  // The test has one.
  for (let count = 1; count < maxAccessTokens; count++) await rollcall.tokenFor()
  expect((await create({ all_entities: true })).statusCode).toBe(409)
  await fill(1)
  expect((await create()).statusCode).toBe(201)
  const grant = ['--name', 'one more', '--scope', 'admin', '--all-entities']
  const { code, stderr } = await runCommand(['token', 'create', ...grant], { DATABASE_URL: rollcall.url })
  expect([code, stderr]).toEqual([1, expect.stringContaining('Revoke those that nobody uses')])
})
