import { scopes } from '../src/access/credentials/scope.ts'
import { type GroupRights, type Person, startSession } from '../src/access/sessions/session.ts'
import type { Rollcall } from './rollcall.ts'

/** Starts a session, and returns what the browser of its person sends. */
export async function signedIn(
  { database, clock }: Pick<Rollcall, 'database' | 'clock'>,
  rights: Partial<GroupRights> = {},
  person: Partial<Person> = {},
  providerSession: string | null = null,
) {
  const ana = { issuer: 'https://login.example.org', subject: 'ana', name: 'Ana Reis', ...person }
  const all: GroupRights = { group: '/staff', scopes: [...scopes], entities: 'all', ...rights }
  const { id, secret } = await database.write((trx) => startSession(trx, clock, ana, all, providerSession))
  const cookie = `__Host-rollcall=${secret}`
  return { id, secret, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}
