import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { maxPublicBodyBytes } from './limits.ts'

/** Makes the routes that are registered on `app` after this call public: they require no credential, and their
 *  bodies are small.
 *  @param found for routes that look something up by a secret: their budget per client address, and whose data they find */
export const declareRoutesPublic = (
  app: FastifyInstance,
  found: Pick<FastifyContextConfig, 'budget' | 'personal'> = {},
) =>
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true, ...found }
    route.bodyLimit ??= maxPublicBodyBytes
  })
