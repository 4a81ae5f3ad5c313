import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { cookiesNamed } from '../sessions/cookie.ts'

const prefix = '__Host-rollcall-sign-in-'
// Each cookie takes up to 2 kB of the headers, of which common proxies accept 8 kB.
const maxTransactions = 4

/** Returns the name of the cookie of a sign-in. Each has its own, because tabs can sign in at the same time. */
export const transactionCookie = (state: string) => `${prefix}${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}` as const

/** Returns the names of the oldest cookies, which a new sign-in replaces. */
export const surplusCookies = (request: FastifyRequest) => cookiesNamed(request, prefix).slice(0, 1 - maxTransactions)

export const transactionSeconds = 600

/** What the browser keeps between the start of a sign-in and the provider's answer. */
export interface Transaction {
  state: string
  nonce: string
  /** Of PKCE. It proves to the provider that the same service asks for the tokens. */
  verifier: string
  /** The path to open afterwards. */
  to: string
}

const keyOf = (secret: Secret) => createHash('sha256').update(secret.derive(52, 'sign-in')).digest()
const dateOf = (clock: Clock) => new Date(clock.now() / 1_000)

/** Encrypts the transaction for its cookie. The browser is the only one that has it, for ten minutes. */
export const seal = (secret: Secret, clock: Clock, transaction: Transaction): Promise<string> =>
  new EncryptJWT({ ...transaction })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(dateOf(clock).getTime() + transactionSeconds * 1_000))
    .encrypt(keyOf(secret))

/** Returns undefined for a cookie that is missing, forged or too old. */
export async function unseal(
  secret: Secret,
  clock: Clock,
  sealed: string | undefined,
): Promise<Transaction | undefined> {
  if (!sealed) return undefined
  const opened = await jwtDecrypt<Transaction & Record<string, unknown>>(sealed, keyOf(secret), {
    currentDate: dateOf(clock),
    requiredClaims: ['exp'],
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch(() => undefined)
  return opened?.payload
}

const maxPathLength = 1_000

/** Returns a path of this service, without an access token, from a parameter that anybody can write. All others become the first
 *  page. */
export function localPath(to: unknown): string {
  const nowhere = 'http://rollcall.invalid'
  if (typeof to !== 'string' || !to.startsWith('/') || to.length > maxPathLength) return '/'
  const url = URL.parse(to, nowhere)
  // The parsed form: browsers read `/\host` and `//host` as another host, and drop tabs and line breaks.
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + withoutToken(url.hash)
}

/** The person signs in as themselves. The pages read the fragment in the same way. */
function withoutToken(hash: string): string {
  const fragment = new URLSearchParams(hash.slice(1))
  if (!fragment.has('token')) return hash
  fragment.delete('token')
  return `#${fragment}`
}
