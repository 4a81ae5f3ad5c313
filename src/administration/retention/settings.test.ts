import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine, serviceTest } from '../../../test/rollcall.ts'

const retention = '/v1/entities/clinica-lisboa/retention'
const defaults = { notifications: null, messages: 'P180D', replies: 'P180D', notes: null }

describe('the periods for which an entity keeps data', () => {
  eachEngine('are 180 days for texts by default, and can be changed, with a history', async ({ given, get, put }) => {
    await given(entity())
    expect((await get(retention)).json()).toEqual(defaults)
    const first = await put(retention, { notifications: 'P400D', messages: 'P90D', notes: null })
    const stored = { ...defaults, notifications: 'P400D', messages: 'P90D' }
    expect([first.statusCode, first.json()]).toEqual([200, stored])
    expect((await get(retention)).json()).toEqual(stored)
    const [change] = (await get('/v1/entities/clinica-lisboa/history')).json()
    expect(change).toMatchObject({ by: 'test', resource: 'retention', before: defaults, after: stored })
  })

  serviceTest('are not overwritten by somebody who read older ones', async ({ given, get, put }) => {
    await given(entity())
    const { etag } = (await get(retention)).headers
    expect((await put(retention, { notes: 'P1Y' }, { 'if-match': etag as string })).statusCode).toBe(200)
    const late = await put(retention, { notes: 'P2Y' }, { 'if-match': etag as string })
    expect(late.json()).toMatchObject({ status: 412, code: 'changed-meanwhile' })
    expect((await get(retention)).json().notes).toBe('P1Y')
  })

  serviceTest('by default are not longer than that of the notifications', async ({ given, put }) => {
    await given(entity())
    expect((await put(retention, { notifications: 'P3M' })).json()).toEqual({
      notifications: 'P3M',
      messages: 'P3M',
      replies: 'P3M',
      notes: null,
    })
  })

  serviceTest('have days, weeks, months and years, from a week to a century', async ({ given, put }) => {
    await given(entity())
    for (const notifications of ['P7D', 'P1W', 'P400D', 'P6M', 'P1Y6M', 'P10Y', 'P1Y2M3W4D', 'P100Y', null])
      expect((await put(retention, { notifications })).json().notifications).toBe(notifications)
  })

  const wrong = [
    ...['P0D', 'P6D', '-P400D', 'PT9600H', 'P1DT1H', 'P101Y', 'P1.5Y', 'p400d', 'P', '400', '400 days', '', ' P400D'],
    ...['P400D\n', 'P99999D', 'P1D1Y', 400, true, [], {}],
  ]
  serviceTest('are refused if they are no such period', async ({ given, get, put }) => {
    await given(entity())
    for (const replies of wrong) {
      const refused = (await put(retention, { replies })).json()
      expect([replies, refused.status, refused.errors[0].parameter]).toEqual([replies, 422, '/replies'])
    }
    expect((await get(retention)).json()).toEqual(defaults)
  })

  serviceTest('cannot be longer for a part than for the notifications', async ({ given, put }) => {
    await given(entity())
    for (const part of [{ messages: 'P91D' }, { replies: 'P1Y' }, { notes: 'P4M' }])
      expect((await put(retention, { notifications: 'P90D', ...part })).json()).toMatchObject({
        status: 422,
        errors: [{ reason: 'must not keep messages, replies or notes longer than notifications' }],
      })
    expect((await put(retention, { notifications: 'P1Y', messages: 'P12M', replies: 'P90D' })).statusCode).toBe(200)
  })

  serviceTest('have no other names', async ({ given, put }) => {
    await given(entity())
    expect((await put(retention, { audit: 'P1Y' })).statusCode).toBe(422)
  })

  serviceTest('need the scope admin', async ({ given, put, get, tokenFor }) => {
    await given(entity())
    const { token } = await tokenFor({ scopes: ['privacy', 'actions:write'] })
    const headers = { authorization: `Bearer ${token}` }
    expect([(await get(retention, headers)).statusCode, (await put(retention, {}, headers)).statusCode]).toEqual([
      403, 403,
    ])
  })
})
