import type { FastifyInstance } from 'fastify'

/** Lets the routes that are registered on `app` from now on be requested without a credential. */
export const declareRoutesPublic = (app: FastifyInstance) =>
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
