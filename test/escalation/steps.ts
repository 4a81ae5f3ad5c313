import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type Scope, scopes } from '../../src/access/credential.ts'
import { removeEntity } from '../../src/entities/remove-entity.ts'
import { hours } from '../../src/instant.ts'
import type { GroupRights } from '../../src/sessions/session.ts'
import { removeRule, setRule } from '../../src/sign-in/access-rules.ts'
import { entity } from '../history.ts'
import type { lyingProvider } from '../lying-provider.ts'
import type { Rollcall } from '../rollcall.ts'
import { visitor } from '../visitor.ts'
import { resultOf } from './probes.ts'
import {
  adminRefusal,
  type Holder,
  holds,
  isInForce,
  isWithin,
  type Result,
  refusal,
  setRules,
  type World,
} from './rights.ts'

export interface Run {
  rollcall: Rollcall
  provider: Awaited<ReturnType<typeof lyingProvider>>
  origin: string
  world: World
  /** Returns a whole number from 0 to below. */
  random(below: number): number
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const groups = ['desk', 'doctors', 'it', 'board']
const people = ['ana', 'rui', 'zoe']

const pick = <Item>({ random }: Run, items: readonly Item[]) => items[random(items.length)]!
const some = <Item>(run: Run, items: readonly Item[]) => {
  const chosen = items.filter(() => run.random(3) === 0)
  return chosen.length > 0 ? chosen : [pick(run, items)]
}

/** Returns a credential: often one of an administrator, seldom one that has ended. */
function anyHolder(run: Run): Holder {
  const { world, random } = run
  const present = world.holders.filter((one) => isInForce(one, world))
  const administrators = present.filter((one) => adminRefusal(world, one) === undefined)
  return pick(run, [administrators, administrators, present, world.holders][random(4)]!)
}

const anyRights = (run: Run) => ({
  // Without administrators, few chains of grants would begin.
  scopes: [...new Set<Scope>([...some(run, scopes), ...(run.random(2) ? (['admin'] as const) : [])])],
  entities:
    run.random(5) === 0
      ? ('all' as const)
      : some(run, run.random(4) === 0 || run.world.existing.size === 0 ? ids : [...run.world.existing]),
})

/** Returns rights for a new credential: often some of those that its origin holds. */
function anyGrant(run: Run, by: Holder) {
  if (run.random(2) === 0) return anyRights(run)
  const held = by.entities === 'all' ? [...run.world.existing] : by.entities
  const isForAll = by.entities === 'all' && run.random(2) === 0
  return {
    scopes: [...new Set<Scope>([...some(run, by.scopes), 'admin'])],
    entities: isForAll || held.length === 0 ? ('all' as const) : some(run, held),
  }
}

const send = (
  { rollcall: { app } }: Run,
  by: Holder,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers = {},
) => app.inject({ method, url, headers: { ...by.headers, ...headers }, ...(payload && { payload }) })

/** Expects that no right of a credential exceeds those of its origin. */
function expectNoMore(origin: Holder, created: Holder) {
  expect([origin, created, holds(origin, created)]).toEqual([origin, created, true])
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function createToken(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const grant = anyGrant(run, by)
  const test = run.random(4) === 0
  const expiresAt = run.random(3) === 0 ? world.now() + hours(1 + run.random(20)) : null
  const response = await send(run, by, 'POST', '/v1/access-tokens', {
    ...{ name: 'generated', scopes: grant.scopes, test },
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
const tokensOf = ({ holders }: World) => holders.filter(({ kind }) => kind !== 'session')

async function rotateToken(run: Run) {
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
    ...{ id, headers: bearer(secret), createdAt: world.now(), isReplaced: false },
    expiresAt: lifetime === null ? null : world.now() + lifetime,
  }
  token.expiresAt = Math.min(token.expiresAt ?? Number.POSITIVE_INFINITY, world.now() + hours(overlap))
  token.isReplaced = true
  expectNoMore(by, rotated)
  world.holders.push(rotated)
}

async function revokeToken(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const token = pick(run, tokensOf(world).slice(1))
  if (!token) return
  const response = await send(run, by, 'DELETE', `/v1/access-tokens/${token.id}`)
  const expected = tokenRefusal(world, by, token) ?? 204
  compare('revoke', by, resultOf(response), expected)
  if (expected === 204) token.isEnded = true
}

/** By command: an operator has all rights. */
async function setAccessRule(run: Run) {
  const { world, rollcall } = run
  const rule = { group: pick(run, groups), ...anyRights(run) }
  await setRule(rollcall.database, rule)
  setRules(world, withRule(world.rules, rule))
}

function withRule(rules: GroupRights[], rule: GroupRights) {
  const place = rules.findIndex(({ group }) => group === rule.group)
  return place < 0 ? [...rules, rule] : rules.with(place, rule)
}

/** By HTTP: nobody gives a group more than they hold. */
async function putAccessRules(run: Run) {
  const { world, rollcall } = run
  const by = anyHolder(run)
  const rule = { group: pick(run, groups), ...anyGrant(run, by) }
  const rules = withRule(world.rules, rule)
  const [one, other] = [run.random(rules.length), run.random(rules.length)]
  const ordered = rules.with(one, rules[other]!).with(other, rules[one]!)
  const { etag } = (await rollcall.get('/v1/access-rules')).headers
  const shown = ordered.map(({ entities, ...rest }) => ({
    ...rest,
    ...(entities === 'all' ? { all_entities: true } : { entities }),
  }))
  const response = await send(run, by, 'PUT', '/v1/access-rules', shown, { 'if-match': String(etag) })
  const isChanged = !world.rules.some((earlier) => isDeepStrictEqual(earlier, rule))
  const isKnown = rule.entities === 'all' || rule.entities.every((id) => world.existing.has(id))
  const given = [...(isChanged ? [rule] : []), ...ordered.filter((one) => isAdvanced(one, world.rules, ordered))]
  const isHeld = given.every((one) => holds(by, one))
  const expected =
    adminRefusal(world, by) ??
    (by.entities === 'all' ? undefined : 'all-entities-required') ??
    (isChanged && !isKnown ? 'invalid-body' : undefined) ??
    (isHeld ? 200 : 'exceeds-own-rights')
  compare('put rules', by, resultOf(response), expected)
  if (expected === 200) setRules(world, ordered)
}

/** Whether a rule that came before no longer does: a person in both groups gets other rights. */
function isAdvanced(rule: GroupRights, earlier: GroupRights[], later: GroupRights[]) {
  const before = (rules: GroupRights[]) => {
    const groups = rules.map(({ group }) => group)
    return groups.slice(0, Math.max(0, groups.indexOf(rule.group)))
  }
  return before(earlier).some((group) => !before(later).includes(group))
}

async function removeAccessRule(run: Run) {
  const { world, rollcall } = run
  const removed = pick(run, groups)
  await removeRule(rollcall.database, removed)
  setRules(
    world,
    world.rules.filter(({ group }) => group !== removed),
  )
}

async function signIn(run: Run) {
  const { world, provider, origin, rollcall } = run
  const person = pick(run, people)
  const claimed = some(run, [...groups, 'visitors'])
  provider.lies.claims = { sub: person, name: person, groups: claimed }
  const browser = visitor()
  const { status } = await browser.open(
    `${origin}/sign-in`,
    (url) => !url.startsWith(origin) || url.includes('/sign-in'),
  )
  const rule = world.rules.find(({ group }) => claimed.includes(group))
  expect({ person, claimed, status }).toEqual({ person, claimed, status: rule ? 303 : 403 })
  const secret = browser.cookies(origin).get('__Host-rollcall')
  expect(secret !== undefined).toBe(rule !== undefined)
  if (!rule) return
  const headers = { cookie: `__Host-rollcall=${secret}`, 'sec-fetch-site': 'same-origin' }
  const { id } = (await rollcall.app.inject({ url: '/v1/session', headers })).json()
  const rights = { scopes: rule.scopes, entities: rule.entities }
  const times = { createdAt: world.now(), expiresAt: null, isEnded: false }
  world.holders.push({ id, kind: 'session', headers, ...rights, ...times, person, group: rule.group })
}

async function endSession(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const session = pick(
    run,
    world.holders.filter(({ kind }) => kind === 'session'),
  )
  if (!session) return
  const response = await send(run, by, 'DELETE', `/v1/sessions/${session.id}`)
  const isOwn = by.person !== undefined && by.person === session.person
  const isVisible = isOwn || (by.scopes.includes('admin') && isWithin(session, by))
  const found = isVisible && isInForce(session, world) ? 204 : 'session-not-found'
  const expected = refusal(world, by, scopes) ?? (by.kind === 'test' ? 'test-token' : found)
  compare('end session', by, resultOf(response), expected)
  if (expected === 204) session.isEnded = true
}

async function addEntity(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const id = pick(run, ids)
  const response = await send(run, by, 'POST', '/v1/entities', { id, name: id, time_zone: 'UTC' })
  const taken = world.existing.has(id) || world.removed.has(id) ? 'entity-exists' : 201
  const expected = adminRefusal(world, by) ?? (by.entities === 'all' ? taken : 'all-entities-required')
  compare(`add ${id}`, by, resultOf(response), expected)
  if (expected === 201) world.existing.add(id)
}

/** By command, as an operator does. */
async function removeOrImportEntity(run: Run) {
  const { world, rollcall } = run
  const id = pick(run, ids)
  if (world.existing.has(id)) {
    expect(await removeEntity(rollcall.database, rollcall.clock, id)).toEqual([])
    world.existing.delete(id)
    world.removed.add(id)
    // A token loses the entity. The list of a session stays, and names nothing.
    for (const token of tokensOf(world))
      if (token.entities !== 'all') token.entities = token.entities.filter((one) => one !== id)
  } else {
    const imported = await rollcall.given(entity({ id })).then(
      () => 'imported',
      () => 'refused',
    )
    expect([id, imported]).toEqual([id, world.removed.has(id) ? 'refused' : 'imported'])
    if (imported === 'imported') world.existing.add(id)
  }
}

async function retireOrRestore(run: Run) {
  const { world, rollcall } = run
  const by = anyHolder(run)
  const id = pick(run, ids)
  const refused =
    refusal(world, by, ['admin']) ?? (by.kind === 'test' ? 'test-token' : refusal(world, by, ['admin'], id))
  if (run.random(2) === 0) {
    const { etag = '"none"' } = (await rollcall.get(`/v1/entities/${id}`)).headers
    const response = await send(run, by, 'DELETE', `/v1/entities/${id}`, undefined, { 'if-match': String(etag) })
    compare(`retire ${id}`, by, resultOf(response), refused ?? 200)
  } else {
    const response = await send(run, by, 'POST', `/v1/entities/${id}/restoration`)
    compare(`restore ${id}`, by, resultOf(response), refused ?? 200)
  }
}

/** Sessions end after 12 hours, and some access tokens expire. */
async function waitHours({ rollcall, world }: Run) {
  rollcall.clock.time += hours(13)
  for (const holder of world.holders) if (holder.kind === 'session') holder.isEnded = true
}

/** Each occurs as often as it is in the list. */
const steps = [
  ...[createToken, createToken, createToken, rotateToken, rotateToken, revokeToken],
  ...[setAccessRule, putAccessRules, putAccessRules, removeAccessRule, signIn, signIn, signIn, endSession],
  ...[addEntity, addEntity, removeOrImportEntity, retireOrRestore],
]

/** Makes one random change by a random credential, which the service must allow or refuse as the model does. */
export const takeStep = (run: Run) => (run.random(60) === 0 ? waitHours : pick(run, steps))(run)

function compare(step: string, by: Holder, result: Result, expected: Result) {
  expect({ step, by, result }).toEqual({ step, by, result: expected })
}
