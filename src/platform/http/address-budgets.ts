import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Problem } from '../errors/errors.ts'
import { type Clock, minutes, seconds } from '../time/instant.ts'
import type { Metrics } from './metrics.ts'

/** Requests and misses of one address per minute. A miss is a request with a wrong link, signature or credential: over
 *  budget, it gets 429, while a request with the right one still succeeds (docs/decisions/0097). */
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
// 8 MB for each count.
const maxAddresses = 50_000

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
  clock: Clock
  metrics: Pick<Metrics, 'refused'>
  log: FastifyBaseLogger
}

/** Each process counts for itself.
 *  @param perMinute requests per credential; 0 disables the budgets of addresses, too */
export function createAddressBudgets({ clock, metrics, log }: Observers, perMinute: number): AddressBudgets {
  if (perMinute === 0) return unlimited
  const counters = new Map<RefusedKind, ReturnType<typeof counter>>()
  const counterOf = (name: RefusedKind) => counters.getOrInsertComputed(name, () => counter(clock))

  /** Returns undefined within the budget. */
  function take(kind: AddressBudget, what: 'requests' | 'misses', { ip }: FastifyRequest): Problem | undefined {
    const max =
      kind === 'pages' && what === 'requests' ? Math.max(perMinute, budgets.pages.requests) : budgets[kind][what]
    if (max === Infinity) return undefined
    const name: RefusedKind = `${kind}-${what}`
    const address = networkOf(ip)
    const { count, leftMicros } = counterOf(name).take(address)
    if (count <= max) return undefined
    metrics.refused(name)
    if (count === max + 1)
      log.warn(
        { address, kind: name, max },
        'Refuses requests of this address until the minute is over. If it is your reverse proxy, list it in TRUST_PROXY.',
      )
    return limited(leftMicros)
  }

  return {
    refusalOf(request) {
      const { budget } = request.routeOptions.config
      return budget && take(budget, 'requests', request)
    },
    requireFewMisses({ ip, routeOptions }) {
      const budget = routeOptions.config.budget!
      const name: RefusedKind = `${budget}-misses`
      const { count, leftMicros } = counterOf(name).taken(networkOf(ip))
      if (count < budgets[budget].misses) return
      metrics.refused(name)
      throw limited(leftMicros)
    },
    errorOf(error, request) {
      const kind = kindOfMiss(error, request)
      return (kind && take(kind, 'misses', request)) ?? error
    },
  }
}

const limited = (leftMicros: number) =>
  new Problem('rate-limited', {}, { 'Retry-After': String(Math.ceil(leftMicros / seconds(1))) })

/** Refuses requests over budget before their bodies are read. */
export const limitAddresses = (app: FastifyInstance, { refusalOf }: AddressBudgets) =>
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))

function kindOfMiss(error: Error, { routeOptions }: FastifyRequest): AddressBudget | undefined {
  if (!(error instanceof Problem)) return undefined
  if (error.code === 'invalid-token') return 'credentials'
  return [401, 403, 404].includes(error.status) ? routeOptions.config.budget : undefined
}

interface Taken {
  /** In the present minute. */
  count: number
  leftMicros: number
}

/** Counts per address. A window begins with its first request. Beyond `maxAddresses`, the address whose
 *  window ends first is forgotten. */
function counter(clock: Clock) {
  const windows = new Map<string, { until: number; count: number }>()

  /** The map is in the order in which windows end, because all of them are equally long. */
  function forget(now: number) {
    for (const [address, { until }] of windows) {
      if (until > now && windows.size < maxAddresses) return
      windows.delete(address)
    }
  }

  return {
    taken(address: string): Taken {
      const window = windows.get(address)
      const leftMicros = (window?.until ?? 0) - clock.monotonic()
      return { count: leftMicros > 0 ? window!.count : 0, leftMicros }
    },
    take(address: string): Taken {
      const now = clock.monotonic()
      let window = windows.get(address)
      if (window === undefined || window.until <= now) {
        forget(now)
        window = { until: now + windowMicros, count: 0 }
        // To the end of the order.
        windows.delete(address)
        windows.set(address, window)
      }
      window.count++
      return { count: window.count, leftMicros: window.until - now }
    },
  }
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
