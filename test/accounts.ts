import type { NewAccount } from '../src/access/accounts/account-record.ts'
import { authenticator } from './authenticator.ts'
import type { Rollcall } from './rollcall.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

export const password = 'a horse that eats staples'

/** Returns the value of the cookie that a response sets. */
export const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['set-cookie']).split(';', 1)[0]!

/** Requests of the page of a browser. */
export const browserOf = ({ app }: Pick<Rollcall, 'app'>, cookie?: string) => {
  const headers = { ...sameOrigin, ...(cookie !== undefined && { cookie }) }
  const send =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    (url: string, payload: object = {}) =>
      app.inject({ method, url, headers, payload })
  return {
    get: (url: string) => app.inject({ url, headers }),
    post: send('POST'),
    put: send('PUT'),
    remove: send('DELETE'),
  }
}

/** Invites a person over HTTP. Returns the account and the secret of its link. */
export async function invite({ post }: Pick<Rollcall, 'post'>, over: Partial<NewAccount> = {}) {
  const everywhere = over.entities ? {} : { all_entities: true }
  const person = { name: 'Ana Reis', role: 'reception', ...everywhere, ...over }
  const { link, ...account } = (await post('/v1/accounts', person)).json()
  return { account, secret: secretOf(link.url) }
}

export const secretOf = (url: string) => url.split('#invitation=')[1]!

export const joinWithPassword = (rollcall: Pick<Rollcall, 'app'>, secret: string, text = password) =>
  browserOf(rollcall).post('/sign-in/invitation/password', { secret, password: text })

/** Uses a link up with a new passkey. */
export async function joinWithPasskey(rollcall: Pick<Rollcall, 'app'>, secret: string, key = authenticator(publicUrl)) {
  const { post } = browserOf(rollcall)
  const options = (await post('/sign-in/invitation/passkey-options', { secret })).json()
  const response = await post('/sign-in/invitation/passkey', { secret, passkey: key.create(options) })
  return { key, response, options }
}

export const publicUrl = 'https://rollcall.example'

export const signInWithPassword = (rollcall: Pick<Rollcall, 'app'>, name: string, text = password) =>
  browserOf(rollcall).post('/sign-in/password', { name, password: text })
