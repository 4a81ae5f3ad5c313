import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/instant.ts'
import type { CredentialKind } from './credential-kind.ts'

const checkEveryMs = 2_000

/** Ends the waiting requests (long polls and live streams) whose credential is revoked or expires. One statement checks the
 *  credentials of a kind. */
export function credentialWatch(database: Database, clock: Clock, { inForce }: Pick<CredentialKind, 'inForce'>) {
  const waiting = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined

  async function check() {
    if (waiting.size === 0) return
    const checked = [...waiting]
    const found = await inForce(
      database,
      clock,
      checked.map(([id]) => id),
    )
    for (const [id, ends] of checked) if (!found.has(id)) for (const end of ends) end()
  }

  return {
    /** Calls `end` when the credential is revoked or expires. Returns a function that stops the watch. */
    watch(credentialId: string, end: () => void): () => void {
      const ends = waiting.getOrInsertComputed(credentialId, () => new Set())
      ends.add(end)
      // While the database is unavailable, the requests continue.
      timer ??= setInterval(() => check().catch(() => {}), checkEveryMs).unref()
      return () => {
        ends.delete(end)
        if (ends.size === 0) waiting.delete(credentialId)
      }
    },
    close: () => clearInterval(timer),
  }
}
