import { expect, test } from 'vitest'
import type { Session as PersonSession } from '../../../client/client.ts'
import { personOf, remainingMs } from './person.ts'

const session: PersonSession = {
  id: 's-1',
  name: 'Ana Reis',
  issuer: 'https://login.example.org',
  subject: 'ana',
  is_current: true,
  scopes: ['checkin:read', 'checkin:write'],
  entities: ['clinica-lisboa'],
  created_at: '2026-03-30T08:00:00.000000+00:00',
  used_at: '2026-03-30T19:45:00.000000+00:00',
  expires_at: '2026-03-30T20:00:00.000000+00:00',
}

test('a person records arrivals at the clinics of their session, if it has the scope', () => {
  expect(personOf(session, 'clinica-lisboa')).toEqual({ mode: 'present', name: 'Ana Reis' })
  expect(personOf(session, 'porto')).toEqual({ mode: 'unfit', name: 'Ana Reis' })
  const { entities: _, ...ofAll } = session
  expect(personOf({ ...ofAll, all_entities: true }, 'porto').mode).toBe('present')
  expect(personOf({ ...session, scopes: ['checkin:read'] }, 'clinica-lisboa').mode).toBe('unfit')
})

test('a session lasts from its latest use to its end, by the clock of the service', () => {
  expect(remainingMs(session)).toBe(15 * 60_000)
})
