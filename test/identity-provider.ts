import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'

/** Starts an identity provider (oidc-provider) on loopback. It signs in the person at the keyboard at once. */
export async function identityProvider() {
  let listener: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const names = new Map<string, string>()
  /** The person who enters the password, if the provider asks. */
  const atKeyboard = { id: 'ana', name: 'Ana Reis' }
  let logins = 0
  return {
    issuer,
    atKeyboard,
    /** Returns how often it asked the person to sign in. */
    logins: () => logins,
    /** Registers the service. Its address is known only once it listens. */
    register(origin: string, client: Record<string, unknown>) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: 'rollcall',
            redirect_uris: [`${origin}/sign-in/callback`],
            post_logout_redirect_uris: [`${origin}/sign-in/signed-out`],
            backchannel_logout_uri: `${origin}/sign-in/logout`,
            backchannel_logout_session_required: true,
            ...client,
          },
        ],
        claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
        clientAuthMethods: ['client_secret_post', 'private_key_jwt'],
        cookies: { keys: ['a key of the tests'] },
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
        // Its own fetch reaches no service on loopback.
        fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
          fetch(url, options),
        interactions: { url: () => '/interaction' },
        pkce: { required: () => true },
        findAccount: (_context: unknown, accountId: string) => ({
          accountId,
          claims: async () => ({ sub: accountId, name: names.get(accountId), groups: ['/desk'] }),
        }),
      })
      const callback = provider.callback()
      listener = (request, response) => {
        if (!request.url!.startsWith('/interaction')) return callback(request, response)
        void provider.interactionDetails(request, response).then(async ({ params, prompt }) => {
          if (prompt.name === 'login') logins++
          const { id, name } = atKeyboard
          names.set(id, name)
          const grant = new provider.Grant({ accountId: id, clientId: params.client_id })
          grant.addOIDCScope('openid profile email')
          const consent = { grantId: await grant.save() }
          await provider.interactionFinished(request, response, { login: { accountId: id }, consent })
        })
      }
    },
  }
}
