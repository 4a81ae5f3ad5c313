import { expect } from 'vitest'
import { scopes } from '../../src/access/credentials/scope.ts'
import { visitor } from '../visitor.ts'
import { resultOf } from './probes.ts'
import { isInForce, isWithin, refusal } from './rights.ts'
import { anyHolder, compare, groups, pick, type Run, send, some } from './run.ts'

const people = ['ana', 'rui', 'zoe']

export async function signIn(run: Run) {
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

export async function endSession(run: Run) {
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
