import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

/** The responses that the provider falsifies. A function receives the true response. */
export interface Lies {
  discovery?: Record<string, unknown>
  /** Parameters of its answer in the browser. An empty one is left out. */
  answer?: Record<string, string>
  /** Claims of the ID token. The token lacks a claim that is undefined. */
  claims?: Record<string, unknown>
  userinfo?: Record<string, unknown>
  /** Replaces the ID token. */
  idToken?: (claims: JWTPayload) => string | Promise<string>
  /** Responds instead of the provider. */
  respond?: (path: string, response: ServerResponse) => boolean
}

/** An identity provider on loopback that says what the test wants. It signs in everybody at once.
 *  @param path of its issuer */
export async function lyingProvider(path = '') {
  const lies: Lies = {}
  let keys = await keyPair()
  let latestKey = 1
  const codes = new Map<string, { nonce: string; redirectUri: string }>()
  const requests: string[] = []
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, issuer)
    requests.push(url.pathname)
    if (lies.respond?.(url.pathname, response)) return
    const json = (value: object, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    switch (url.pathname.split('/').at(-1)) {
      case 'openid-configuration':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/certs`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...lies.discovery,
        })
      case 'auth': {
        const { state, nonce, redirect_uri } = Object.fromEntries(url.searchParams)
        const code = `code-${codes.size}`
        codes.set(code, { nonce: nonce!, redirectUri: redirect_uri! })
        const back = new URL(redirect_uri!)
        for (const [name, value] of Object.entries({ code, state: state!, ...lies.answer })) {
          if (value) back.searchParams.set(name, value)
        }
        return response.writeHead(303, { Location: back.href }).end()
      }
      case 'token': {
        const form = new URLSearchParams(await text(request))
        const asked = codes.get(form.get('code')!)
        codes.delete(form.get('code')!)
        if (!asked) return json({ error: 'invalid_grant' }, 400)
        const claims = { ...truth(), nonce: asked.nonce, ...lies.claims }
        const id_token = await (lies.idToken ?? sign)(claims)
        return json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token })
      }
      case 'userinfo':
        return json({ sub: 'ana', ...lies.userinfo })
      case 'certs': {
        const key = await exportJWK(keys.publicKey)
        return json({ keys: [{ ...key, kid: `key-${latestKey}`, alg: 'RS256', use: 'sig' }] })
      }
    }
    response.writeHead(404).end()
  }

  const now = () => Math.floor(Date.now() / 1_000)
  const truth = (): JWTPayload => ({
    iss: issuer,
    sub: 'ana',
    aud: 'rollcall',
    name: 'Ana Reis',
    groups: ['/desk'],
    sid: 'sid-1',
    iat: now(),
    exp: now() + 300,
  })

  const sign = (claims: JWTPayload, typ = 'JWT') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `key-${latestKey}`, typ }).sign(keys.privateKey)

  return {
    issuer,
    lies,
    sign,
    /** The paths that were requested. */
    requests,
    signIn: { issuer, clientId: 'rollcall', proof: { secret: 's' }, groupsClaim: 'groups', timeoutSeconds: 10 },
    async rotateKey() {
      keys = await keyPair()
      latestKey++
    },
    logoutToken: (claims: Record<string, unknown> = {}) => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const token = { iss: issuer, aud: 'rollcall', iat: now(), exp: now() + 60, jti: 'j', events, sid: 'sid-1' }
      return sign({ ...token, ...claims }, 'logout+jwt')
    },
  }
}

const keyPair = () => generateKeyPair('RS256', { extractable: true })
