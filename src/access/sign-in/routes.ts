import type { Feature } from '../../platform/http/feature.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'
import { domainOf } from '../accounts/passkey-domain.ts'
import { localPath } from './local-path.ts'

const hidden = { schema: { hide: true } } as const

/** Sign-in by OpenID Connect, if a provider is configured. Pages ask here how people can sign in. */
export const signInRoutes: Feature = (app, context) => {
  const { signIn, hasAccounts: accounts } = context.config
  app.get('/sign-in/offered', { ...hidden, config: { public: true } }, async () => {
    const passkeys = accounts && domainOf(context.origin()) ? new URL(context.origin()).origin : undefined
    // A passkey belongs to this origin. At another address of the service, it does not work.
    return { offered: signIn !== undefined, accounts, ...(passkeys !== undefined && { passkeys }) }
  })
  if (!signIn) {
    // The desk and other pages lead here.
    if (accounts)
      app.get('/sign-in', { ...hidden, config: { public: true } }, async ({ query }, reply) => {
        const to = localPath((query as { to?: unknown }).to)
        return reply
          .code(303)
          .header('Location', `./account#${new URLSearchParams({ to })}`)
          .send()
      })
    return
  }
  app.register(async (pages) => {
    declareRoutesPublic(pages, { budget: 'sign-in', personal: 'none' })
    acceptForms(pages)
    // A service without a provider does not load the library.
    const { signInHandlers } = await import('./sign-in-handlers.ts')
    const handlers = signInHandlers(context, signIn)
    const page = { ...hidden, errorHandler: handlers.onError }
    pages.get('/sign-in', page, handlers.start)
    pages.get('/sign-in/callback', page, handlers.callback)
    pages.get('/sign-in/signed-out', page, handlers.showSignedOut)
    pages.post('/sign-in/logout', hidden, handlers.providerLogout)
    pages.post('/sign-out', hidden, handlers.signOut)
  })
}
