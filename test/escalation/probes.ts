import { expect } from 'vitest'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { byToken, type Rollcall } from '../rollcall.ts'
import { type Holder, isInForce, type Result, reachedBy, refusal, type World } from './rights.ts'

/** A request of each scope, which changes nothing. */
export const probes = [
  {
    sufficient: ['actions:read'],
    path: (id) => `/v1/metrics/notifications/actions/${id}/summary/2026-03-29/2026-03-30`,
  },
  { sufficient: ['actions:write'], method: 'POST', path: (id) => `/v1/acknowledgements/${id}/1/resend` },
  { sufficient: ['admin'], path: (id) => `/v1/entities/${id}/history` },
  { sufficient: ['checkin:code', 'checkin:read'], path: (id) => byToken('x', id) },
  { sufficient: ['checkin:read'], path: (id) => `/v1/notifications/${id}/x/arrival` },
  { sufficient: ['checkin:write'], method: 'POST', path: (id) => `/v1/notifications/${id}/x/arrival` },
  { sufficient: ['notifications:read'], path: (id) => `/v1/notifications/${id}/x` },
  { sufficient: ['notifications:write'], method: 'POST', path: (id) => `/v1/notifications/${id}` },
] as const satisfies { sufficient: Scope[]; method?: 'POST'; path(entity: string): string }[] as readonly Probe[]

interface Probe {
  sufficient: readonly Scope[]
  method?: 'POST'
  path(entity: string): string
}

const refusals = ['invalid-token', 'session-ended', 'insufficient-scope', 'entity-not-found', 'test-token']

export const resultOf = ({ statusCode, body }: { statusCode: number; body: string }): Result =>
  statusCode < 400 ? statusCode : JSON.parse(body).code

/** Makes a probe with a credential, and compares the response with the model. */
export async function probe({ app }: Rollcall, world: World, holder: Holder, probed: Probe, entity: string) {
  const { sufficient, method = 'GET', path } = probed
  const result = resultOf(await app.inject({ method, url: path(entity), headers: holder.headers }))
  const refused = refusals.find((code) => code === result)
  const expected = refusal(world, holder, sufficient, entity)
  expect({ holder, sufficient, entity, refused }).toEqual({ holder, sufficient, entity, refused: expected })
  return expected === undefined
}

/** Compares what a credential says about itself with the model. */
export async function compareRights({ app }: Rollcall, world: World, holder: Holder) {
  const ask = (url: string) => app.inject({ url, headers: holder.headers })
  const [entities, own] = [await ask('/v1/entities'), await ask('/v1/access-token')]
  const of = holder.id
  if (!isInForce(holder, world)) {
    expect({ of, status: [entities.statusCode, own.statusCode] }).toEqual({ of, status: [401, 401] })
    return
  }
  const reached = entities.json().map(({ id }: { id: string }) => id)
  expect({ of, reached, scopes: own.json().scopes }).toEqual({
    of,
    reached: reachedBy(world, holder),
    scopes: [...holder.scopes],
  })
}
