import { timingSafeEqual } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { type Clock, minutes } from '../../platform/time/instant.ts'
import { newSecret } from '../sessions/session.ts'
import type { AccountRow } from './account.ts'
import { domainOf } from './passkey-domain.ts'
import { type CreatedPasskey, credentialOf, type UsedPasskey } from './passkey-response.ts'

export type PasskeyRow = Selectable<Schema['passkeys']>

interface Context {
  secret: Secret
  clock: Clock
  origin: () => string
}

// ES256, EdDSA and RS256. The library's own list begins with ML-DSA on this Node, which no authenticator in use has.
const algorithms = [-7, -8, -257]
const validMicros = minutes(5)
const userVerification = 'required'

const partyOf = ({ origin }: Context) => ({
  expectedOrigin: new URL(origin()).origin,
  expectedRPID: domainOf(origin()) ?? '',
  requireUserVerification: true,
})

/** Returns a challenge that proves by itself that this service made it for this purpose, and when. Nothing is stored, so that
 *  strangers fill no table. */
function challengeFor({ secret, clock }: Context, purpose: string): string {
  const made = `${clock.now() + validMicros}.${newSecret()}`
  return `${made}.${secret.derive(40, 'passkey', purpose, made)}`
}

/** @param challenge in base64url, as the browser repeats it */
const isChallengeFor =
  ({ secret, clock }: Context, purpose: string) =>
  (challenge: string) => {
    const [until = '', random = '', proof = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
    const expected = secret.derive(40, 'passkey', purpose, `${until}.${random}`)
    const isOurs = proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected))
    return isOurs && Number(until) > clock.now()
  }

const encoder = new TextEncoder()

/** Returns what a browser needs to make a passkey.
 *  @param existing the passkeys that the account keeps */
export const creationOptions = (context: Context, purpose: string, row: AccountRow, existing: PasskeyRow[]) =>
  generateRegistrationOptions({
    rpName: 'Rollcall',
    rpID: partyOf(context).expectedRPID,
    userID: encoder.encode(row.account_id),
    userName: row.email ?? row.name,
    userDisplayName: row.name,
    challenge: challengeFor(context, purpose),
    excludeCredentials: existing.map(({ passkey_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification },
    supportedAlgorithmIDs: algorithms,
  })

/** Returns a new passkey; undefined if the response is not one to such a challenge. */
export async function verifyCreation(context: Context, purpose: string, response: CreatedPasskey) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credentialOf(response),
    expectedChallenge: isChallengeFor(context, purpose),
    ...partyOf(context),
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!verified || !registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return { passkey_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

const signInPurpose = 'sign-in'

/** Returns what a browser needs to sign in with any passkey of this service. It is the same for everybody. */
export const requestOptions = (context: Context) =>
  generateAuthenticationOptions({
    rpID: partyOf(context).expectedRPID,
    challenge: challengeFor(context, signInPurpose),
    userVerification,
  })

/** Returns the counter of the authenticator; undefined if this passkey did not sign the challenge. A counter that does not grow
 *  tells of a copy, unless both are 0 (Web Authentication, 6.1.1). */
export async function verifyUse(context: Context, passkey: PasskeyRow, response: UsedPasskey) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credentialOf(response),
    expectedChallenge: isChallengeFor(context, signInPurpose),
    ...partyOf(context),
    credential: {
      id: passkey.passkey_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(refused)
  return verified && authenticationInfo ? authenticationInfo.newCounter : undefined
}

/** The library throws for each response that is not right. */
const refused = () => ({ verified: false as const, registrationInfo: undefined, authenticationInfo: undefined })
