import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** The routes of the latest app. The hook runs before any route is registered. */
export const appRoutes: RouteOptions[] = []
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  appRoutes.length = 0
  fastify.addHook('onRoute', (route) => void appRoutes.push(route))
})
