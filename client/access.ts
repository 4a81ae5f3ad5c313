import type {
  Account,
  AccountChange,
  AccountLink,
  InvitedAccount,
  NewAccount,
} from '../src/access/accounts/account-record.ts'
import type { AccessTokenStatus } from '../src/access/credentials/routes.ts'
import type { Session } from '../src/access/sessions/routes.ts'
import type { AccessRule, AccessRulesVersion } from '../src/access/sign-in/access-rule.ts'
import type {
  AccessTokenRecord,
  CreatedAccessToken,
  NewAccessToken,
} from '../src/administration/access-tokens/access-token-record.ts'
import type { Connection } from './connection.ts'
import type { TaggedResource } from './tagged.ts'

export interface AccessMethods {
  /** Returns the permissions of the access token. */
  accessToken(): Promise<AccessTokenStatus>
  /** Lists the access tokens that are only for entities of this one, the oldest first. */
  accessTokens(): AsyncGenerator<AccessTokenRecord>
  /** Returns the new access token with its secret, which no other call returns. Throws ProblemError `exceeds-own-rights`. */
  createAccessToken(token: NewAccessToken): Promise<CreatedAccessToken>
  /** Replaces an access token. The old one works for `overlapHours` more, by default 24. */
  rotateAccessToken(id: string, overlapHours?: number): Promise<CreatedAccessToken>
  revokeAccessToken(id: string): Promise<void>
  /** Lists the rights of the provider's groups, in the order in which they count. */
  accessRules(): Promise<TaggedResource<AccessRule[]>>
  /** Replaces all rules. Throws ProblemError `invalid-body` with all faults, or `exceeds-own-rights`. */
  setAccessRules(rules: AccessRule[], etag: string): Promise<TaggedResource<AccessRule[]>>
  /** Lists the latest 100 versions of the rules, with the name of the credential that changed them, the newest first. */
  accessRulesVersions(): Promise<AccessRulesVersion[]>
  /** Lists the people who sign in with a passkey or a password, by name. */
  accounts(): Promise<Account[]>
  account(id: string): Promise<TaggedResource<Account>>
  /** Returns the new account with its link, which no other call returns. */
  inviteAccount(person: NewAccount): Promise<InvitedAccount>
  changeAccount(id: string, change: AccountChange, etag: string): Promise<TaggedResource<Account>>
  removeAccount(id: string): Promise<void>
  /** Returns a new link. The one before stops working. */
  createAccountLink(id: string): Promise<AccountLink>
  /** Lists the sessions of the person who signed in and, with the scope `admin`, those of others. The latest is the first. */
  sessions(): Promise<Session[]>
  endSession(id: string): Promise<void>
  /** Returns the session of the browser. */
  currentSession(): Promise<Session>
  /** Ends the session of the browser. */
  signOut(): Promise<void>
  /** Ends all sessions of the person who signed in. */
  signOutEverywhere(): Promise<void>
}

export const accessMethods = ({ ask, askJson, askTagged, each, address }: Connection): AccessMethods => {
  const remove = async (url: URL) => {
    await ask('', url, { change: { method: 'DELETE' } })
  }
  return {
    accessToken: () => askJson('', address('access-token')),
    accessTokens: () => each<AccessTokenRecord>('', address('access-tokens')),
    createAccessToken: (body) => askJson('', address('access-tokens'), { change: { body, key: null } }),
    rotateAccessToken: (id, overlapHours) =>
      askJson('', address('access-tokens', id, 'rotation'), {
        change: { key: null, ...(overlapHours !== undefined && { body: { overlap_hours: overlapHours } }) },
      }),
    revokeAccessToken: (id) => remove(address('access-tokens', id)),
    accessRules: () => askTagged('', address('access-rules')),
    setAccessRules: (body, etag) => askTagged('', address('access-rules'), { change: { method: 'PUT', body, etag } }),
    accessRulesVersions: () => askJson('', address('access-rules', 'versions')),
    accounts: () => askJson('', address('accounts')),
    account: (id) => askTagged('', address('accounts', id)),
    inviteAccount: (body) => askJson('', address('accounts'), { change: { body, key: null } }),
    changeAccount: (id, body, etag) =>
      askTagged('', address('accounts', id), { change: { method: 'PUT', body, etag } }),
    removeAccount: (id) => remove(address('accounts', id)),
    createAccountLink: (id) => askJson('', address('accounts', id, 'link'), { change: { key: null } }),
    sessions: () => askJson('', address('sessions')),
    endSession: (id) => remove(address('sessions', id)),
    currentSession: () => askJson('', address('session')),
    signOut: () => remove(address('session')),
    signOutEverywhere: () => remove(address('sessions')),
  }
}
