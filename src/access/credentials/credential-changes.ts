import type { Database } from '../../platform/database/database.ts'
import { type Clock, minutes, seconds } from '../../platform/time/instant.ts'
import type { CredentialKind } from './credential-kind.ts'

/** How long a check counts. A change of a credential takes effect within two seconds; docs/decisions/0009 promises five. */
export const checkedForMicros = seconds(2)

/** A grant of this age is read again: an operator may have changed tables by hand. */
export const maxAgeMicros = minutes(5)

/** The latest check, by the monotonic clock. */
interface ChangeCheck {
  /** A grant whose lookup began before this moment may have changed since. */
  unchangedSince: number
  /** When the check began. */
  at: number
}

/** Notices changes of credentials with one statement for all of them (docs/decisions/0112). */
export class CredentialChanges {
  readonly #read: () => Promise<string>
  readonly #clock: Clock
  #changes: string | undefined
  #changedAt = Number.NEGATIVE_INFINITY
  #latest: ChangeCheck = { unchangedSince: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY }
  #checking: Promise<ChangeCheck> | undefined

  constructor(database: Database, clock: Clock, changes: NonNullable<CredentialKind['changes']>) {
    this.#read = () => changes(database, clock)
    this.#clock = clock
  }

  /** When a check last found a change. A grant whose lookup began earlier may be outdated. */
  get changedAt() {
    return this.#changedAt
  }

  /** Returns a check of the last two seconds. */
  async latest(): Promise<ChangeCheck> {
    return this.#clock.monotonic() < this.#latest.at + checkedForMicros ? this.#latest : this.check()
  }

  /** Checks now. Concurrent callers share a statement. */
  check(): Promise<ChangeCheck> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #check() {
    const at = this.#clock.monotonic()
    const changes = await this.#read()
    this.#latest = { ...this.#latest, at }
    if (changes !== this.#changes) this.#noteChange()
    this.#changes = changes
    return this.#latest
  }

  #noteChange() {
    const now = this.#clock.monotonic()
    if (this.#changes !== undefined) this.#changedAt = now
    // A lookup that began earlier may have missed the change. While the primary is away, a standby may miss it a little longer.
    this.#latest.unchangedSince = now + checkedForMicros
  }
}
