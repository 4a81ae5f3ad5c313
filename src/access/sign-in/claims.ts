import { oneLine } from '../../platform/text/one-line.ts'
import { reservedName } from '../credentials/reserved-name.ts'
import type { Person } from '../sessions/session.ts'

export type Claims = { iss: string; sub: string } & Record<string, unknown>

const maxNameLength = 200

/** Returns the person of an ID token. The name is the first of `name`, `preferred_username`, `email` and `sub` that is usable. */
export function personOf({ iss: issuer, sub: subject, ...claims }: Claims): Person {
  const names = [claims.name, claims.preferred_username, claims.email, subject].map((name) =>
    typeof name === 'string' ? oneLine(name).slice(0, maxNameLength).toWellFormed() : '',
  )
  const name = names.find((one) => one !== '' && one.toLowerCase() !== reservedName) ?? `${reservedName} (${issuer})`
  return { issuer, subject, name }
}

/** Returns the groups of a person; undefined if there is no such claim. A claim with one text is one group.
 *  @param path the name of a claim, or names separated by dots */
export function groupsOf(claims: Claims, path: string): string[] | undefined {
  // Anybody may enter an address at some providers. Only a verified one is the person's.
  if (path === 'email' && claims.email_verified !== true) return []
  const found = memberOf(claims, path) ?? path.split('.').reduce<unknown>(memberOf, claims)
  if (found === undefined) return undefined
  return [found].flat().filter((group) => typeof group === 'string')
}

/** A claim can have dots in its name, such as `https://example.org/groups`. */
const memberOf = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
