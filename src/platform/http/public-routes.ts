import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { maxPublicBodyBytes } from './limits.ts'

/** Makes the routes that are registered on `app` after this call public: they require no credential, and their
 *  bodies are small.
 *  @param budget the budget per client address of routes that look something up by a secret */
export const declareRoutesPublic = (app: FastifyInstance, budget?: FastifyContextConfig['budget']) =>
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true, ...(budget && { budget }) }
    route.bodyLimit ??= maxPublicBodyBytes
  })
