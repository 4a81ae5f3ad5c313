import type { Database } from '../database/database.ts'
import { type Clock, seconds } from '../instant.ts'
import type { CredentialKind } from './credential-kind.ts'

const checkEveryMs = 2_000
// A little longer than the time between two checks. A revocation takes effect within five seconds (docs/decisions/0009).
const confirmedForMicros = seconds(2.5)
// Keep it for 10 s after the last request: a long-polling client usually returns at once.
const keptForMicros = seconds(10)

interface Watched {
  /** End the requests in progress. */
  ends: Set<() => void>
  confirmedUntil: number
  keptUntil: number
}

/** Watches the credentials of waiting requests: long polls and live streams. All credentials of a kind share one statement. */
export class CredentialWatch {
  readonly #database: Database
  readonly #clock: Clock
  readonly #inForce: CredentialKind['inForce']
  readonly #watched = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, clock: Clock, inForce: CredentialKind['inForce']) {
    this.#database = database
    this.#clock = clock
    this.#inForce = inForce
  }

  /** Calls `end` when the credential is revoked or expires. Returns a function that stops the watch. */
  watch(credentialId: string, end: () => void): () => void {
    const watched = this.#watched.get(credentialId) ?? { ends: new Set(), confirmedUntil: 0, keptUntil: 0 }
    this.#watched.set(credentialId, watched)
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
    const inForce = await this.#inForce(this.#database, this.#clock, [...this.#watched.keys()])
    for (const [id, watched] of checked) {
      const isInForce = inForce.has(id)
      watched.confirmedUntil = isInForce ? begun + confirmedForMicros : 0
      if (!isInForce) for (const end of watched.ends) end()
    }
  }
}
