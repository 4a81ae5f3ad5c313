import { expect } from 'vitest'
import { type Scope, scopes } from '../../src/access/credentials/scope.ts'
import type { lyingProvider } from '../lying-provider.ts'
import type { Rollcall } from '../rollcall.ts'
import { adminRefusal, type Holder, holds, isInForce, type Result, type World } from './rights.ts'

export interface Run {
  rollcall: Rollcall
  provider: Awaited<ReturnType<typeof lyingProvider>>
  origin: string
  world: World
  /** Returns a whole number from 0 to below. */
  random(below: number): number
}

export const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
export const groups = ['desk', 'doctors', 'it', 'board']

export const pick = <Item>({ random }: Run, items: readonly Item[]) => items[random(items.length)]!
export const some = <Item>(run: Run, items: readonly Item[]) => {
  const chosen = items.filter(() => run.random(3) === 0)
  return chosen.length > 0 ? chosen : [pick(run, items)]
}

/** Returns a credential: often one of an administrator, seldom one that has ended. */
export function anyHolder(run: Run): Holder {
  const { world, random } = run
  const present = world.holders.filter((one) => isInForce(one, world))
  const administrators = present.filter((one) => adminRefusal(world, one) === undefined)
  return pick(run, [administrators, administrators, present, world.holders][random(4)]!)
}

export const anyRights = (run: Run) => ({
  // Without administrators, few chains of grants would begin.
  scopes: [...new Set<Scope>([...some(run, scopes), ...(run.random(2) ? (['admin'] as const) : [])])],
  entities:
    run.random(5) === 0
      ? ('all' as const)
      : some(run, run.random(4) === 0 || run.world.existing.size === 0 ? ids : [...run.world.existing]),
})

/** Returns rights for a new credential. Half of the time, they are a part of the rights of its origin. */
export function anyGrant(run: Run, by: Holder) {
  if (run.random(2) === 0) return anyRights(run)
  const held = by.entities === 'all' ? [...run.world.existing] : by.entities
  const isForAll = by.entities === 'all' && run.random(2) === 0
  return {
    scopes: [...new Set<Scope>([...some(run, by.scopes), 'admin'])],
    entities: isForAll || held.length === 0 ? ('all' as const) : some(run, held),
  }
}

export const send = (
  { rollcall: { app } }: Run,
  by: Holder,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers = {},
) => app.inject({ method, url, headers: { ...by.headers, ...headers }, ...(payload && { payload }) })

/** Expects that no right of a credential exceeds those of its origin. */
export function expectNoMore(origin: Holder, created: Holder) {
  expect([origin, created, holds(origin, created)]).toEqual([origin, created, true])
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export function compare(step: string, by: Holder, result: Result, expected: Result) {
  expect({ step, by, result }).toEqual({ step, by, result: expected })
}
