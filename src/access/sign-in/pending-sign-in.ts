import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { cookiesNamed } from '../sessions/cookie.ts'

const prefix = '__Host-rollcall-sign-in-'
// Each cookie takes up to 2 kB of the headers, of which common proxies accept 8 kB.
const maxPending = 4

/** Returns the name of the cookie of a sign-in. Each sign-in has its own, because tabs can sign in at the same time. */
export const pendingCookie = (state: string) => `${prefix}${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}` as const

/** Returns the names of the oldest cookies, which a new sign-in replaces. */
export const surplusCookies = (request: FastifyRequest) => cookiesNamed(request, prefix).slice(0, 1 - maxPending)

export const pendingSeconds = 600

/** What the browser keeps between the start of a sign-in and the provider's answer. */
export interface PendingSignIn {
  state: string
  nonce: string
  /** The code verifier of PKCE. It proves to the provider that the same service asks for the tokens. */
  verifier: string
  /** The path to open afterwards. */
  to: string
}

const keyOf = (secret: Secret) => createHash('sha256').update(secret.derive(52, 'sign-in')).digest()
const dateOf = (clock: Clock) => new Date(clock.now() / 1_000)

/** Encrypts the sign-in for its cookie, which is valid for ten minutes. Only the browser stores it. */
export const seal = (secret: Secret, clock: Clock, pending: PendingSignIn): Promise<string> =>
  new EncryptJWT({ ...pending })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(dateOf(clock).getTime() + pendingSeconds * 1_000))
    .encrypt(keyOf(secret))

/** Returns undefined for a cookie that is missing, forged or too old. */
export async function unseal(
  secret: Secret,
  clock: Clock,
  sealed: string | undefined,
): Promise<PendingSignIn | undefined> {
  if (!sealed) return undefined
  const opened = await jwtDecrypt<PendingSignIn & Record<string, unknown>>(sealed, keyOf(secret), {
    currentDate: dateOf(clock),
    requiredClaims: ['exp'],
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch(() => undefined)
  return opened?.payload
}
