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
  put,
  patch,
  remove,
}: Pick<Rollcall, 'app' | 'token' | 'get' | 'post' | 'put' | 'patch' | 'remove'>) {
  const read = async (url = path) => ({ 'if-match': String((await get(url)).headers.etag) })
  const given = { name: 'Clínica do Norte', time_zone: 'Europe/Lisbon', language: 'pt' }
  const logo = readFileSync(new URL('../examples/logo.png', import.meta.url))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const setLogo = (payload: Buffer | string) => app.inject({ method: 'PUT', url: `${path}/logo`, headers, payload })
  const created = await post('/v1/access-tokens', { name: 'x', scopes: ['actions:read'], entities: ['clinica-lisboa'] })
  const accessToken = `/v1/access-tokens/${created.json().id}`
  const rules = '/v1/access-rules'
  const desk = { group: '/desk', scopes: ['checkin:read'], entities: ['clinica-lisboa'] }
  const accounts = '/v1/accounts'
  const person = { name: 'Ana Reis', role: 'reception', entities: ['clinica-lisboa'] }
  const invited = await post(accounts, person)
  const account = `${accounts}/${invited.json().id}`
  const email = '/v1/channels/email'
  const mailServer = { SMTP_URL: 'smtps://127.0.0.1:9', PUBLIC_URL: 'https://rollcall.test' }
  const responses = [
    await post('/v1/entities', { id: 'clinica-norte', ...given }),
    await patch(`${path}?dry_run=true`, { time_zone: 'Europe/Madrid' }),
    await patch(path, { phone: '213 000 000' }, await read()),
    await patch(path, { phone: null }, await read()),
    await setLogo(logo),
    await setLogo(''),
    await remove(path, await read()),
    await post(`${path}/restoration`),
    await get(`${path}/history`),
    created,
    await get('/v1/access-tokens'),
    await post(`${accessToken}/rotation`),
    await remove(accessToken),
    await put(rules, [desk], await read(rules)),
    await get(rules),
    await get(`${rules}/versions`),
    await put(rules, [], await read(rules)),
    invited,
    await get(accounts),
    await get(account),
    await put(account, { ...person, role: 'manager' }, await read(account)),
    await post(`${account}/link`),
    await remove(account),
    await get('/v1/account-changes'),
    await get('/v1/channels'),
    await put(email, mailServer, await read(email)),
    await get(email),
    await get(`${email}/versions`),
    await post(`${email}/test`, { settings: mailServer }),
    await remove(email, await read(email)),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([
    ...[201, 200, 200, 200, 204, 204, 200, 200, 200],
    ...[201, 200, 201, 204],
    ...[200, 200, 200, 200],
    ...[201, 200, 200, 200, 201, 204, 200],
    ...[200, 200, 200, 200, 200, 204],
  ])
}
