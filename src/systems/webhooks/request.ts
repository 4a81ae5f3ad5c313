import type { BlockList } from 'node:net'
import { dnsLookup } from '../../platform/outgoing/dns-lookup.ts'
import { type LookupAll, lookupAllowed } from '../../platform/outgoing/public-address.ts'
import { request } from '../../platform/outgoing/request.ts'
import { retryAfterMs } from '../../platform/outgoing/retry-after.ts'
import { addressRule, urlFault } from './target.ts'

/** How an attempt ended: with a status, or with the reason for none. */
export type Outcome = { status: number; retryAfterMs?: number | undefined } | { reason: string }

/** Posts an event. Each request has its own connection, so that it uses only an address that was checked for it.
 *  @param networks the private networks that webhooks may reach */
export async function post(
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal?: AbortSignal | undefined },
  networks: BlockList,
  lookup: LookupAll = dnsLookup(),
): Promise<Outcome> {
  // The networks may have changed since the webhook was created.
  const fault = urlFault(url, networks)
  if (fault) return { reason: `The URL ${fault}` }
  const { isAllowed, refusal } = addressRule(new URL(url).protocol, networks)
  try {
    const { status, headers: answered } = await request(
      { method: 'POST', url, headers: { ...headers, 'Content-Type': 'application/json' }, body },
      {
        lookup: lookupAllowed(isAllowed, `The address of the host ${refusal}`, lookup),
        timeoutMs: 15_000,
        maxBytes: 65_536,
        isAlone: true,
        signal,
      },
    )
    return { status, retryAfterMs: retryAfterMs(answered['retry-after']) }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}
