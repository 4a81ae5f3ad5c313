import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '../../platform/privacy/audit.ts'
import { auditRequests } from './audit-requests.ts'
import { AuditQueue, type QueueContext } from './queue.ts'

/** The audit of a process: of its requests, its workers and its providers. */
export interface ServiceAudit extends Audit {
  /** Makes entries for the requests of an app. Returns a function that ends the entry of a request, and returns the members of its
   *  log line. */
  ofRequests(
    app: FastifyInstance,
  ): (request: FastifyRequest, reply: FastifyReply, route: FastifyRequest['routeOptions']) => object | undefined
  /** Stores the last entries. Call it after the app has closed, and before the database is closed. */
  close(): Promise<void>
}

export function createAudit(context: QueueContext): ServiceAudit {
  const queue = new AuditQueue(context)
  return {
    record: (act) => queue.record(act),
    ofRequests: (app) => auditRequests(app, queue, context.clock),
    flush: () => queue.flush(),
    close: () => queue.close(),
  }
}
