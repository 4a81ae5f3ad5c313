import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { Problem } from '../../platform/errors/errors.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'

/** The rights of a credential, in relation to one entity. */
export interface CredentialGrant {
  credentialId: string
  name: string
  scopes: ReadonlySet<string>
  expiresAt: Instant | null
  revoked: boolean
  /** Whether it is a test token, which changes only test visits. */
  isTest?: boolean
  /** Whether the entity exists and the credential has access to it. */
  hasEntityAccess: boolean
  /** Notes that the credential was used. Sessions that nobody uses end, and administrators see unused access tokens. */
  noteUse?(request: FastifyRequest): void
}

/** A kind of credential: how a request presents it, and where its grant is stored. */
export interface CredentialKind {
  /** Whether the credential is of a person rather than of a device or a program. */
  isPerson: boolean
  /** Returns the secret that the request presents; undefined if it presents no credential of this kind.
   *  @throws Problem when the request may not present it so */
  secretOf(request: FastifyRequest): string | undefined
  /** Returns the grant; undefined for an unknown secret. The time that it takes must not reveal whether an entity exists. */
  find(database: Database, clock: Clock, secret: string, entityId: string): Promise<CredentialGrant | undefined>
  /** Returns the ids of the credentials that are neither revoked nor expired. */
  inForce(database: Database, clock: Clock, ids: string[]): Promise<Set<string>>
  /** Returns the ids of the entities that the credential is for, or `all`. */
  entitiesOf(database: Database, credentialId: string): Promise<string[] | 'all'>
  /** Returns the problem of a credential that is not, or no longer, in force. */
  refusal(secret: string, grant: CredentialGrant | undefined): Problem
}
