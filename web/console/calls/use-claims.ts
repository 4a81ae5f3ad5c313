import { useEffect, useRef, useState } from 'preact/hooks'
import type { Claim, NotificationStatus } from '../../../client/client.ts'
import { idempotencyKey } from '../../../client/request.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { drafts } from '../../shared/loading/drafts.ts'
import { pause } from '../../shared/loading/pause.ts'

// The request reads one index. Two people who choose the same entry sooner learn it from the service.
const rereadAfterMs = 3_000

export interface Claims {
  of(notificationId: string): Claim | undefined
  /** Claims a visit, or takes over the claim of a colleague. Resolves to an error that the service returned.
   *  @param isTakeover replaces the claim of a colleague */
  claim(visit: NotificationStatus, isTakeover: boolean): Promise<unknown>
  release(notificationId: string): Promise<void>
}

/** Polls the claims of the entity while the page is visible.
 *  @param onChange called when a colleague's claim has ended, or the service refused one: the entry may have changed */
export function useClaims(onChange: () => void): Claims {
  const { token, entity } = useSignedIn().session
  const [claims, setClaims] = useState<Claim[]>([])
  const latest = useRef(onChange)
  latest.current = onChange
  const reread = useRef(new EventTarget())
  useEffect(() => {
    const ending = new AbortController()
    let known: Claim[] = []
    followClaims({ token, entity }, ending.signal, reread.current, (found) => {
      const isEnded = known.some((one) => !one.is_own && !found.some(isOf(one.notification_id)))
      known = found
      setClaims(found)
      if (isEnded) latest.current()
    })
    return () => ending.abort()
  }, [token, entity.id])

  const change = connect(token, { retries: 1, timeoutMs: 15_000 })
  const readSoon = () => reread.current.dispatchEvent(new Event('now'))
  return {
    of: (id) => claims.find(isOf(id)),
    async claim({ id, state, calls }, isTakeover) {
      // The list may be older than a colleague's call.
      const known = { state, calls: calls?.count ?? 0 }
      const wanted = { key: claimKey(), ...known, ...(isTakeover && { take_over: true as const }) }
      const failure = await change.claim(entity.id, id, wanted).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure) latest.current()
      readSoon()
      return failure
    },
    async release(id) {
      await change.unclaim(entity.id, id, claimKey()).catch(() => {})
      readSoon()
    },
  }
}

const isOf =
  (id: string) =>
  ({ notification_id }: Claim) =>
    notification_id === id

/** Reads the claims again and again while the page is visible, and when `reread` says so.
 *  @param onRead called with claims that differ from those before */
async function followClaims(
  { token, entity }: Pick<Session, 'token' | 'entity'>,
  ending: AbortSignal,
  reread: EventTarget,
  onRead: (claims: Claim[]) => void,
) {
  const client = connect(token, { signal: ending, retries: 0, timeoutMs: 10_000 })
  let latest = '[]'
  async function read() {
    const found = await client.claims(entity.id, claimKey())
    if (ending.aborted || JSON.stringify(found) === latest) return
    latest = JSON.stringify(found)
    onRead(found)
  }
  while (!ending.aborted) {
    // The list itself says that the service cannot be reached.
    if (document.visibilityState === 'visible') await read().catch(() => {})
    await pause(rereadAfterMs, [reread, 'now'], [document, 'visibilitychange'], [ending, 'abort'])
  }
}

const draft = 'claims'

/** Returns the key of the claims of this page. Two people with the same credential have two pages. A reload keeps the key; the next
 *  person who signs in gets another. */
function claimKey(): string {
  const stored = drafts.of<string>(draft)
  if (stored !== undefined) return stored
  const key = idempotencyKey()
  drafts.set(draft, key)
  return key
}
