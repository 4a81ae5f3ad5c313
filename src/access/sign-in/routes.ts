import type { Feature } from '../../platform/http/feature.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'

const hidden = { schema: { hide: true } } as const

/** Sign-in by OpenID Connect, if a provider is configured. */
export const signInRoutes: Feature = (app, context) => {
  const { signIn } = context.config
  app.get('/sign-in/offered', { ...hidden, config: { public: true } }, async () => ({ offered: signIn !== undefined }))
  if (!signIn) return
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
