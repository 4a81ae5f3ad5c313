import { hours } from '../../src/platform/time/instant.ts'
import { resultOf } from './probes.ts'
import { adminRefusal, type Holder, holds, isInForce, isWithin, type World } from './rights.ts'
import { anyGrant, anyHolder, bearer, compare, expectNoMore, pick, type Run, send } from './run.ts'

export async function createToken(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const grant = anyGrant(run, by)
  const test = run.random(4) === 0
  const expiresAt = run.random(3) === 0 ? world.now() + hours(1 + run.random(20)) : null
  const response = await send(run, by, 'POST', '/v1/access-tokens', {
    name: 'generated',
    scopes: grant.scopes,
    test,
    ...(grant.entities === 'all' ? { all_entities: true } : { entities: grant.entities }),
    ...(expiresAt !== null && { expires_at: Temporal.Instant.fromEpochMilliseconds(expiresAt / 1_000).toString() }),
  })
  const isKnown = grant.entities === 'all' || grant.entities.every((id) => world.existing.has(id))
  const expected =
    adminRefusal(world, by) ?? (holds(by, grant) ? (isKnown ? 201 : 'invalid-body') : 'exceeds-own-rights')
  compare('create', by, resultOf(response), expected)
  if (expected !== 201) return
  const { id, token } = response.json()
  const kind = test ? 'test' : 'token'
  const created = {
    id,
    kind,
    headers: bearer(token),
    ...grant,
    createdAt: world.now(),
    expiresAt,
    isEnded: false,
  } as const
  expectNoMore(by, created)
  world.holders.push(created)
}

/** Why an administrator cannot manage an access token. */
const tokenRefusal = (world: World, by: Holder, token: Holder) =>
  adminRefusal(world, by) ?? (isWithin(token, by) ? undefined : 'access-token-not-found')

/** The first of them never ends, so that the attack goes on. */
export const tokensOf = ({ holders }: World) => holders.filter(({ kind }) => kind !== 'session')

export async function rotateToken(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const token = pick(run, tokensOf(world).slice(1))
  if (!token) return
  const overlap = pick(run, [0, 1, 24])
  const response = await send(run, by, 'POST', `/v1/access-tokens/${token.id}/rotation`, { overlap_hours: overlap })
  const ended = () => (isInForce(token, world) && !token.isReplaced ? undefined : 'access-token-ended')
  const expected = tokenRefusal(world, by, token) ?? (holds(by, token) ? (ended() ?? 201) : 'exceeds-own-rights')
  compare('rotate', by, resultOf(response), expected)
  if (expected !== 201) return
  const { id, token: secret } = response.json()
  const lifetime = token.expiresAt === null ? null : token.expiresAt - token.createdAt
  const rotated = {
    ...token,
    id,
    headers: bearer(secret),
    createdAt: world.now(),
    isReplaced: false,
    expiresAt: lifetime === null ? null : world.now() + lifetime,
  }
  token.expiresAt = Math.min(token.expiresAt ?? Number.POSITIVE_INFINITY, world.now() + hours(overlap))
  token.isReplaced = true
  expectNoMore(by, rotated)
  world.holders.push(rotated)
}

export async function revokeToken(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const token = pick(run, tokensOf(world).slice(1))
  if (!token) return
  const response = await send(run, by, 'DELETE', `/v1/access-tokens/${token.id}`)
  const expected = tokenRefusal(world, by, token) ?? 204
  compare('revoke', by, resultOf(response), expected)
  if (expected === 204) token.isEnded = true
}
