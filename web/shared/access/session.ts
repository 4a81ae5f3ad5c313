import { type AccessTokenStatus, type Entity, ProblemError, type ZoneClock } from '../../../client/client.ts'
import { firstOf } from '../lists/first-of.ts'
import { connect } from './connect.ts'

/** In place of an access token: the cookie of the session in which a person has signed in. Scripts cannot read it. */
export const cookieSession = ''

/** An access token or the cookie of a session, its scopes and its entities. */
export interface Session {
  token: string
  /** The name of the access token, or of the signed-in person. */
  name: string
  scopes: AccessTokenStatus['scopes']
  /** Whether it is for all entities, also future ones. */
  isForAll: boolean
  /** The scopes with which the token changes something only beside a person who has signed in. */
  withPerson?: AccessTokenStatus['with_person']
  /** The channels whose messages do not leave the service, and why. */
  unsent?: AccessTokenStatus['unsent']
  /** The first `maxEntities` entities that the token can access. `entity` is the one that the page shows. */
  entities: Entity[]
  entity: Entity
  /** The offsets of their time zones. */
  clocks: ZoneClock[]
  /** True if the desk uses the session of this tab. It then stores nothing on the device. */
  isOfTab?: true
}

export type Scope = Session['scopes'][number]

/** Why the service does not accept an access token. */
const refusalReasons = ['mistyped', 'unknown', 'expired', 'revoked'] as const
type RefusalReason = (typeof refusalReasons)[number]

/** The reason of a failed sign-in, or of a sign-out. */
export type SignInFault =
  | 'no-token'
  | 'incomplete'
  | RefusalReason
  | 'not-accepted'
  | 'session-ended'
  | 'sign-out-unreached'
  | 'no-connection'
  | 'no-entity'
  | 'unavailable'
  | { lacks: Scope[] }
  | WithoutEntity

/** The credential is accepted, and there is no entity for it, as on a new service. */
export interface WithoutEntity {
  withoutEntity: Pick<Session, 'token' | 'name'>
}

const maxEntities = 1_000

/** Opens a session for an access token. Selects the entity `wanted` if the token can access it.
 *  @throws SignInFault */
export async function openSession(token: string, needed: readonly Scope[], wanted?: string): Promise<Session> {
  try {
    const client = connect(token, { retries: 1, timeoutMs: 10_000 })
    const { name, scopes, with_person: withPerson, all_entities, unsent } = await client.accessToken()
    const lacks = needed.filter((scope) => !isGranted(scope, scopes))
    if (lacks.length > 0) throw { lacks } satisfies SignInFault
    // Without the clocks, the page would show times by the rules of its browser, which may be older.
    const [entities, clocks] = await Promise.all([firstOf(client.entities(), maxEntities), client.clocks()])
    const entity = entities.find(({ id }) => id === wanted) ?? (await findUnlisted(wanted)) ?? entities[0]
    if (!entity) throw { withoutEntity: { token, name } } satisfies SignInFault
    const isForAll = all_entities === true
    const optional = { ...(withPerson && { withPerson }), ...(unsent && { unsent }) }
    return { token, name, scopes, isForAll, ...optional, entities, entity, clocks }

    /** Finds an entity beyond the listed ones. */
    async function findUnlisted(id: string | undefined) {
      return id !== undefined && entities.length === maxEntities ? client.entity(id).catch(() => undefined) : undefined
    }
  } catch (error) {
    throw error instanceof Error ? faultOf(error) : error
  }
}

/** A desk may do all that a tablet in the waiting room may. */
const impliedBy: Partial<Record<Scope, Scope[]>> = { 'checkin:code': ['checkin:read', 'checkin:write'] }

export const isGranted = (needed: Scope, scopes: Scope[]) =>
  scopes.includes(needed) || impliedBy[needed]?.every((scope) => scopes.includes(scope))

function faultOf(error: Error): SignInFault {
  if (!(error instanceof ProblemError)) return 'no-connection'
  return error.status === 401 || error.status === 400 ? refusedBecause(error) : 'unavailable'
}

export const refusedBecause = ({ code, reason }: ProblemError): SignInFault =>
  code === 'session-ended' || code === 'missing-credential'
    ? 'session-ended'
    : (refusalReasons.find((one) => one === reason) ?? 'not-accepted')

/** The sign-in returns to a page with this fragment. */
export const signedIn = 'signed-in'

/** Reads the token of `#token=`, or `#signed-in`, and removes it from the page's address.
 *  @param ofPerson the credential for `#signed-in`, if a person can sign in to the page */
export function takeTokenFromAddress(ofPerson?: typeof cookieSession): string | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1))
  if (!fragment.has('token') && !fragment.has(signedIn)) return undefined
  const token = fragment.get('token') || (fragment.has(signedIn) ? ofPerson : undefined)
  fragment.delete('token')
  fragment.delete(signedIn)
  const rest = `${fragment}`
  history.replaceState(null, '', location.pathname + location.search + (rest && `#${rest}`))
  return token
}

/** Returns the token of a typed, pasted or scanned text: the code of a device is an address with `#token=`. */
export const tokenOfText = (text: string) => /^https?:.*[#&]token=(\w+)/.exec(text.trim())?.[1] ?? text.trim()

const lengthOf = (token: string) => (token.startsWith('rc_test_') ? 44 : 39)

/** Returns what is wrong with the form of a typed token. The service checks the rest. */
export function faultOfText(text: string): SignInFault | undefined {
  if (!text.startsWith('rc_')) return 'no-token'
  if (text.length < lengthOf(text)) return 'incomplete'
  return /^\w+$/.test(text) && text.length === lengthOf(text) ? undefined : 'mistyped'
}
