import { expect, test } from 'vitest'
import { channelNames } from '../../../client/choices.ts'
import type { AccessTokenRecord, Entity } from '../../../client/client.ts'
import { doneSteps } from './steps.ts'

const entity: Entity = { id: 'lisboa', name: 'Clínica Lisboa', time_zone: 'Europe/Lisbon', language: 'pt-PT' }
const token = (change: Partial<AccessTokenRecord>): AccessTokenRecord => ({
  id: 't',
  name: 'desk',
  scopes: ['checkin:read', 'checkin:write'],
  created_at: '2026-03-30T08:00:00.000000+00:00',
  ...change,
})
const unsent = { channels: [...channelNames], reason: 'no-server' as const }
const doneBy = (...accessTokens: AccessTokenRecord[]) => [
  ...doneSteps({ entity, unsent }, { accessTokens, people: 1, hasRules: false }, false),
]

test('a new clinic has every step before it', () => {
  expect(doneBy()).toEqual([])
  expect([
    ...doneSteps(
      { entity: { ...entity, phone: '213 000 000', address: 'Rua A' }, unsent: { ...unsent, channels: ['mobile'] } },
      { accessTokens: [], people: 0, hasRules: true },
      true,
    ),
  ]).toEqual(['access', 'details', 'channels', 'test'])
})

test('an access token that works for the clinic does the step of its scopes', () => {
  expect(doneBy(token({ all_entities: true }))).toEqual(['device'])
  expect(doneBy(token({ entities: ['lisboa'], scopes: ['notifications:write'] }))).toEqual(['system'])
  const scopes: AccessTokenRecord['scopes'] = ['checkin:write', 'notifications:write', 'admin']
  expect(doneBy(token({ scopes, all_entities: true }))).toEqual([])
})

test('a second person does the step of the colleague', () => {
  expect([...doneSteps({ entity, unsent }, { accessTokens: [], people: 2, hasRules: false }, false)]).toEqual([
    'access',
  ])
})

test('a revoked access token, a test token and one for another clinic do no step', () => {
  const revoked_at = '2026-03-30T08:00:00.000000+00:00'
  expect(doneBy(token({ revoked_at }), token({ test: true }), token({ entities: ['porto'] }))).toEqual([])
})
