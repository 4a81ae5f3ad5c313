import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'
import type { DatabaseWait } from '../database/database.ts'

/** The metrics of this process, for Prometheus. Labels contain route templates, never a token, uid or raw URL. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  const requests = new Histogram({
    name: 'rollcall_http_request_duration_seconds',
    help: 'Requests by route template, method and status, from their first byte to the last byte of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const rows = new Counter({
    name: 'rollcall_rows_streamed_total',
    help: 'Records read for lists of actions and visits.',
    registers,
  })
  const lists = new Counter({
    name: 'rollcall_list_cache_requests_total',
    help: 'Requests for whole lists, by whether the cache had the list (hit) or the database was read (miss).',
    labelNames: ['result'],
    registers,
  })
  const [hits, misses] = [lists.labels('hit'), lists.labels('miss')]
  const waits = new Histogram({
    name: 'rollcall_database_wait_seconds',
    help: 'Time spent on a read, on waiting for the writer, and on a commit.',
    labelNames: ['kind'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const webhookAttempts = new Counter({
    name: 'rollcall_webhook_attempts_total',
    help: 'Events posted to webhooks, by outcome: a 2xx status (accepted), another one (refused), or none (no-response).',
    labelNames: ['outcome'],
    registers,
  })

  const refusals = new Counter({
    name: 'rollcall_refused_requests_total',
    help: 'Requests that got 429 because their address was over a budget: of requests, or of wrong links, signatures and credentials (misses).',
    labelNames: ['kind'],
    registers,
  })

  const deliveryAttempts = new Counter({
    name: 'rollcall_delivery_attempts_total',
    help: 'Attempts to send a message, by outcome: accepted, refused (permanently), deferred (the address accepts none now), written (to a file, because the channel has no server), busy (the provider accepts none now), unclear (no response), or failed.',
    labelNames: ['channel', 'outcome'],
    registers,
  })

  const removedRows = new Counter({
    name: 'rollcall_removed_rows_total',
    help: 'Rows that the nightly deletion deleted, or whose personal data it removed.',
    labelNames: ['table'],
    registers,
  })

  const lostEntries = new Counter({
    name: 'rollcall_audit_entries_lost_total',
    help: 'Entries of the audit that were not stored, because the database did not take them. The log has them.',
    registers,
  })

  // Concurrent requests share one text: it takes 2.5 ms, and a connection can pipeline 32 of them.
  let text: Promise<string> | undefined
  const render = () => {
    text ??= registry.metrics().finally(() => {
      text = undefined
    })
    return text
  }

  const databaseWait: DatabaseWait = (kind, seconds) => waits.observe({ kind }, seconds)
  return {
    registry,
    /** Returns all metrics in the format of `registry.contentType`. */
    render,
    databaseWait,
    request: (method: string, route: string, status: number, seconds: number) =>
      requests.observe({ method, route, status }, seconds),
    recordsRead: (count: number) => rows.inc(count),
    webhookAttempt: (outcome: 'accepted' | 'refused' | 'no-response') => webhookAttempts.inc({ outcome }),
    deliveryAttempt: (channel: string, outcome: string) => deliveryAttempts.inc({ channel, outcome }),
    rowRemoved: (table: string, count: number) => removedRows.inc({ table }, count),
    refused: (kind: string) => refusals.inc({ kind }),
    auditEntriesLost: (count: number) => lostEntries.inc(count),
    cacheLookup: (isHit: boolean) => (isHit ? hits : misses).inc(),
  }
}

/** Metrics of Node whose names Prometheus reserves for other types. Others have the same figures: the metrics by type, whose sum they
 *  are, and the lag of the event loop. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
]

/** Adds the metrics of Node. Call this once in a process: their timers run until it exits. */
export function measureProcess({ registry }: Metrics) {
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
}
