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
    const { handlers } = await import('./handlers.ts')
    const { begun, answered, signedOut, signOut, providerLogout, failed } = handlers(context, signIn)
    const page = { ...hidden, errorHandler: failed }
    pages.get('/sign-in', page, begun)
    pages.get('/sign-in/callback', page, answered)
    pages.get('/sign-in/signed-out', page, signedOut)
    pages.post('/sign-in/logout', hidden, providerLogout)
    pages.post('/sign-out', hidden, signOut)
  })
}
