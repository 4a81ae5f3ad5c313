import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Problem } from '../errors/errors.ts'
import { type RateLimiter, rateLimited } from '../scheduling/rate-limiter.ts'
import { minutes } from '../time/instant.ts'
import type { Metrics } from './metrics.ts'

/** Requests and misses of one address per minute. A miss is a request with a wrong link, signature or credential: over
 *  budget, it gets 429, while a request with the right one still succeeds (docs/decisions/0006). */
const budgets = {
  // Thousands of contacts share an address of a mobile carrier, and a mail scanner opens the links of a whole morning.
  // RATE_LIMIT can raise it.
  pages: { requests: 6_000, misses: 60 },
  // The staff of a hospital signs in at the beginning of a shift. Each sign-in calls the identity provider. The link of the
  // first start has the same budget.
  'sign-in': { requests: 300, misses: 60 },
  // A provider sends the reports of all messages from few addresses.
  callbacks: { requests: Infinity, misses: 60 },
  // Requests with a right credential have the budget of the credential.
  credentials: { requests: Infinity, misses: 60 },
} as const

type AddressBudget = keyof typeof budgets
type RefusedKind = `${AddressBudget}-${'requests' | 'misses'}`

const windowMicros = minutes(1)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget per client address of a public route. */
    budget?: Exclude<AddressBudget, 'credentials'>
  }
}

export interface AddressBudgets {
  /** Counts a request of a route that declares a budget. Returns the problem of a request over budget. */
  refusalOf(request: FastifyRequest): Problem | undefined
  /** @throws Problem rate-limited if the address has used up the misses of the route's budget */
  requireFewMisses(request: FastifyRequest): void
  /** Counts the failed request, if it was a miss. Returns the error, or Problem rate-limited for a miss over budget. */
  errorOf(error: FastifyError, request: FastifyRequest): FastifyError
}

const unlimited: AddressBudgets = { refusalOf: () => undefined, requireFewMisses() {}, errorOf: (error) => error }

interface Observers {
  metrics: Pick<Metrics, 'refused'>
  log: FastifyBaseLogger
}

/** @param perMinute requests per credential; 0 disables the budgets of addresses, too */
export function createAddressBudgets(
  limiter: RateLimiter,
  { metrics, log }: Observers,
  perMinute: number,
): AddressBudgets {
  if (perMinute === 0) return unlimited
  const keyOf = (name: RefusedKind, address: string) => `${name} ${address}`

  /** Returns undefined within the budget. */
  function take(kind: AddressBudget, what: 'requests' | 'misses', { ip }: FastifyRequest): Problem | undefined {
    const max =
      kind === 'pages' && what === 'requests' ? Math.max(perMinute, budgets.pages.requests) : budgets[kind][what]
    if (max === Infinity) return undefined
    const name: RefusedKind = `${kind}-${what}`
    const address = networkOf(ip)
    const { count, leftMicros } = limiter.count(keyOf(name, address), windowMicros)
    if (count <= max) return undefined
    metrics.refused(name)
    if (count === max + 1)
      log.warn(
        { address, kind: name, max },
        'Refuses requests of this address until the minute is over. If it is your reverse proxy, list it in TRUST_PROXY.',
      )
    return rateLimited(leftMicros)
  }

  return {
    refusalOf(request) {
      const { budget } = request.routeOptions.config
      return budget && take(budget, 'requests', request)
    },
    requireFewMisses({ ip, routeOptions }) {
      const budget = routeOptions.config.budget!
      const name: RefusedKind = `${budget}-misses`
      const { count, leftMicros } = limiter.windowOf(keyOf(name, networkOf(ip)))
      if (count < budgets[budget].misses) return
      metrics.refused(name)
      throw rateLimited(leftMicros)
    },
    errorOf(error, request) {
      const kind = kindOfMiss(error, request)
      return (kind && take(kind, 'misses', request)) ?? error
    },
  }
}

/** Refuses requests over budget before their bodies are read. */
export const limitAddresses = (app: FastifyInstance, { refusalOf }: AddressBudgets) =>
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))

function kindOfMiss(error: Error, { routeOptions }: FastifyRequest): AddressBudget | undefined {
  if (!(error instanceof Problem)) return undefined
  if (error.code === 'invalid-token') return 'credentials'
  return [401, 403, 404].includes(error.status) ? routeOptions.config.budget : undefined
}

/** Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address: that is what a household or a server gets. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
