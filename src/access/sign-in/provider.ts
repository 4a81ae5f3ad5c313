import { createPrivateKey } from 'node:crypto'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { SignIn } from '../../platform/config/sign-in.ts'
import { type Claims, groupsOf } from './claims.ts'
import { reasonOf } from './failure.ts'
import type { PendingSignIn } from './pending-sign-in.ts'

// `email` is the only claim of Google that tells people apart by name.
const scope = 'openid profile email'

/** Reads the provider's discovery document. It is read for each sign-in, so that no process keeps keys or addresses that the
 *  provider has changed. */
async function discover({ issuer, clientId, proof, timeoutSeconds }: SignIn): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  const authentication =
    'secret' in proof ? oidc.ClientSecretPost(proof.secret) : oidc.PrivateKeyJwt(await importKey(proof.privateKey))
  return oidc.discovery(url, clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    execute: [
      // Checks the signature of ID tokens, too, although they come from the provider itself.
      oidc.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  })
}

function importKey(pem: string): Promise<CryptoKey> {
  const key = createPrivateKey(pem)
  const algorithm =
    key.asymmetricKeyType === 'ec' ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'RSA-PSS', hash: 'SHA-256' }
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign'])
}

/** Returns why nobody could sign in; undefined if the provider responds. */
export const providerFault = (signIn: SignIn): Promise<string | undefined> =>
  discover(signIn).then(
    () => undefined,
    (error) => `nobody can sign in with ${signIn.issuer}: ${reasonOf(error)}`,
  )

interface Start {
  redirectUri: string
  /** The path to open afterwards. */
  to: string
  /** Whether the provider asks who the person is, although somebody has signed in there: the device is shared. */
  asksAgain: boolean
}

/** Google documents no `login` (OpenID Connect Core 1.0, section 3.1.2.1). There, the person chooses an account. */
const promptOf = ({ issuer }: SignIn) => (issuer === 'https://accounts.google.com' ? 'select_account' : 'login')

/** Begins a sign-in. Returns the address at the provider, and what the browser has to keep. */
export async function begin(signIn: SignIn, { redirectUri, to, asksAgain }: Start) {
  const configuration = await discover(signIn)
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    ...(asksAgain && { prompt: promptOf(signIn) }),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, pending: { state, nonce, verifier, to } satisfies PendingSignIn }
}

/** Completes a sign-in with the provider's answer. Returns what the provider says about the person.
 *  @param answer the whole URL to which the provider sent the browser
 *  @throws the errors of openid-client */
export async function complete(
  signIn: SignIn,
  answer: URL,
  { state, nonce, verifier }: PendingSignIn,
): Promise<Claims> {
  const configuration = await discover(signIn)
  const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()! as Claims
  if (groupsOf(claims, signIn.groupsClaim) !== undefined) return claims
  // Some providers name the groups only here.
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

/** Returns the address at which the browser signs out at the provider; undefined if the provider has none. */
export async function signOutUrl(signIn: SignIn, backTo: string): Promise<string | undefined> {
  const configuration = await discover(signIn)
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** The sessions that the provider has ended: one of its own sessions, or all of the person. */
export type Logout = { issuer: string } & ({ provider_session: string } | { subject: string })

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Returns undefined if it is invalid.
 *  @throws Error when the provider does not respond */
export async function verifyLogout(signIn: SignIn, token: string): Promise<Logout | undefined> {
  const { issuer, jwks_uri } = (await discover(signIn)).serverMetadata()
  const keys = createRemoteJWKSet(new URL(jwks_uri!), { timeoutDuration: signIn.timeoutSeconds * 1_000 })
  const verified = await jwtVerify(token, keys, {
    issuer,
    audience: signIn.clientId,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    clockTolerance: 30,
  }).catch((error) => {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined
    throw error
  })
  const { events, nonce, sid, sub } = verified?.payload ?? {}
  // With a nonce, it would be an ID token.
  if (nonce !== undefined || !Object.hasOwn(Object(events), logoutEvent)) return undefined
  if (typeof sid === 'string') return { issuer, provider_session: sid }
  return typeof sub === 'string' ? { issuer, subject: sub } : undefined
}
