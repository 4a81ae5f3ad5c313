import type { TableData } from '../../platform/database/table-data.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The sessions of people who have signed in. */
    sessions: {
      session_id: string
      /** The hash of the secret in the cookie. */
      secret_hash: string
      /** A person is an issuer and a subject (OpenID Connect Core 1.0, section 5.7). */
      issuer: string
      subject: string
      /** The id of the session at the provider, if it has one. */
      provider_session: string | null
      name: string
      /** The group whose rule gave the rights. */
      group_name: string | null
      /** Separated by spaces. */
      scopes: string
      all_entities: 0 | 1
      /** JSON: an array of ids. Empty with `all_entities`. */
      entities: string
      created_at: Instant
      /** The time of the last request, to the minute. */
      used_at: Instant
      ended_at: Instant | null
    }
  }
}

export const sessionsData = {
  foundBy: 'no contact',
  // Longer than a session lasts.
  ends: { column: 'created_at', after: hours(24) },
  columns: {
    session_id: 'none',
    secret_hash: 'none',
    issuer: 'staff',
    subject: 'staff',
    provider_session: 'staff',
    name: 'staff',
    group_name: 'none',
    scopes: 'none',
    all_entities: 'none',
    entities: 'none',
    created_at: 'none',
    used_at: 'none',
    ended_at: 'none',
  },
} satisfies TableData<'sessions'>
