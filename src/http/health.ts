import { Type } from 'typebox'
import { pendingMigrations } from '../database/migrate.ts'
import { Problem } from '../errors.ts'
import type { Feature } from './feature.ts'
import { describeResponses, json, response } from './reference.ts'

const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], {
      description:
        '`degraded`: nodes of the Citus cluster do not respond, and requests for their entities get 503. A service that is not ready returns a problem.',
    }),
    lost_nodes: Type.Optional(Type.Array(Type.String(), { description: 'The nodes that do not respond.' })),
  },
  {
    $id: 'Health',
    description: 'The state of the service.',
    examples: [{ status: 'ok' }, { status: 'degraded', lost_nodes: ['10.0.0.7:5432'] }],
  },
)

export const healthRoutes: Feature = (app, { database, metrics, config }) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  app.get(
    '/livez',
    {
      config: { public: true, responses: describeResponses({ 200: json('The process runs.', Health) }) },
      schema: { operationId: 'getLiveness', summary: 'Check that the process runs', tags: ['operation'] },
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
        responses: describeResponses(
          { 200: json('The service is ready.', Health) },
          'overloaded',
          'database-unavailable',
        ),
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
      database.engine.verifyFiles()
      if ((await pendingMigrations(database)).length > 0) throw new Problem('database-unavailable')
      const lost = database.engine.cluster?.lost
      return lost ? { status: 'degraded', lost_nodes: lost.names } : { status: 'ok' }
    },
  )

  if (config.metricsPort === undefined) {
    app.get(
      '/metrics',
      {
        config: {
          public: true,
          responses: describeResponses({ 200: response('The metrics.', { 'text/plain': Type.String() }) }),
        },
        schema: { operationId: 'getMetrics', summary: 'Get the metrics for Prometheus', tags: ['operation'] },
      },
      async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
    )
  }
}
