import type { FastifyInstance } from 'fastify'

/** Makes the routes that are registered on `app` after this call public: they require no credential. */
export const declareRoutesPublic = (app: FastifyInstance) =>
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
