import type { Database } from '../../platform/database/database.ts'
import { type Clock, type Instant, seconds } from '../../platform/time/instant.ts'
import { type CredentialChanges, maxAgeMicros } from './credential-changes.ts'
import type { CredentialKind } from './credential-kind.ts'

const checkEveryMs = 2_000
// A little longer than the time between two checks. A revocation takes effect within five seconds (docs/decisions/0009).
const confirmedForMicros = seconds(2.5)
// Keep it for 10 s after the last request: a long-polling client usually returns at once.
const keptForMicros = seconds(10)

interface Watched {
  /** End the requests in progress. */
  ends: Set<() => void>
  expiresAt: Instant | null
  /** When the latest statement that found it in force began. */
  foundAt: number | undefined
  confirmedUntil: number
  keptUntil: number
}

/** Watches the credentials of waiting requests: long polls and live streams. All credentials of a kind share one statement, which
 *  runs only for new ones while no credential changes. */
export class CredentialWatch {
  readonly #database: Database
  readonly #clock: Clock
  readonly #inForce: CredentialKind['inForce']
  readonly #changes: CredentialChanges | undefined
  readonly #watched = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, clock: Clock, inForce: CredentialKind['inForce'], changes?: CredentialChanges) {
    this.#database = database
    this.#clock = clock
    this.#inForce = inForce
    this.#changes = changes
  }

  /** Calls `end` when the credential is revoked or expires. Returns a function that stops the watch. */
  watch(credentialId: string, expiresAt: Instant | null, end: () => void): () => void {
    const watched = this.#watched.getOrInsertComputed(credentialId, () => ({
      ends: new Set(),
      foundAt: undefined,
      expiresAt,
      confirmedUntil: 0,
      keptUntil: 0,
    }))
    watched.expiresAt = expiresAt
    watched.ends.add(end)
    // While the database is unavailable, the requests continue.
    this.#timer ??= setInterval(() => this.#check().catch(() => {}), checkEveryMs).unref()
    return () => {
      watched.ends.delete(end)
      watched.keptUntil = this.#clock.monotonic() + keptForMicros
    }
  }

  /** Whether the latest check found the credential neither revoked nor expired. */
  isConfirmed(credentialId: string): boolean {
    const watched = this.#watched.get(credentialId)
    return watched !== undefined && watched.confirmedUntil > this.#clock.monotonic()
  }

  close() {
    clearInterval(this.#timer)
  }

  async #check() {
    const begun = this.#clock.monotonic()
    for (const [id, { ends, keptUntil }] of this.#watched) {
      if (ends.size === 0 && keptUntil <= begun) this.#watched.delete(id)
    }
    if (this.#watched.size === 0) return
    const checked = [...this.#watched]
    const { unchangedSince, at } = (await this.#changes?.check()) ?? {
      unchangedSince: Number.POSITIVE_INFINITY,
      at: begun,
    }
    const since = Math.max(unchangedSince, begun - maxAgeMicros)
    await this.#findAgain(checked.filter(([, { foundAt = Number.NEGATIVE_INFINITY }]) => foundAt < since))
    const now = this.#clock.now()
    for (const [, watched] of checked) {
      const { foundAt, expiresAt, ends } = watched
      const isInForce = foundAt !== undefined && (expiresAt === null || expiresAt > now)
      watched.confirmedUntil = isInForce ? at + confirmedForMicros : 0
      if (!isInForce) for (const end of ends) end()
    }
  }

  /** Reads again which credentials are in force. */
  async #findAgain(watched: [string, Watched][]) {
    if (watched.length === 0) return
    const begun = this.#clock.monotonic()
    const ids = watched.map(([id]) => id)
    const inForce = await this.#inForce(this.#database, this.#clock, ids)
    for (const [id, one] of watched) {
      one.foundAt = inForce.has(id) ? begun : undefined
      // A rotation has set it.
      one.expiresAt = inForce.get(id) ?? null
    }
  }
}
