import type { FastifyInstance } from 'fastify'

const maxFormBytes = 16 * 1024

/** Makes the routes of `app` accept the forms of pages. The body becomes `URLSearchParams`. */
export const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )
