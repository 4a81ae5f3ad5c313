import type { ServiceAudit } from '../../src/access/audit/audit.ts'

/** An audit that records nothing, to measure what the audit costs. The service itself has no such setting. */
export const noAudit: ServiceAudit = {
  record() {},
  ofRequests(app) {
    app.decorateRequest('noteContacts', () => {})
    return () => undefined
  },
  async flush() {},
  async close() {},
}
