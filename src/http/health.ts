import { pendingMigrations } from '../database/migrate.ts'
import { Problem } from '../errors.ts'
import type { Feature } from './feature.ts'

export const healthRoutes: Feature = (app, { database, metrics, config }) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  app.get(
    '/livez',
    { config: { public: true }, schema: { summary: 'Whether the process runs', tags: ['operation'] } },
    async () => ({
      status: 'ok',
    }),
  )

  app.get(
    '/readyz',
    {
      config: { public: true },
      schema: { summary: 'Whether it can serve: the database answers and is up to date', tags: ['operation'] },
    },
    async () => {
      if (closing) throw new Problem('overloaded')
      database.engine.verifyFiles()
      if ((await pendingMigrations(database)).length > 0) throw new Problem('database-unavailable')
      return { status: 'ok' }
    },
  )

  if (config.metricsPort === undefined) {
    app.get(
      '/metrics',
      { config: { public: true }, schema: { summary: 'Prometheus metrics', tags: ['operation'] } },
      async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
    )
  }
}
