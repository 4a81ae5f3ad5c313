/** Carries notifications from one process to the others. */
export interface ProcessNotifier {
  /** Whether the listener learns of each commit of the other processes. If not, the notifier polls. */
  readonly detectsEveryCommit: boolean
  /** Notifies every process, possibly this one too. */
  notify(entityId: string): void
  /** From now on, `listener` receives the entity of each notification, or undefined when any entity may have changed. */
  listen(listener: (entityId: string | undefined) => void): void
}

export interface LastSequence {
  entity_id: string
  last_sequence: number
}

/** Returns the sequence of the latest action of each entity, in one statement per shard. */
type ReadLastSequences = (entityIds: string[]) => Promise<LastSequence[]>

type Waiter = { sequence: number; wake(last?: number): void }

/** An entity with waiting requests, or with one that ended a moment ago. */
interface FollowedEntity {
  waiters: Set<Waiter>
  /** The sequence of its latest action; undefined until it is read. */
  last: number | undefined
  /** When the last request ended, by `performance.now()`. */
  leftAt: number
}

// Poll interval: the longest delay after a lost NOTIFY.
const tickMs = 2_000
// Keep it for 10 s after the last request: a long-polling client usually returns at once.
const keptForMs = 10_000

/** Wakes the requests that wait for new actions of an entity. All waiting requests of the process share one statement. */
export class Notifier {
  readonly #processes: ProcessNotifier
  readonly #readLastSequences: ReadLastSequences
  readonly #followed = new Map<string, FollowedEntity>()
  readonly #changed = new Set<string>()
  #isListening = false
  #isChecking = false
  #timer: NodeJS.Timeout | undefined

  constructor(processes: ProcessNotifier, readLastSequences: ReadLastSequences) {
    this.#processes = processes
    this.#readLastSequences = readLastSequences
  }

  /** Call this after the commit. */
  notify(entityId: string) {
    this.#check([entityId])
    this.#processes.notify(entityId)
  }

  /** Returns the sequence of the latest action of a followed entity. An action of another process may be missing for as
   *  long as its notification takes: up to two seconds if it is lost. */
  lastSequence(entityId: string): number | undefined {
    return this.#followed.get(entityId)?.last
  }

  /** Resolves to the entity's last sequence when it differs from `sequence`, or to undefined when `signal` is aborted. The
   *  sequence is lower after a failover that lost actions. It may also be older than this call: read again to be sure. */
  wait(entityId: string, sequence: number, signal: AbortSignal): Promise<number | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    this.#listen()
    const followed = this.#followed.get(entityId) ?? { waiters: new Set(), last: undefined, leftAt: 0 }
    this.#followed.set(entityId, followed)
    return new Promise((resolve) => {
      const abort = () => waiter.wake()
      const waiter: Waiter = {
        sequence,
        wake: (last) => {
          signal.removeEventListener('abort', abort)
          followed.waiters.delete(waiter)
          followed.leftAt = performance.now()
          resolve(last)
        },
      }
      followed.waiters.add(waiter)
      signal.addEventListener('abort', abort)
      this.#tickLater()
      // An action may have been committed between the last read and this call.
      if (followed.last !== sequence) this.#check([entityId])
    })
  }

  #listen() {
    if (this.#isListening) return
    this.#isListening = true
    this.#processes.listen((entityId) => this.#check(entityId === undefined ? this.#followed.keys() : [entityId]))
  }

  #tickLater() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#forgetLeft()
      if (this.#followed.size === 0) return
      this.#check(this.#processes.detectsEveryCommit ? this.#unread() : this.#followed.keys())
      this.#tickLater()
    }, tickMs).unref()
  }

  #forgetLeft() {
    const until = performance.now() - keptForMs
    for (const [entityId, { waiters, leftAt }] of this.#followed) {
      if (waiters.size === 0 && leftAt < until) this.#followed.delete(entityId)
    }
  }

  *#unread() {
    for (const [entityId, { last }] of this.#followed) if (last === undefined) yield entityId
  }

  /** One statement runs at a time. The entities that change in the meantime share the next one. */
  async #check(entityIds: Iterable<string>) {
    for (const entityId of entityIds) if (this.#followed.has(entityId)) this.#changed.add(entityId)
    if (this.#isChecking) return
    this.#isChecking = true
    while (this.#changed.size > 0) {
      const changed = [...this.#changed]
      this.#changed.clear()
      try {
        for (const { entity_id, last_sequence } of await this.#readLastSequences(changed)) {
          this.#wake(entity_id, last_sequence)
        }
      } catch {
        // The database is unavailable. The next tick checks again.
        for (const entityId of changed) this.#forgetSequence(entityId)
      }
    }
    this.#isChecking = false
  }

  #forgetSequence(entityId: string) {
    const followed = this.#followed.get(entityId)
    if (followed) followed.last = undefined
  }

  #wake(entityId: string, last: number) {
    const followed = this.#followed.get(entityId)
    if (!followed) return
    followed.last = last
    for (const waiter of followed.waiters) if (waiter.sequence !== last) waiter.wake(last)
  }
}
