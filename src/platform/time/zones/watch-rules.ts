import { Gauge } from '@prometheus-io/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../../http/metrics.ts'
import { type Clock, hours } from '../instant.ts'
import { faultsOfRules, nameOfRules, remedyOfRules } from './release.ts'
import { zoneRulesInUse } from './zones.ts'

const warnEveryMs = hours(24) / 1_000

/** Logs which time-zone rules the service uses, and what is wrong with them, now and every day. Counts the faults for Prometheus.
 *  Returns a function that stops it. */
export function watchRules(clock: Clock, log: FastifyBaseLogger, { registry }: Metrics): () => void {
  const { name: source, version } = zoneRulesInUse
  const registers = [registry]
  const info = { name: 'rollcall_zone_rules', help: 'The release of the time-zone rules in use, and its source.' }
  new Gauge({ ...info, labelNames: ['version', 'source'], registers }).set({ version, source }, 1)
  new Gauge({
    name: 'rollcall_zone_rules_faults',
    help: 'What is wrong with the time-zone rules: a newer release is not used, or the release is older than a year.',
    registers,
    collect() {
      this.set(faultsOfRules(clock.now()).length)
    },
  })
  const warn = () => {
    for (const fault of faultsOfRules(clock.now())) log.warn(remedyOfRules(fault))
  }
  log.info(`Time-zone rules: ${nameOfRules(zoneRulesInUse)}`)
  warn()
  const timer = setInterval(warn, warnEveryMs).unref()
  return () => clearInterval(timer)
}
