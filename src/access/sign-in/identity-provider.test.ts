import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { identityProvider } from '../../../test/identity-provider.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { visitor } from '../../../test/visitor.ts'
import type { SignIn } from '../../platform/config/sign-in.ts'
import { seconds } from '../../platform/time/instant.ts'
import { setRule } from './access-rules.ts'

const secret = 'a secret of the tests'

async function bootWithProvider(proof: SignIn['proof'], client: Record<string, unknown>) {
  const provider = await identityProvider()
  const { issuer } = provider
  const signIn = { issuer, clientId: 'rollcall', proof, groupsClaim: 'groups', timeoutSeconds: 10 }
  const rollcall = await bootRollcall({ config: { signIn } })
  await setRule(rollcall.database, { group: '/desk', scopes: ['checkin:read'], entities: 'all' })
  const origin = await rollcall.listen()
  provider.register(origin, client)
  const browser = visitor()
  return {
    ...rollcall,
    issuer,
    origin,
    browser,
    signIn: () => browser.open(`${origin}/sign-in?to=/desk`, (url) => !url.endsWith('/desk')),
    session: async () => (await browser.request(`${origin}/v1/session`)).json(),
  }
}

const bySecret = () =>
  bootWithProvider({ secret }, { client_secret: secret, token_endpoint_auth_method: 'client_secret_post' })

describe('with a real identity provider', () => {
  test('a person signs in, by the claims of the user info', async () => {
    const { signIn, session, origin, issuer } = await bySecret()
    const { visited } = await signIn()
    expect(visited.at(-1)).toBe(`${origin}/desk`)
    expect(await session()).toMatchObject({ name: 'Ana Reis', issuer, subject: 'ana', all_entities: true })
  })

  for (const [alg, key] of [
    ['PS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ] as const) {
    test(`the service proves itself by a private key of ${alg}`, async () => {
      const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      const jwks = { keys: [{ ...key.publicKey.export({ format: 'jwk' }), alg, use: 'sig', kid: 'k' }] }
      const { signIn, session } = await bootWithProvider(
        { privateKey },
        { jwks, token_endpoint_auth_method: 'private_key_jwt' },
      )
      await signIn()
      expect(await session()).toMatchObject({ name: 'Ana Reis' })
    })
  }

  test('a sign-out there ends the session here', async () => {
    const { signIn, session, browser, origin, issuer, clock } = await bySecret()
    await signIn()
    expect(await session()).toMatchObject({ name: 'Ana Reis' })
    const asked = await browser.open(`${issuer}/session/end?client_id=rollcall`)
    const fields = [...asked.page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
    const form = new URLSearchParams([...fields, ['logout', 'yes']])
    const [, action] = /action="([^"]+)"/.exec(asked.page)!
    const confirmed = await browser.request(new URL(action!, issuer).href, { method: 'POST', body: form })
    expect(confirmed.status).toBeLessThan(400)
    await expect
      .poll(async () => {
        clock.time += seconds(2)
        return (await browser.request(`${origin}/v1/session`)).status
      })
      .toBe(401)
  })
})
