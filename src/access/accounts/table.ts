import type { TableData } from '../../platform/database/table-data.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import type { Role } from './roles.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** People who sign in here, and not at an identity provider. */
    accounts: {
      account_id: string
      name: string
      email: string | null
      /** What the person types: the folded address, or else the folded name. Unique. */
      sign_in_name: string
      role: Role
      all_entities: 0 | 1
      /** JSON: an array of ids. Empty with `all_entities`. */
      entities: string
      /** Null for a person who signs in with a passkey only, or who has not joined yet. */
      password_hash: string | null
      created_at: Instant
      /** The name of the credential. */
      created_by: string
      /** When the person first used a link. */
      joined_at: Instant | null
      signed_in_at: Instant | null
      suspended_at: Instant | null
      /** The hash of the secret in the link that sets a new passkey or password. Null once it was used. */
      link_hash: string | null
      link_expires_at: Instant | null
      /** The name of the credential that made the link. */
      link_by: string | null
    }
    passkeys: {
      /** The id that the authenticator gave it, in base64url. */
      passkey_id: string
      account_id: string
      /** In base64url. */
      public_key: string
      /** How often the authenticator says that it was used. Many always say 0. */
      counter: number
      created_at: Instant
      used_at: Instant | null
    }
    /** Who changed the access of whom. */
    account_changes: {
      account_change_id: string
      account_id: string
      changed_at: Instant
      /** The name of the credential, or of the person themselves. */
      changed_by: string
      what: 'invited' | 'changed' | 'linked' | 'joined' | 'secured' | 'removed'
      /** JSON: what an administrator sets, with the name. Null without one. */
      before: string | null
      after: string | null
    }
  }
}

export const accountsData = {
  foundBy: 'no contact',
  columns: {
    account_id: 'none',
    name: 'staff',
    email: 'staff',
    sign_in_name: 'staff',
    role: 'none',
    all_entities: 'none',
    entities: 'none',
    password_hash: 'staff',
    created_at: 'none',
    created_by: 'staff',
    joined_at: 'none',
    signed_in_at: 'staff',
    suspended_at: 'none',
    link_hash: 'none',
    link_expires_at: 'none',
    link_by: 'staff',
  },
} satisfies TableData<'accounts'>

export const passkeysData = {
  foundBy: 'no contact',
  columns: {
    passkey_id: 'staff',
    account_id: 'none',
    public_key: 'staff',
    counter: 'none',
    created_at: 'none',
    used_at: 'staff',
  },
} satisfies TableData<'passkeys'>

export const accountChangesData = {
  foundBy: 'no contact',
  // As long as AUDIT_DAYS keeps the audit, unless somebody sets it.
  ends: { column: 'changed_at', after: hours(24 * 730) },
  columns: {
    account_change_id: 'none',
    account_id: 'none',
    changed_at: 'none',
    changed_by: 'staff',
    what: 'none',
    before: 'staff',
    after: 'staff',
  },
} satisfies TableData<'account_changes'>
