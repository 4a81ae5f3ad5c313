import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Rollcall } from './rollcall.ts'

const path = '/v1/entities/clinica-lisboa'

/** Makes each request of an administrator once, to an entity that exists. Leaves it as it was. */
export async function administerEntity({
  app,
  token,
  get,
  post,
  patch,
  remove,
}: Pick<Rollcall, 'app' | 'token' | 'get' | 'post' | 'patch' | 'remove'>) {
  const read = async () => ({ 'if-match': String((await get(path)).headers.etag) })
  const given = { name: 'Clínica do Norte', time_zone: 'Europe/Lisbon', language: 'pt' }
  const logo = readFileSync(new URL('../examples/logo.png', import.meta.url))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const put = (payload: Buffer | string) => app.inject({ method: 'PUT', url: `${path}/logo`, headers, payload })
  const created = await post('/v1/access-tokens', { name: 'x', scopes: ['actions:read'], entities: ['clinica-lisboa'] })
  const accessToken = `/v1/access-tokens/${created.json().id}`
  const responses = [
    await post('/v1/entities', { id: 'clinica-norte', ...given }),
    await patch(`${path}?dry_run=true`, { time_zone: 'Europe/Madrid' }),
    await patch(path, { phone: '213 000 000' }, await read()),
    await patch(path, { phone: null }, await read()),
    await put(logo),
    await put(''),
    await remove(path, await read()),
    await post(`${path}/restoration`),
    await get(`${path}/history`),
    created,
    await get('/v1/access-tokens'),
    await post(`${accessToken}/rotation`),
    await remove(accessToken),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([
    ...[201, 200, 200, 200, 204, 204, 200, 200, 200],
    ...[201, 200, 201, 204],
  ])
}
