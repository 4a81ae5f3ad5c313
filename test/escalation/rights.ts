import type { Scope } from '../../src/access/credentials/scope.ts'
import type { GroupRights } from '../../src/access/sessions/session.ts'
import type { Instant } from '../../src/platform/time/instant.ts'

/** A credential, with the rights that it must have. */
export interface Holder {
  id: string
  kind: 'token' | 'test' | 'session'
  headers: Record<string, string>
  scopes: readonly Scope[]
  entities: readonly string[] | 'all'
  createdAt: Instant
  expiresAt: Instant | null
  isEnded: boolean
  /** Whether a rotation has replaced the access token. */
  isReplaced?: boolean
  /** The subject of the person; undefined for access tokens. */
  person?: string
  /** The group whose rule gave a person the rights. */
  group?: string
}

type Rights = Pick<Holder, 'scopes' | 'entities'>

/** The model: all that decides about rights. */
export interface World {
  now(): Instant
  holders: Holder[]
  existing: Set<string>
  removed: Set<string>
  /** In the order in which they count. */
  rules: GroupRights[]
}

/** The code of a response, or its status if it succeeds. */
export type Result = string | number

export const isInForce = ({ isEnded, expiresAt }: Holder, world: World) =>
  !isEnded && (expiresAt === null || expiresAt > world.now())

/** Why the service must refuse a request; undefined if it must accept it.
 *  @param sufficient scopes, each of which is sufficient */
export function refusal(world: World, holder: Holder, sufficient: readonly Scope[], entity?: string) {
  if (!isInForce(holder, world)) return holder.kind === 'session' ? 'session-ended' : 'invalid-token'
  if (!sufficient.some((scope) => holder.scopes.includes(scope))) return 'insufficient-scope'
  if (entity !== undefined && !reaches(world, holder, entity)) return 'entity-not-found'
  return undefined
}

const reaches = ({ existing }: World, { entities }: Holder, entity: string) =>
  existing.has(entity) && (entities === 'all' || entities.includes(entity))

/** Why a change by an administrator, which test tokens cannot make, must be refused. */
export const adminRefusal = (world: World, holder: Holder) =>
  refusal(world, holder, ['admin']) ?? (holder.kind === 'test' ? 'test-token' : undefined)

export const reachedBy = (world: World, holder: Holder) =>
  [...world.existing].filter((entity) => reaches(world, holder, entity)).sort()

/** Sets the rules. Sessions end whose rule is gone, or gives less. */
export function setRules(world: World, rules: GroupRights[]) {
  for (const earlier of world.rules) {
    const rule = rules.find(({ group }) => group === earlier.group)
    if (rule && holds(rule, earlier)) continue
    for (const holder of world.holders) if (holder.group === earlier.group) holder.isEnded = true
  }
  world.rules = rules
}

/** Whether a holder holds all of a grant. */
export const holds = ({ scopes, entities }: Rights, grant: Rights) =>
  grant.scopes.every((scope) => scopes.includes(scope)) && isSubset(grant.entities, entities)

const isSubset = (some: Holder['entities'], all: Holder['entities']) =>
  all === 'all' || (some !== 'all' && some.every((entity) => all.includes(entity)))

/** Whether an administrator sees a credential: it has entities, all of which are theirs. */
export const isWithin = ({ entities }: Holder, administrator: Holder) =>
  administrator.entities === 'all' || (entities.length > 0 && isSubset(entities, administrator.entities))
