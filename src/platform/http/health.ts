import { type Static, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { Problem } from '../errors/errors.ts'
import type { Feature } from './feature.ts'
import { json, response } from './reference.ts'

const Health = Type.Object(
  {
    status: Type.Literal('ok', { description: 'A service that is not ready returns a problem.' }),
  },
  {
    $id: 'Health',
    description: 'The state of the service.',
    examples: [{ status: 'ok' }],
  },
)

export type Health = Static<typeof Health>

/** @throws Problem database-unavailable */
export async function readHealth(database: Database): Promise<Health> {
  database.engine.verifyFiles()
  if ((await pendingMigrations(database)).length > 0) throw new Problem('database-unavailable')
  return { status: 'ok' }
}

export const healthRoutes: Feature = (app, { database, metrics, config }) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  app.get(
    '/livez',
    {
      config: { public: true, responses: { 200: json('The process runs.', Health) } },
      schema: {
        operationId: 'getLiveness',
        summary: 'Check that the process runs',
        description: 'Reads nothing from the database.',
        tags: ['operation'],
      },
    },
    async () => ({
      status: 'ok',
    }),
  )

  app.get(
    '/readyz',
    {
      config: {
        public: true,
        responses: { 200: json('The service is ready.', Health) },
        problems: ['overloaded', 'database-unavailable'],
      },
      schema: {
        operationId: 'getReadiness',
        summary: 'Check that the service is ready',
        description: 'The service is ready if the database responds and has no pending migrations.',
        tags: ['operation'],
      },
    },
    async () => {
      if (closing) throw new Problem('overloaded')
      return readHealth(database)
    },
  )

  if (config.metricsPort === undefined) {
    app.get(
      '/metrics',
      {
        config: {
          public: true,
          responses: { 200: response('The metrics.', { 'text/plain': Type.String() }) },
        },
        schema: {
          operationId: 'getMetrics',
          summary: 'Get the metrics for Prometheus',
          description:
            'Each process of the service counts for itself. `METRICS_PORT` moves the metrics to another port.',
          tags: ['operation'],
        },
      },
      async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.render()),
    )
  }
}
