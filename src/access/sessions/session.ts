import { hash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { type Clock, hours, type Instant, minutes } from '../../platform/time/instant.ts'
import type { Scope } from '../credentials/scope.ts'

// OWASP's session management cheat sheet: 15 to 30 minutes for applications of low risk, and at most a working day.
const idleMicros = minutes(30)
const lifetimeMicros = hours(12)

/** A person, as the identity provider or the account names them. */
export interface Person {
  issuer: string
  subject: string
  name: string
}

interface Rights {
  /** The group of the provider that gave them. Null for an account. */
  group: string | null
  scopes: Scope[]
  entities: string[] | 'all'
}

/** The rights of a group of the provider. */
export interface GroupRights extends Rights {
  group: string
}

export type SessionRow = Selectable<Schema['sessions']>

/** When the session ends if nobody uses it. */
export const endOf = ({ created_at, used_at }: Pick<SessionRow, 'created_at' | 'used_at'>): Instant =>
  Math.min(used_at + idleMicros, created_at + lifetimeMicros)

/** Returns the ids of the entities of a session, or `all`. */
export const entitiesOf = ({ all_entities, entities }: Pick<SessionRow, 'all_entities' | 'entities'>) =>
  all_entities === 1 ? ('all' as const) : (JSON.parse(entities) as string[])

/** Returns 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The database stores only the hash of a secret. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')

export interface StartedSession {
  id: string
  /** For the cookie. It is not stored. */
  secret: string
}

/** Starts a session. Deletes the sessions that are over.
 *  @param providerSession the id of the person's session at the provider */
export async function startSession(
  trx: Transaction<Schema>,
  clock: Clock,
  { issuer, subject, name }: Person,
  { group, scopes, entities }: Rights,
  providerSession: string | null,
): Promise<StartedSession> {
  const secret = newSecret()
  const session_id = newId()
  const now = clock.now()
  await trx
    .deleteFrom('sessions')
    .where('created_at', '<=', now - lifetimeMicros)
    .execute()
  await trx
    .insertInto('sessions')
    .values({
      session_id,
      secret_hash: hashSecret(secret),
      issuer,
      subject,
      name,
      provider_session: providerSession,
      group_name: group,
      ...columnsOf(scopes, entities),
      created_at: now,
      used_at: now,
      ended_at: null,
    })
    .execute()
  return { id: session_id, secret }
}

/** Selects the sessions that have not ended. */
export const sessionsInForce = (database: Kysely<Schema>, now: Instant) =>
  database
    .selectFrom('sessions')
    .where('ended_at', 'is', null)
    .where('used_at', '>', now - idleMicros)
    .where('created_at', '>', now - lifetimeMicros)

/** Returns the session with the id of a credential; undefined if the credential is an access token. */
export const findSession = (database: Database, id: string): Promise<SessionRow | undefined> =>
  database.selectFrom('sessions').selectAll().where('session_id', '=', id).executeTakeFirst()

/** One session, those of a person, or those that began with a session at the provider. */
type SessionsToEnd =
  | Pick<SessionRow, 'session_id'>
  | Pick<SessionRow, 'secret_hash'>
  | Pick<SessionRow, 'issuer' | 'subject'>
  | { issuer: string; provider_session: string }

/** Ends the sessions that have not ended yet. */
export const endSessions = (database: Kysely<Schema>, clock: Clock, which: SessionsToEnd) =>
  markEnded(database, clock.now())
    .where(({ and }) => and(which))
    .execute()

/** Gives the sessions of a person, which have not ended yet, other rights and another name. */
export const changeRights = (
  database: Kysely<Schema>,
  { issuer, subject, name }: Person,
  { scopes, entities }: Rights,
) =>
  database
    .updateTable('sessions')
    .set({ name, ...columnsOf(scopes, entities) })
    .where('ended_at', 'is', null)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

const columnsOf = (scopes: Scope[], entities: Rights['entities']) => ({
  scopes: scopes.join(' '),
  all_entities: entities === 'all' ? (1 as const) : (0 as const),
  entities: JSON.stringify(entities === 'all' ? [] : entities),
})

/** Ends the sessions whose rights came from the rules of these groups. */
export async function endSessionsOfGroups(trx: Kysely<Schema>, now: Instant, groups: string[]) {
  if (groups.length > 0) await markEnded(trx, now).where('group_name', 'in', groups).execute()
}

const markEnded = (database: Kysely<Schema>, now: Instant) =>
  database.updateTable('sessions').set({ ended_at: now }).where('ended_at', 'is', null)
